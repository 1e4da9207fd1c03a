// Combinations of faults, and studies of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/config/config.h"
#include "sim/study/combinations.h"
#include "sim/study/fault_study.h"

namespace netloom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Combination = std::vector<std::uint32_t>;

TEST(Combinations, Numbers) {
  EXPECT_EQ(combinations(32, 2), 496u);
  EXPECT_EQ(combinations(256, 4), 174792640u);
  EXPECT_EQ(combinations(5, 5), 1u);
  EXPECT_EQ(combinations(5, 0), 1u);
  EXPECT_EQ(combinations(5, 6), 0u);
  EXPECT_EQ(combinations(67, 33), 14226520737620288370u) << "the largest row that fits";
  EXPECT_EQ(combinations(68, 34), ~std::uint64_t{0});
  EXPECT_EQ(combinations(100000, 50000), ~std::uint64_t{0});
}

TEST(Combinations, RanksAndSuccessorsAgree) {
  for (const auto& [things, chosen] : {std::pair{7u, 3u}, {6u, 1u}, {6u, 6u}, {9u, 4u}}) {
    Combination next;
    combination_at(things, chosen, 0, next);
    std::set<Combination> seen;
    for (std::uint64_t rank = 0; rank < combinations(things, chosen); ++rank) {
      Combination at_rank;
      combination_at(things, chosen, rank, at_rank);
      ASSERT_EQ(at_rank, next);
      ASSERT_EQ(at_rank.size(), chosen);
      ASSERT_TRUE(std::is_sorted(at_rank.begin(), at_rank.end()));
      ASSERT_LT(at_rank.back(), things);
      ASSERT_TRUE(seen.insert(at_rank).second);
      ASSERT_EQ(next_combination(things, next), rank + 1 < combinations(things, chosen));
    }
  }
}

TEST(Combinations, SamplesAreUniform) {
  CombinationSampler sampler(6, 3);
  std::map<Combination, int> counts;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    Random random(3, static_cast<std::uint64_t>(i));
    Combination combination;
    sampler.draw(random, combination);
    ASSERT_TRUE(std::is_sorted(combination.begin(), combination.end()));
    ++counts[combination];
  }
  ASSERT_EQ(counts.size(), 20u);
  double chi_squared = 0;
  for (const auto& [combination, count] : counts) {
    const double expected = kDraws / 20.0;
    chi_squared += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_squared, 43.8) << "99.9 % of the distribution with 19 degrees of freedom";
}

Config tree(int k, int n, int exclusion_intervals = 1, const std::string& more = "") {
  return parse_config("network: {topology: fat_tree, k: " + std::to_string(k) +
                          ", n: " + std::to_string(n) +
                          "}\nrouting: {function: ft2ei, exclusion_intervals: " +
                          std::to_string(exclusion_intervals) + "}\ntraffic: {load: 0.1}\n" + more,
                      "c.yaml", "");
}

FaultStudy study(const Config& config, FailedPart part, std::uint32_t count,
                 std::optional<std::uint64_t> samples = std::nullopt, int jobs = 1) {
  FaultStudyOptions options;
  options.part = part;
  options.count = count;
  options.samples = samples;
  options.jobs = jobs;
  return study_faults(config, options);
}

// [Fat-Trees 2010], section 3.4.2: 6 % of the combinations of two faults.
TEST(FaultStudies, TwoFaultsInTheTwoAryThreeTree) {
  const FaultStudy result = study(tree(2, 3), FailedPart::kLink, 2);
  EXPECT_EQ(result.parts, 32u);
  EXPECT_TRUE(result.exhaustive);
  EXPECT_EQ(result.combinations, 496u);
  EXPECT_EQ(result.not_tolerated, 32u);
  EXPECT_EQ(result.disconnected, 32u);
  EXPECT_THAT(result.example, ElementsAre("s0.p2", "s0.p3"));
  EXPECT_EQ(result.confidence.low, result.share());
  EXPECT_FALSE(result.victims.ci95.has_value());
}

// A cable of the 2-ary 2-tree is half the way up and down of two nodes: the two cables of one
// switch of stage 0 cut it off, and so do any two that leave no common root.
TEST(FaultStudies, CablesAndSwitchesAreSetsOfLinks) {
  const FaultStudy cables = study(tree(2, 2), FailedPart::kCable, 2);
  EXPECT_EQ(cables.parts, 4u);
  EXPECT_EQ(cables.combinations, 6u);
  // Tolerated: only both cables of one root.
  EXPECT_EQ(cables.not_tolerated, 4u);
  const FaultStudy switches = study(tree(2, 2), FailedPart::kSwitch, 1);
  EXPECT_EQ(switches.parts, 4u);
  EXPECT_EQ(switches.not_tolerated, 2u) << "those of stage 0";
  EXPECT_THAT(switches.example, ElementsAre("s0"));
  EXPECT_EQ(study(tree(4, 3), FailedPart::kSwitch, 1).not_tolerated, 16u);
}

// [Fat-Trees 2010], Tables 3.1 and 3.2, where it is a matter of a second: k-1 faults, all of them.
TEST(FaultStudies, ToleratesLessThanKFaults) {
  for (const auto& [k, n] : {std::pair{2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}, {4, 2}}) {
    for (int registers = 1; registers <= 3; ++registers) {
      const FaultStudy result =
          study(tree(k, n, registers), FailedPart::kLink, static_cast<std::uint32_t>(k - 1));
      EXPECT_TRUE(result.exhaustive);
      EXPECT_EQ(result.not_tolerated, 0u) << k << "-ary " << n << "-tree, " << registers;
    }
    EXPECT_GT(study(tree(k, n), FailedPart::kLink, static_cast<std::uint32_t>(k)).not_tolerated,
              0u);
  }
}

TEST(FaultStudies, SamplesDoNotDependOnTheProcesses) {
  const Config config = tree(4, 3);
  const FaultStudy one = study(config, FailedPart::kLink, 8, 6000, 1);
  const FaultStudy three = study(config, FailedPart::kLink, 8, 6000, 3);
  EXPECT_FALSE(one.exhaustive);
  EXPECT_EQ(one.combinations, 6000u);
  EXPECT_GT(one.not_tolerated, 0u);
  EXPECT_EQ(one.not_tolerated, three.not_tolerated);
  EXPECT_EQ(one.disconnected, three.disconnected);
  EXPECT_EQ(one.example, three.example);
  EXPECT_EQ(one.example.size(), 8u);
  EXPECT_EQ(one.victims.mean, three.victims.mean);
  EXPECT_EQ(one.victims.ci95, three.victims.ci95);
  EXPECT_LT(one.confidence.low, one.share());
  EXPECT_GT(one.confidence.high, one.share());
}

// A sample and the whole agree.
TEST(FaultStudies, TheShareOfASampleIsThatOfAll) {
  const Config config = tree(2, 3);
  const FaultStudy all = study(config, FailedPart::kLink, 4);
  const FaultStudy sample = study(config, FailedPart::kLink, 4, 4000);
  ASSERT_TRUE(all.exhaustive);
  EXPECT_NEAR(sample.share(), all.share(), 0.04);
  EXPECT_NEAR(sample.victims.mean, all.victims.mean, 3 * sample.victims.ci95.value());
}

// Faults of the configuration count beside those of the combination, and cannot fail again.
TEST(FaultStudies, OwnFaultsAreThere) {
  const FaultStudy one = study(tree(2, 3, 1, "faults: [{link: s0.p2}]\n"), FailedPart::kLink, 1);
  EXPECT_EQ(one.parts, 31u);
  EXPECT_EQ(one.combinations, 31u);
  EXPECT_GT(one.not_tolerated, 0u);
  EXPECT_LT(one.not_tolerated, 31u);
  EXPECT_THAT(one.example, ElementsAre("s0.p3")) << "the other way up of switch 0";
  const FaultStudy both =
      study(tree(2, 3, 1, "faults: [{link: s0.p2}, {link: s0.p3}]\n"), FailedPart::kLink, 1);
  EXPECT_EQ(both.parts, 30u);
  EXPECT_EQ(both.not_tolerated, 30u);
}

std::string error_of(const Config& config, std::uint32_t count) {
  try {
    study(config, FailedPart::kLink, count);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(FaultStudies, RefuseWhatCannotBe) {
  EXPECT_EQ(error_of(tree(2, 3), 33),
            "--count: 33 faults; allowed: 1 to 32, the links between switches that can fail");
  EXPECT_EQ(error_of(tree(2, 3), 0),
            "--count: 0 faults; allowed: 1 to 32, the links between switches that can fail");
  EXPECT_THAT(error_of(tree(4, 3), 8), HasSubstr("409663695276000 combinations of 8 faults; "
                                                 "allowed: up to 10000000000, or --samples"));
  EXPECT_THAT(error_of(tree(4, 1), 1),
              HasSubstr("the network has no links between switches that can fail; allowed: a tree "
                        "of two stages or more"));
  const Config other = parse_config(
      "network: {topology: fat_tree, k: 2, n: 3}\ntraffic: {load: 0.1}\n", "c.yaml", "");
  EXPECT_THAT(error_of(other, 1),
              HasSubstr("routing.function: netloom faults judges what ft2ei does, and "
                        "routing.function is interval; allowed: ft2ei"));
}

}  // namespace
}  // namespace netloom
