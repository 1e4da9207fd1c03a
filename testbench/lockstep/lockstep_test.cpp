#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "sim/base/temporary_folder.h"
#include "testbench/lockstep/cases.h"
#include "testbench/lockstep/results.h"
#include "testbench/random/examined.h"

namespace netloom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Status = Comparison::Status;

/// A case for each configuration in features/.
class LockstepFeatures : public testing::TestWithParam<LockstepCase> {
 protected:
  static void SetUpTestSuite() { limit_time(); }
};

TEST_P(LockstepFeatures, TheViewsDoTheSame) {
  const Comparison comparison = GetParam().compare();
  EXPECT_EQ(comparison.status, Status::kSame) << comparison.reason;
  EXPECT_FALSE(comparison.failed_alike);
  EXPECT_GT(comparison.grants, 500u);
}

INSTANTIATE_TEST_SUITE_P(All, LockstepFeatures, testing::ValuesIn(feature_cases()),
                         [](const auto& each) { return each.param.name; });

/// Networks that are no configurations.
class LockstepNetworks : public testing::TestWithParam<LockstepCase> {
 protected:
  static void SetUpTestSuite() { limit_time(); }
};

TEST_P(LockstepNetworks, TheViewsDoTheSame) {
  const Comparison comparison = GetParam().compare();
  EXPECT_EQ(comparison.status, Status::kSame) << comparison.reason;
  EXPECT_GT(comparison.grants, 500u);
}

INSTANTIATE_TEST_SUITE_P(Golden, LockstepNetworks, testing::ValuesIn(golden_cases()),
                         [](const auto& each) { return each.param.name; });
INSTANTIATE_TEST_SUITE_P(Control, LockstepNetworks, testing::ValuesIn(control_cases()),
                         [](const auto& each) { return each.param.name; });

class LockstepComparison : public testing::Test {
 protected:
  std::string write(const std::string& text) const {
    const std::string path = folder_.file("network.yaml");
    write_file(path, text);
    return path;
  }

  netloom::TemporaryFolder folder_{"netloom-lockstep-test"};
};

TEST_F(LockstepComparison, CountsEveryPairOfRuns) {
  const std::string path = write(
      "network: {topology: mesh, k: [2]}\n"
      "traffic: {pattern: uniform, load: [0.1, 0.2], packet_phits: 4}\n"
      "simulation: {warmup: 0, measure: 100, seeds: [1, 2]}\n");
  const Comparison comparison = compare_views(path);
  EXPECT_EQ(comparison.status, Status::kSame) << comparison.reason;
  EXPECT_EQ(comparison.runs, 2 * 2 * 2);
  EXPECT_GT(comparison.events, comparison.grants);
}

TEST_F(LockstepComparison, SaysWhyThereIsNoStructuralView) {
  const std::string path = write(
      "network: {topology: fat_tree, k: 2, n: 2}\n"
      "routing: {function: ft2ei}\n"
      "faults: [{link: s2.p0, cycle: 50}]\n"
      "traffic: {pattern: uniform, load: 0.1, packet_phits: 4}\n"
      "simulation: {warmup: 0, measure: 100}\n");
  const Comparison comparison = compare_views(path);
  EXPECT_EQ(comparison.status, Status::kOneView);
  EXPECT_THAT(comparison.reason, HasSubstr("a fault in cycle 50"));
}

TEST_F(LockstepComparison, AnErrorIsNoNetwork) {
  const Comparison comparison = compare_views(write("network: {topology: mesh}\n"));
  EXPECT_EQ(comparison.status, Status::kNoNetwork);
  EXPECT_THAT(comparison.reason, HasSubstr("network.yaml"));
}

TEST_F(LockstepComparison, DeadlocksAlikeAreNoDifference) {
  const std::string path = write(
      "network: {topology: torus, k: [6]}\n"
      "switch: {input_buffer: 4}\n"
      "routing: {function: dor, rings: none, ties: plus, vcs: {policy: free, count: 1}}\n"
      "traffic: {pattern: uniform, load: 1, packet_phits: 4}\n"
      "simulation: {warmup: 0, measure: 3000, watchdog: 200}\n");
  const Comparison comparison = compare_views(path);
  EXPECT_EQ(comparison.status, Status::kSame) << comparison.reason;
  EXPECT_TRUE(comparison.failed_alike);
}

TEST_F(LockstepComparison, FindsWhatIsDifferent) {
  const std::string path = write(
      "network: {topology: mesh, k: [2]}\n"
      "traffic: {pattern: uniform, load: 0.2, packet_phits: 4}\n"
      "simulation: {warmup: 0, measure: 100}\n");
  const LockstepSide fast = lockstep_side(path, {}, "fast");
  const LockstepSide slow = lockstep_side(path, {{"switch.crossbar.delay", "2"}}, "structural");
  const Comparison events = compare_sides(fast, {slow});
  EXPECT_EQ(events.status, Status::kDifferent);
  EXPECT_THAT(events.reason, HasSubstr("first difference in cycle"));
  EXPECT_GT(events.events, 0u);
  // The same events, and another result.
  LockstepSide longer = lockstep_side(path, {}, "structural");
  longer.config.run.stationary_bound = 1;
  longer.config.run.samples.interval = 10;
  const Comparison results = compare_sides(fast, {longer});
  EXPECT_EQ(results.status, Status::kDifferent);
  EXPECT_THAT(results.reason, HasSubstr("but not the results of fast alone and of structural"));
}

/// Every combination that the matrix has with a network, by its own table.
TEST(LockstepMatrix, HasEveryCombinationOfTheTable) {
  std::ifstream table(NETLOOM_MATRIX_TABLE);
  std::string line;
  std::getline(table, line);  // the names of the columns
  std::vector<std::string> names;
  while (std::getline(table, line)) {
    // "mesh,dor,davc np,vct,-,…": with DAVC the policy has its function; without a variant, "-".
    std::istringstream cells(line);
    std::string name, cell;
    for (int column = 0; column < 5 && std::getline(cells, cell, ','); ++column) {
      if (column == 2) cell = cell.substr(0, cell.find(' '));
      if (cell != "-") name += (column == 0 ? "" : "/") + cell;
    }
    names.push_back(name);
  }
  ASSERT_FALSE(names.empty());
  const netloom::TemporaryFolder folder("netloom-lockstep-test");
  std::vector<std::string> compared;
  for (const LockstepCase& each : matrix_cases(1, folder.path())) compared.push_back(each.name);
  EXPECT_THAT(compared, testing::UnorderedElementsAreArray(names));
}

GroupResult group_of(const std::vector<GroupResult::Case>& cases) {
  return {"matrix", cases};
}

Comparison came_to(Status status, const std::string& reason, std::uint64_t events) {
  Comparison comparison;
  comparison.status = status;
  comparison.reason = reason;
  comparison.events = events;
  return comparison;
}

TEST(LockstepResults, OnlyWhatIsDifferentOrWithoutCauseIsAProblem) {
  EXPECT_THAT(group_of({{"a", false, came_to(Status::kSame, "", 9)},
                        {"b", true, came_to(Status::kOneView, "a fault in cycle 7", 0)},
                        {"c", true, came_to(Status::kSame, "", 9)}})
                  .problems(),
              IsEmpty());
  EXPECT_THAT(group_of({{"a", false, came_to(Status::kOneView, "it has parts", 0)}}).problems(),
              ElementsAre("matrix a: one view only: it has parts"));
  GroupResult hand{"hand", {{"control_priority", false, came_to(Status::kOneView, "faults", 0)}}};
  EXPECT_THAT(hand.problems(), IsEmpty());
  EXPECT_EQ(group_of({{"a", false, came_to(Status::kDifferent, "x", 9)}}).problems().size(), 1u);
  EXPECT_EQ(group_of({{"a", false, came_to(Status::kNoNetwork, "x", 0)}}).problems().size(), 1u);
  EXPECT_EQ(group_of({{"a", false, came_to(Status::kSame, "", 0)}}).problems().size(), 1u);
  EXPECT_EQ(group_of({{"a", true, came_to(Status::kNoNetwork, "x", 0)}}).problems().size(), 1u);
  EXPECT_EQ(group_of({}).problems().size(), 1u);
}

TEST(LockstepResults, ThePageNamesWhatWasRefusedWithItsReason) {
  LockstepPage page;
  page.commands = {"lockstep_configurations matrix"};
  page.groups = {group_of({{"a/b", false, came_to(Status::kSame, "", 1234567)},
                           {"c/d", false, came_to(Status::kOneView, "a fault in cycle 7", 0)},
                           {"e/f", false, came_to(Status::kDifferent, "first\nmore", 0)}})};
  const std::string text = page.text();
  EXPECT_THAT(text, HasSubstr("| matrix | 3 | 2 | 0 | 1,234,567 | 0 | 1 | 1 | 0 |"));
  EXPECT_THAT(text, HasSubstr("\n    lockstep_configurations matrix\n"));
  EXPECT_THAT(text, HasSubstr("switches tell each other of links that fail"));
  EXPECT_THAT(text, HasSubstr(": c/d."));
  EXPECT_THAT(text, HasSubstr("- matrix e/f: first\n"));
}

LockstepPage random_part(std::uint64_t from, std::uint64_t to) {
  GroupResult group{"random", {}};
  for (std::uint64_t seed = from; seed <= to; ++seed) {
    group.cases.push_back({fmt::format("seed {}", seed), true, came_to(Status::kSame, "", seed)});
  }
  group.seeds = {{from, to}};
  return {{fmt::format("random {}", from)}, "2001-01-01", {group}};
}

TEST(LockstepResults, PartsTogetherAreThePage) {
  LockstepPage page;
  page.add({{"hand"}, "2001-01-02", {{"hand", {{"a", false, came_to(Status::kSame, "", 7)}}}}});
  for (const LockstepPage& part : {random_part(4, 5), random_part(1, 3), random_part(8, 9)}) {
    page.add(LockstepPage::from(Json::parse(part.json().dump())));
  }
  const std::string text = page.text();
  EXPECT_THAT(text, HasSubstr("Written on 2001-01-02 by\n\n    hand\n    random 4\n    random 1\n"
                              "    random 8\n"));
  EXPECT_THAT(text, HasSubstr("\n| hand | 1 | 1 | 0 | 7 | 0 | 0 | 0 | 0 |\n"));
  EXPECT_THAT(text, HasSubstr("\n| random | 7 | 7 | 0 | 32 | 0 | 0 | 0 | 0 |\n"));
  EXPECT_THAT(text, HasSubstr("\nSeeds of group random: 1 to 5, 8 to 9.\n"));
  try {
    page.add(random_part(5, 6));
    FAIL() << "seed 5 counts twice";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "random seed 5 is in two parts; allowed: in one");
  }
}

}  // namespace
}  // namespace netloom::test
