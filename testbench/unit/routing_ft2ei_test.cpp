// FT2EI's static model: exclusion intervals, what a fault means, what is lost and handed down, and
// the judge of fault combinations. The references here follow every path, node by node, and know
// nothing of intervals.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "routing/base/random.h"
#include "routing/check/connectivity.h"
#include "routing/ft2ei/exclusion_set.h"
#include "routing/ft2ei/lost_destinations.h"
#include "routing/ft2ei/static_exclusions.h"
#include "routing/ft2ei/tolerance.h"
#include "routing/ft2ei/tree_faults.h"
#include "routing/netlist/failed_parts.h"
#include "routing/registers/register_file.h"
#include "routing/topology/fat_tree.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using Outcome = ExclusionSet::Outcome;

std::set<NodeId> nodes_of(const CyclicInterval& interval, std::uint32_t count) {
  std::set<NodeId> nodes;
  for (NodeId node = interval.lower;; node = (node + 1) % count) {
    nodes.insert(node);
    if (node == interval.upper) return nodes;
  }
}

std::set<NodeId> excluded_by(const ExclusionSet& set, std::uint32_t count) {
  std::set<NodeId> nodes;
  for (NodeId node = 0; node < count; ++node) {
    if (set.excludes(node)) nodes.insert(node);
  }
  return nodes;
}

/// "[4..7] [12..15]", in the order of the registers.
std::string text(const ExclusionSet& set) {
  std::string result;
  for (int i = 0; i < set.registers(); ++i) {
    if (!set.enabled(i)) continue;
    result += (result.empty() ? "[" : " [") + std::to_string(set.interval(i).lower) + ".." +
              std::to_string(set.interval(i).upper) + "]";
  }
  return result;
}

/// All up ports that exclude anything: "8.3 [4..7]", in the order of switches and ports.
std::vector<std::string> registers_in_use(const FatTree& tree, const StaticExclusions& exclusions) {
  std::vector<std::string> result;
  for (SwitchId id = 0; id < tree.switches(); ++id) {
    const ExclusionSet* ports = exclusions.up_ports(id);
    for (int link = 0; ports != nullptr && link < tree.k(); ++link) {
      if (ports[link].empty()) continue;
      result.push_back(std::to_string(id) + "." + std::to_string(tree.k() + link) + " " +
                       text(ports[link]));
    }
  }
  return result;
}

// Intervals

TEST(CyclicIntervals, AgreeWithSetsOfNodes) {
  for (const std::uint32_t count : {2u, 3u, 7u, 8u}) {
    std::vector<CyclicInterval> all;
    for (NodeId lower = 0; lower < count; ++lower) {
      for (NodeId upper = 0; upper < count; ++upper) {
        // All nodes have one form only.
        if ((upper + 1) % count == lower && lower != 0) continue;
        all.push_back({lower, upper});
      }
    }
    for (const CyclicInterval& a : all) {
      const std::set<NodeId> in_a = nodes_of(a, count);
      ASSERT_EQ(a.size(count), in_a.size());
      for (const CyclicInterval& b : all) {
        const std::set<NodeId> in_b = nodes_of(b, count);
        std::set<NodeId> both = in_a;
        both.insert(in_b.begin(), in_b.end());
        const bool intersect = both.size() < in_a.size() + in_b.size();
        ASSERT_EQ(a.intersects(b), intersect);
        ASSERT_EQ(a.covers(b, count), both == in_a)
            << a.lower << ".." << a.upper << " covers " << b.lower << ".." << b.upper;
        const CyclicInterval one =
            intersect ? interval_union(a, b, count) : merged_interval(a, b, count);
        const std::set<NodeId> in_one = nodes_of(one, count);
        ASSERT_TRUE(std::includes(in_one.begin(), in_one.end(), both.begin(), both.end()));
        if (in_one.size() == count) {
          ASSERT_EQ(one, (CyclicInterval{0, count - 1}));
        }
        if (intersect) {
          ASSERT_EQ(in_one, both);
          continue;
        }
        // No interval with both has fewer nodes.
        for (const CyclicInterval& other : all) {
          const std::set<NodeId> in_other = nodes_of(other, count);
          if (std::includes(in_other.begin(), in_other.end(), both.begin(), both.end())) {
            ASSERT_LE(in_one.size(), in_other.size());
          }
        }
      }
    }
  }
}

// [Fat-Trees 2010], section 3.2.2: the three cases of the pseudo-code.
TEST(CyclicIntervals, MergeAsThePseudoCodeDoes) {
  EXPECT_EQ(merged_interval({4, 7}, {12, 15}, 16), (CyclicInterval{4, 15}));
  EXPECT_EQ(merged_interval({0, 1}, {14, 15}, 16), (CyclicInterval{14, 1}));
  EXPECT_EQ(merged_interval({14, 1}, {4, 5}, 16), (CyclicInterval{14, 5}));
  EXPECT_EQ(merged_interval({14, 1}, {10, 11}, 16), (CyclicInterval{10, 1}));
  // Both ways round have the same number of victims: the non-cyclic one.
  EXPECT_EQ(merged_interval({0, 3}, {8, 11}, 16), (CyclicInterval{0, 11}));
  EXPECT_EQ(merged_interval({8, 11}, {0, 3}, 16), (CyclicInterval{0, 11}));
  // One node each, where the source prints < for <=.
  EXPECT_EQ(merged_interval({3, 3}, {5, 5}, 16), (CyclicInterval{3, 5}));
}

TEST(ExclusionSets, StoreAbsorbAndMerge) {
  ExclusionSet set(2, 16);
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.store({4, 7}), Outcome::kStored);
  EXPECT_EQ(set.store({5, 6}), Outcome::kCovered);
  EXPECT_EQ(set.store({10, 11}), Outcome::kStored);
  EXPECT_EQ(text(set), "[4..7] [10..11]");
  EXPECT_EQ(set.store({7, 8}), Outcome::kJoined);
  EXPECT_EQ(text(set), "[4..8] [10..11]");
  EXPECT_EQ(set.store({14, 15}), Outcome::kMerged);  // nearer to 10..11
  EXPECT_EQ(text(set), "[4..8] [10..15]");
  EXPECT_EQ(set.store({8, 10}), Outcome::kJoined);  // with both: a register is free again
  EXPECT_EQ(text(set), "[4..15]");
  EXPECT_EQ(set.store({15, 4}), Outcome::kJoined);  // closes the circle
  EXPECT_EQ(text(set), "[0..15]");
  EXPECT_EQ(set.store({9, 2}), Outcome::kCovered);
  set.clear();
  EXPECT_TRUE(set.empty());
}

// Neighbours that do not intersect stay apart as long as there are registers.
TEST(ExclusionSets, NeighboursAreNotOne) {
  ExclusionSet set(2, 16);
  set.store({0, 3});
  EXPECT_EQ(set.store({4, 7}), Outcome::kStored);
  EXPECT_EQ(set.store({12, 13}), Outcome::kMerged);
  // With [0..3] it would have two victims, with [4..7] four.
  EXPECT_EQ(text(set), "[12..3] [4..7]");
}

TEST(ExclusionSets, ExcludeWhatTheyMustAndLittleMore) {
  Random random(1, 0);
  for (int registers = 1; registers <= kMaxExclusionIntervals; ++registers) {
    for (int run = 0; run < 100; ++run) {
      const std::uint32_t count = 2 + random.below(40);
      ExclusionSet set(registers, count);
      std::set<NodeId> wanted;
      for (int i = 0; i < 20; ++i) {
        const NodeId lower = random.below(count);
        const CyclicInterval added{lower, (lower + random.below(std::min(count - 1, 3u))) % count};
        const std::set<NodeId> before = excluded_by(set, count);
        const std::set<NodeId> more = nodes_of(added, count);
        wanted.insert(more.begin(), more.end());
        const Outcome outcome = set.store(added);
        const std::set<NodeId> after = excluded_by(set, count);
        ASSERT_TRUE(std::includes(after.begin(), after.end(), wanted.begin(), wanted.end()));
        ASSERT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
        if (outcome == Outcome::kCovered) {
          ASSERT_EQ(after, before);
        }
        if (outcome == Outcome::kStored || outcome == Outcome::kJoined) {
          std::set<NodeId> both = before;
          both.insert(more.begin(), more.end());
          ASSERT_EQ(after, both);
        }
        // What is stored is apart.
        std::size_t sum = 0;
        for (int each = 0; each < registers; ++each) {
          if (set.enabled(each)) sum += set.interval(each).size(count);
        }
        ASSERT_EQ(sum, after.size());
      }
    }
  }
}

// [Fat-Trees 2010], Figure 3.7.

class Figure37 : public testing::Test {
 protected:
  const FatTree tree{2, 4};
  StaticExclusions exclusions{tree, 1};

  void SetUp() override { exclusions.add_fault({18, 1}); }
};

TEST_F(Figure37, OneFault) {
  EXPECT_EQ(registers_in_use(tree, exclusions),
            (std::vector<std::string>{"8.3 [4..7]", "12.3 [4..7]", "14.3 [4..7]"}));
}

// [Fat-Trees 2010], section 3.2.2: link 1 of switch 22 fails next, and the intervals become one
// with victims.
TEST_F(Figure37, SecondFaultMerges) {
  exclusions.add_fault({22, 1});
  EXPECT_EQ(
      registers_in_use(tree, exclusions),
      (std::vector<std::string>{"8.3 [4..15]", "10.3 [12..15]", "12.3 [4..15]", "14.3 [4..7]"}));
  StaticExclusions two(tree, 2);
  two.add_fault({18, 1});
  two.add_fault({22, 1});
  EXPECT_EQ(registers_in_use(tree, two),
            (std::vector<std::string>{"8.3 [4..7] [12..15]", "10.3 [12..15]",
                                      "12.3 [4..7] [12..15]", "14.3 [4..7]"}));
}

// [Fat-Trees 2010], section 3.2.2: link 1 of switch 16 fails instead: nodes 4 to 7 are lost, and
// handed down.
TEST_F(Figure37, SecondFaultPropagates) {
  exclusions.add_fault({16, 1});
  EXPECT_EQ(registers_in_use(tree, exclusions),
            (std::vector<std::string>{"0.2 [4..7]", "1.2 [4..7]", "4.2 [4..7]", "5.2 [4..7]",
                                      "6.2 [4..7]", "7.2 [4..7]", "8.2 [4..7]", "8.3 [4..7]",
                                      "12.2 [4..7]", "12.3 [4..7]", "14.2 [4..7]", "14.3 [4..7]"}));
}

TEST_F(Figure37, UpLinkExcludesAllNodes) {
  exclusions.clear();
  exclusions.add_fault({4, 3});
  EXPECT_EQ(registers_in_use(tree, exclusions), (std::vector<std::string>{"4.3 [0..15]"}));
  exclusions.clear();
  EXPECT_TRUE(registers_in_use(tree, exclusions).empty());
}

// A fault whose effect is worked out fault by fault, whatever was in the object before.
TEST(StaticModel, ClearForgetsEverything) {
  const FatTree tree(3, 3);
  StaticExclusions used(tree, 2);
  Random random(5, 0);
  for (int run = 0; run < 50; ++run) {
    StaticExclusions fresh(tree, 2);
    used.clear();
    for (int i = 0; i < 6; ++i) {
      const SwitchId id = 9 + random.below(18);
      const LinkEnd link{id, static_cast<int>(random.below(3))};
      used.add_fault(link);
      fresh.add_fault(link);
    }
    ASSERT_EQ(registers_in_use(tree, used), registers_in_use(tree, fresh));
  }
}

TEST(TreeFaults, ReverseLinkIsTheOtherEndOfTheCable) {
  const FatTree tree(3, 3);
  const Netlist netlist = tree.netlist({});
  for (const Link& link : netlist.links) {
    if (link.kind == 0) continue;
    const LinkEnd end{link.from.index, link.from.port};
    EXPECT_EQ(reverse_link(tree, end), (LinkEnd{link.to.index, link.to.port}));
  }
}

// References: sets of nodes, along every path.

/// What leaves a switch by a directed link: where it leads.
struct Reference {
  FatTree tree;
  std::set<std::pair<SwitchId, int>> failed;

  bool broken(SwitchId id, int port) const { return failed.count({id, port}) != 0; }
  bool below(SwitchId id, NodeId node) const { return nodes_below(tree, id).contains(node); }

  /// Whether the only way down leads past all failed links.
  bool whole_down(SwitchId id, NodeId node) const {
    for (int stage = tree.stage(id); stage > 0; --stage) {
      const int link = tree.digit(node, stage);
      if (broken(id, link)) return false;
      id = switch_below(tree, id, link);
    }
    return true;
  }

  /// Whether some way up and down by minimal routing leads past all failed links.
  bool reachable(SwitchId id, NodeId node) const {
    if (below(id, node)) return whole_down(id, node);
    for (int link = 0; link < tree.k(); ++link) {
      if (!broken(id, tree.k() + link) && reachable(switch_above(tree, id, link), node))
        return true;
    }
    return false;
  }

  /// Whether every way that the registers offer arrives, and there is one.
  bool arrives(const StaticExclusions& exclusions, SwitchId id, NodeId node) const {
    if (below(id, node)) return whole_down(id, node);
    bool offered = false;
    for (int link = 0; link < tree.k(); ++link) {
      if (exclusions.up_ports(id)[link].excludes(node)) continue;
      offered = true;
      if (broken(id, tree.k() + link) || !arrives(exclusions, switch_above(tree, id, link), node)) {
        return false;
      }
    }
    return offered;
  }

  bool tolerated(const StaticExclusions& exclusions) const {
    for (SwitchId leaf = 0; leaf < tree.switches_per_stage(); ++leaf) {
      for (NodeId node = 0; node < tree.hosts(); ++node) {
        if (!arrives(exclusions, leaf, node)) return false;
      }
    }
    return true;
  }

  bool connected() const {
    for (SwitchId leaf = 0; leaf < tree.switches_per_stage(); ++leaf) {
      for (NodeId node = 0; node < tree.hosts(); ++node) {
        if (!reachable(leaf, node)) return false;
      }
    }
    return true;
  }

  std::uint64_t victims(const StaticExclusions& exclusions) const {
    std::uint64_t count = 0;
    for (SwitchId id = 0; id + tree.switches_per_stage() < tree.switches(); ++id) {
      for (int link = 0; link < tree.k(); ++link) {
        if (broken(id, tree.k() + link)) continue;
        for (NodeId node = 0; node < tree.hosts(); ++node) {
          if (!below(id, node) && exclusions.up_ports(id)[link].excludes(node) &&
              reachable(switch_above(tree, id, link), node)) {
            ++count;
          }
        }
      }
    }
    return count;
  }
};

std::vector<LinkEnd> all_links(const FatTree& tree) {
  std::vector<LinkEnd> links;
  for (const Link& link : tree.netlist({}).links) {
    if (link.kind != 0) links.push_back({link.from.index, link.from.port});
  }
  return links;
}

struct JudgeCase {
  int k;
  int n;
  int registers;
  int most_faults;
  int runs;

  std::string name() const {
    return std::to_string(k) + "Ary" + std::to_string(n) + "TreeWith" + std::to_string(registers);
  }

  friend void PrintTo(const JudgeCase& each, std::ostream* out) { *out << each.name(); }
};

class Judge : public testing::TestWithParam<JudgeCase> {};

TEST_P(Judge, AgreesWithEveryPath) {
  const JudgeCase each = GetParam();
  const FatTree tree(each.k, each.n);
  const std::vector<LinkEnd> links = all_links(tree);
  FaultJudge judge(tree, each.registers);
  Random random(7, static_cast<std::uint64_t>(each.registers));
  int tolerated = 0;
  int with_victims = 0;
  for (int run = 0; run < each.runs; ++run) {
    Reference reference{tree, {}};
    std::vector<LinkEnd> faults;
    const std::uint32_t count = 1 + random.below(static_cast<std::uint32_t>(each.most_faults));
    while (faults.size() < count) {
      const LinkEnd link = links[random.below(static_cast<std::uint32_t>(links.size()))];
      if (reference.failed.insert({link.switch_id, link.port}).second) faults.push_back(link);
    }
    const bool answer = judge.judge(faults);
    ASSERT_EQ(answer, reference.tolerated(judge.exclusions()));
    const std::uint64_t victims = judge.victims();
    ASSERT_EQ(victims, reference.victims(judge.exclusions()));
    // Without victims the registers exclude exactly what the faults cut off.
    if (victims == 0) {
      ASSERT_EQ(answer, reference.connected());
    } else {
      ASSERT_TRUE(!answer || reference.connected());
    }
    tolerated += answer ? 1 : 0;
    with_victims += victims > 0 ? 1 : 0;
    // However many registers there are, less than k faults are tolerated.
    if (count < static_cast<std::uint32_t>(each.k)) {
      ASSERT_TRUE(answer);
    }
  }
  // Both answers have been seen, and so have victims, where there are few registers (in two stages
  // of k = 2 there is nothing between two intervals).
  EXPECT_GT(tolerated, 0);
  EXPECT_LT(tolerated, each.runs);
  if (each.registers == 1 && each.n > 2) {
    EXPECT_GT(with_victims, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Trees, Judge,
                         testing::Values(JudgeCase{2, 2, 1, 6, 300}, JudgeCase{2, 3, 1, 10, 400},
                                         JudgeCase{2, 3, 3, 10, 300}, JudgeCase{2, 4, 1, 10, 300},
                                         JudgeCase{2, 4, 4, 20, 200}, JudgeCase{2, 5, 2, 16, 40},
                                         JudgeCase{3, 3, 1, 12, 200}, JudgeCase{3, 3, 2, 20, 200},
                                         JudgeCase{4, 3, 1, 60, 40}, JudgeCase{4, 3, 6, 60, 40},
                                         // Rows of more nodes than a word has bits.
                                         JudgeCase{3, 4, 1, 60, 40}, JudgeCase{9, 2, 2, 60, 40}),
                         [](const auto& each) { return each.param.name(); });

/// Every node of the maximal runs is lost, no other is, and no two runs touch.
TEST(LostDestinations, AreMaximalRunsOfWhatEveryPortExcludes) {
  Random random(3, 0);
  for (const auto& [k, n] : {std::pair{2, 4}, std::pair{3, 3}, std::pair{4, 2}}) {
    const FatTree tree(k, n);
    LostDestinations lost(tree);
    int found = 0;
    for (int run = 0; run < 500; ++run) {
      const SwitchId id = random.below(tree.switches() - tree.switches_per_stage());
      std::vector<ExclusionSet> ports(static_cast<std::size_t>(k), ExclusionSet(3, tree.hosts()));
      for (ExclusionSet& port : ports) {
        for (std::uint32_t i = random.below(4); i-- > 0;) {
          const NodeId lower = random.below(tree.hosts());
          port.store({lower, (lower + random.below(tree.hosts() - 1)) % tree.hosts()});
        }
      }
      std::set<NodeId> expected;
      for (NodeId node = 0; node < tree.hosts(); ++node) {
        const bool everywhere =
            std::all_of(ports.begin(), ports.end(),
                        [&](const ExclusionSet& port) { return port.excludes(node); });
        if (everywhere && !nodes_below(tree, id).contains(node)) expected.insert(node);
      }
      std::set<NodeId> in_runs;
      for (const CyclicInterval& each : lost.of(id, ports.data())) {
        const std::set<NodeId> nodes = nodes_of(each, tree.hosts());
        in_runs.insert(nodes.begin(), nodes.end());
        ASSERT_EQ(expected.count((each.upper + 1) % tree.hosts()), 0u);
        ASSERT_EQ(expected.count((each.lower + tree.hosts() - 1) % tree.hosts()), 0u);
        ++found;
      }
      ASSERT_EQ(in_runs, expected);
    }
    EXPECT_GT(found, 100);
  }
}

TEST(FaultJudge, ExhaustiveTwoFaultsInTheTwoAryThreeTree) {
  const FatTree tree(2, 3);
  const std::vector<LinkEnd> links = all_links(tree);
  FaultJudge judge(tree, 1);
  int combinations = 0;
  int not_tolerated = 0;
  int disconnected = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    for (std::size_t j = i + 1; j < links.size(); ++j) {
      ++combinations;
      if (!judge.judge({links[i], links[j]})) ++not_tolerated;
      const Reference reference{
          tree, {{links[i].switch_id, links[i].port}, {links[j].switch_id, links[j].port}}};
      if (!reference.connected()) ++disconnected;
    }
  }
  EXPECT_EQ(combinations, 496);
  EXPECT_EQ(not_tolerated, disconnected);
  EXPECT_EQ(not_tolerated, 32) << "6 % in [Fat-Trees 2010], section 3.4.2";
}

// The routing function

/// `ft2ei` in a tree in which these parts have failed before the start.
struct FaultyTree {
  FaultyTree(std::int64_t k, std::int64_t n, std::int64_t exclusion_intervals,
             const std::vector<std::pair<FailedPart, std::string>>& faults)
      : netlist(test::generate("fat_tree", {{"k", k}, {"n", n}})),
        context(test::context_of(netlist)) {
    for (const auto& [part, name] : faults) {
      const std::vector<int> links = links_of_part(netlist, part, name);
      context.failed_links.insert(context.failed_links.end(), links.begin(), links.end());
    }
    routing = test::make_routing("ft2ei", context, {{"exclusion_intervals", exclusion_intervals}});
  }

  FaultyTree(const FaultyTree&) = delete;
  FaultyTree& operator=(const FaultyTree&) = delete;

  ConnectivityReport connectivity() { return check_connectivity(context, *routing); }

  Netlist netlist;
  RoutingContext context;
  std::unique_ptr<RoutingFunction> routing;
};

/// [Fat-Trees 2010], Table 3.5: paths that are left after a fault in a down link (of the first and
/// of the second stage of links between switches).
TEST(Ft2eiRouting, PathsLeftAfterOneFault) {
  const auto paths = [](std::int64_t k, const std::string& link) {
    std::vector<std::pair<FailedPart, std::string>> faults;
    if (!link.empty()) faults.emplace_back(FailedPart::kLink, link);
    const ConnectivityReport report = FaultyTree(k, 3, 1, faults).connectivity();
    EXPECT_TRUE(report.ok()) << link;
    return report.paths;
  };
  EXPECT_EQ(paths(2, ""), 168u);
  EXPECT_EQ(paths(2, "s4.p1"), 168u - 20);
  EXPECT_EQ(paths(2, "s8.p0"), 168u - 16);
  EXPECT_EQ(paths(4, ""), 52416u);
  EXPECT_EQ(paths(4, "s16.p3"), 52416u - 816);
  EXPECT_EQ(paths(4, "s47.p0"), 52416u - 768);
}

/// [Fat-Trees 2010], Figure 3.7 with its second follow-up, as the fabric manager writes it.
TEST(Ft2eiRouting, ProgramsTheRegistersOfFigure37) {
  const FaultyTree tree(2, 4, 2, {{FailedPart::kLink, "s18.p1"}, {FailedPart::kLink, "s22.p1"}});
  EXPECT_EQ(tree.routing->register_set(), "ft2ei");
  SwitchShape shape;
  shape.hosts = 16;
  shape.switches = 32;
  shape.ports = 4;
  tree.routing->complete_shape(8, shape);
  EXPECT_EQ(shape.up_ports, 2);
  EXPECT_EQ(shape.first_up_port, 2);
  EXPECT_EQ(shape.exclusion_intervals, 2);
  RegisterFile file("ft2ei", shape);
  for (const RegisterWrite& write : tree.routing->register_program(8)) file.write(write);
  const std::uint32_t expected[4][3] = {{0, 0, 0}, {0, 0, 0}, {4, 7, 1}, {12, 15, 1}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(file.value("ELIB", i), expected[i][0]) << i;
    EXPECT_EQ(file.value("EUIB", i), expected[i][1]) << i;
    EXPECT_EQ(file.value("EENABLE", i), expected[i][2]) << i;
  }
  tree.routing->complete_shape(24, shape);
  EXPECT_EQ(shape.up_ports, 0) << "a root switch has no up links";
}

/// The routers offer what the registers say, in switches of more ports than one bank too, and
/// nothing crosses a fault.
TEST(Ft2eiRouting, OffersWhatTheRegistersAllow) {
  Random random(11, 0);
  for (const auto& [k, n, registers] :
       {std::tuple{2, 4, 1}, std::tuple{3, 3, 2}, std::tuple{5, 2, 3}, std::tuple{12, 2, 1}}) {
    const FatTree tree(k, n);
    const std::vector<LinkEnd> links = all_links(tree);
    for (int run = 0; run < 10; ++run) {
      StaticExclusions exclusions(tree, registers);
      Reference reference{tree, {}};
      std::vector<std::pair<FailedPart, std::string>> faults;
      for (int i = 0; i < 2 * k; ++i) {
        const LinkEnd link = links[random.below(static_cast<std::uint32_t>(links.size()))];
        exclusions.add_fault(link);
        reference.failed.insert({link.switch_id, link.port});
        faults.emplace_back(FailedPart::kLink, "s" + std::to_string(link.switch_id) + ".p" +
                                                   std::to_string(link.port));
      }
      FaultyTree faulty(k, n, registers, faults);
      const ConnectivityReport report = faulty.connectivity();
      EXPECT_EQ(report.unconnected == 0 && report.endangered == 0, reference.tolerated(exclusions));
      std::uint64_t offered = 0;
      ConnectivityOptions options;
      options.visit = [&](SwitchId at, const RouteQuery& query, CandidateSet candidates) {
        for (int port = 0; port < faulty.netlist.switches[at].ports; ++port) {
          const bool inside = nodes_below(tree, at).contains(query.destination);
          const bool expected =
              port < k ? nodes_below_link(tree, at, port).contains(query.destination)
                       : !inside && !exclusions.up_ports(at)[port - k].excludes(query.destination);
          ASSERT_EQ((candidates.words()[port / 64] >> port % 64 & 1) != 0, expected);
          ++offered;
        }
      };
      check_connectivity(faulty.context, *faulty.routing, options);
      EXPECT_GT(offered, 0u);
    }
  }
}

TEST(FailedParts, AreLinksBetweenSwitches) {
  const Netlist netlist =
      test::generate("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}});
  const auto names = [&](FailedPart part, const std::string& name) {
    std::vector<std::string> result;
    for (const int link : links_of_part(netlist, part, name)) {
      result.push_back(endpoint_name(netlist, netlist.links[static_cast<std::size_t>(link)].from));
    }
    std::sort(result.begin(), result.end());
    return result;
  };
  EXPECT_EQ(names(FailedPart::kLink, "s4.p1"), (std::vector<std::string>{"s4.p1"}));
  EXPECT_EQ(names(FailedPart::kCable, "s4.p1"), (std::vector<std::string>{"s1.p2", "s4.p1"}));
  EXPECT_EQ(names(FailedPart::kSwitch, "s0"),
            (std::vector<std::string>{"s0.p2", "s0.p3", "s4.p0", "s5.p0"}));
  EXPECT_EQ(names(FailedPart::kSwitch, "s8").size(), 4u);
  // The first link of a netlist, too.
  Netlist pair;
  pair.kinds = {"host", "link"};
  pair.switches = {{"a", 1}, {"b", 1}};
  pair.add_cable({Endpoint::Type::kSwitch, 0, 0}, {Endpoint::Type::kSwitch, 1, 0}, 1, 1);
  EXPECT_EQ(links_of_part(pair, FailedPart::kCable, "a.p0"), (std::vector<int>{0, 1}));
  const auto message = [&](FailedPart part, const std::string& name) {
    return test::error_of([&] { links_of_part(netlist, part, name); });
  };
  EXPECT_EQ(message(FailedPart::kSwitch, "s12"),
            "'s12' is no switch of the network; allowed: s0 to s11");
  EXPECT_EQ(message(FailedPart::kLink, "s8.p2"), "switch s8 has no port 2; allowed: 0 to 1");
  EXPECT_EQ(message(FailedPart::kLink, "s8"),
            "'s8' is no port of a switch; allowed: a switch and its port, like s0.p0");
  EXPECT_EQ(message(FailedPart::kCable, "s0.p0"),
            "s0.p0 has no link to another switch; allowed: links between switches");
}

}  // namespace
}  // namespace netloom
