#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "hw/network/memory_estimate.h"
#include "hw/network/partition.h"
#include "routing/base/error.h"
#include "routing/topology/dragonfly.h"

namespace netloom {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::uint64_t kLargeCache = std::uint64_t{1} << 40;

/// A cache of which a network takes so many.
std::uint64_t cache_for(const Netlist& netlist, const NetworkConfig& config, int quantum,
                        std::uint64_t caches) {
  return estimate_memory(netlist, config, quantum).total() / caches;
}

/// Switches of each region.
std::vector<std::size_t> sizes(const Partition& partition) {
  std::vector<std::size_t> result(static_cast<std::size_t>(partition.regions));
  for (const int region : partition.region_of) ++result[static_cast<std::size_t>(region)];
  return result;
}

NetworkConfig config_of(const Netlist& netlist) {
  NetworkConfig config;
  const std::size_t kinds = netlist.kinds.size();
  config.switches.vcs.assign(kinds, 2);
  config.switches.input_buffer.assign(kinds, 32);
  config.switches.output_buffer.assign(kinds, 0);
  config.nic.packet_phits = 8;
  return config;
}

/// A ring of switches with a host each; `latency(i)` cycles from switch i to the next one and back.
template <class Latency>
Netlist ring(std::uint32_t switches, Latency&& latency) {
  Netlist netlist;
  netlist.kinds = {"host", "ring"};
  for (std::uint32_t i = 0; i < switches; ++i) {
    netlist.switches.push_back({"s" + std::to_string(i), 3});
    netlist.hosts.push_back({"h" + std::to_string(i)});
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i, 0}, 1, 0);
    netlist.add_cable({Endpoint::Type::kSwitch, i, 1},
                      {Endpoint::Type::kSwitch, (i + 1) % switches, 2}, latency(i), 1);
  }
  validate(netlist);
  return netlist;
}

/// 9 groups of 4 switches, with links of 10 cycles in them and of 100 between them.
class DragonflyRegions : public testing::Test {
 protected:
  Partition partition(int regions, std::uint64_t cache, const StatusBroadcast& broadcast = {},
                      int quantum = 11) {
    config_.simulation.regions = regions;
    return make_partition(netlist_, config_, Lookahead(netlist_, config_, broadcast, false),
                          quantum, {cache, cores_});
  }
  Partition for_threads(int threads, int regions = 0, const StatusBroadcast& broadcast = {}) {
    config_.simulation.threads = threads;
    return partition(regions, kLargeCache, broadcast);
  }
  std::uint64_t small_cache() const { return cache_for(netlist_, config_, 11, 32); }
  /// Whether no group is cut.
  bool keeps_groups(const Partition& partition) const {
    for (std::size_t id = 0; id < netlist_.switches.size(); ++id) {
      if (partition.region_of[id] != partition.region_of[id / 4 * 4]) return false;
    }
    return true;
  }

  Netlist netlist_ = Dragonfly({2, 4, 2}, GlobalArrangement::kPalmtree, 1)
                         .netlist({{"host", 1}, {"local", 10}, {"global", 100}});
  NetworkConfig config_ = config_of(netlist_);
  int cores_ = 1;
};

TEST_F(DragonflyRegions, AreTheGroupsWhereTheCachesAreSmall) {
  const Partition some = partition(0, small_cache());
  EXPECT_EQ(some.regions, 9);
  EXPECT_TRUE(keeps_groups(some));
  EXPECT_EQ(some.window, 101) << "a global link, and the crossbar before it";
  EXPECT_THAT(sizes(some), Each(4u));
}

// A region that is much larger than the cache does not stay there either.
TEST_F(DragonflyRegions, AreNotMadeWhereTheyWouldNotStayInTheCache) {
  EXPECT_EQ(partition(0, cache_for(netlist_, config_, 11, 9 * 15)).regions, 9);
  EXPECT_EQ(partition(0, cache_for(netlist_, config_, 11, 9 * 17)).regions, 1);
  EXPECT_EQ(partition(0, cache_for(netlist_, config_, 11, 20)).regions, 1)
      << "the network nearly does";
}

TEST_F(DragonflyRegions, AreNotMadeWhereTheNetworkIsInTheCaches) {
  const Partition one = partition(0, kLargeCache);
  EXPECT_EQ(one.regions, 1);
  EXPECT_EQ(one.window, 11) << "a quantum";
  EXPECT_THAT(one.region_of, Each(0));
}

TEST_F(DragonflyRegions, OfANumberAreCutAtGlobalLinksAsLongAsThatIsBalanced) {
  for (const int regions : {3, 9}) {
    const Partition some = partition(regions, kLargeCache);
    EXPECT_EQ(some.regions, regions);
    EXPECT_TRUE(keeps_groups(some)) << regions;
    EXPECT_EQ(some.window, 101) << regions;
  }
  const Partition many = partition(36, kLargeCache);
  EXPECT_EQ(many.regions, 36);
  EXPECT_EQ(many.window, 11) << "a local link, and the crossbar before it";
  EXPECT_THAT([&] { partition(37, kLargeCache); },
              ThrowsMessage<Error>(HasSubstr("37 regions of 36 switches; allowed: up to 36")));
}

TEST_F(DragonflyRegions, OneIsTheNetwork) {
  EXPECT_EQ(partition(1, small_cache()).regions, 1);
}

TEST_F(DragonflyRegions, AreThoseThatAreGiven) {
  for (std::size_t id = 0; id < netlist_.switches.size(); ++id) {
    config_.simulation.region_of.push_back(id < 20 ? 7 : 3);
  }
  const Partition given = partition(0, kLargeCache);
  EXPECT_EQ(given.regions, 2);
  EXPECT_EQ(given.region_of.front(), 0);
  EXPECT_EQ(given.region_of.back(), 1);
  EXPECT_EQ(given.window, 101);
}

// What no link carries bounds the window where it leaves a region, and only there.
TEST_F(DragonflyRegions, KnowWhatSwitchesTellEachOther) {
  StatusBroadcast broadcast{1, 10, 10};
  EXPECT_EQ(partition(9, kLargeCache, broadcast).window, 10) << "all may read all";
  EXPECT_EQ(Lookahead(netlist_, config_, broadcast, false).quantum(), 10) << "not 11";
  broadcast.area = 4;
  EXPECT_EQ(partition(9, kLargeCache, broadcast).window, 101) << "those of a group";
  EXPECT_EQ(partition(36, kLargeCache, broadcast).window, 10) << "across regions again";
  config_.views.assign(36, SwitchView::kFast);
  config_.views[5] = SwitchView::kStructural;
  EXPECT_EQ(partition(9, kLargeCache, broadcast).window, 10) << "s5 runs by itself";
  broadcast.least_delay = 5;
  EXPECT_EQ(partition(9, kLargeCache, broadcast).window, 5) << "sooner than by links";
}

TEST_F(DragonflyRegions, KnowOfIdealAcknowledgements) {
  config_.nic.reorder_buffer = 4;
  EXPECT_EQ(partition(9, kLargeCache, {}, 1).window, 1);
  EXPECT_EQ(partition(0, small_cache(), {}, 1).regions, 1) << "nothing is gained";
}

TEST_F(DragonflyRegions, StopAtSwitchesWithPins) {
  config_.views.assign(36, SwitchView::kFast);
  config_.views[5] = SwitchView::kStructural;
  EXPECT_EQ(partition(9, kLargeCache).window, 10) << "a local link of s5";
}

TEST_F(DragonflyRegions, OfThreadsAreOneEachAndCutAtGlobalLinks) {
  const Partition two = for_threads(2);
  EXPECT_EQ(two.threads, 2);
  EXPECT_EQ(two.regions, 2);
  EXPECT_TRUE(keeps_groups(two));
  EXPECT_EQ(two.window, 101);
  EXPECT_THAT(two.thread_of, ElementsAre(0, 1));
  EXPECT_THAT(for_threads(1).thread_of, ElementsAre(0));
}

TEST_F(DragonflyRegions, ThatFitIntoTheCacheAreDealtToThreads) {
  config_.simulation.threads = 3;
  const Partition groups = partition(0, small_cache());
  EXPECT_EQ(groups.regions, 9);
  EXPECT_EQ(groups.window, 101);
  for (int thread = 0; thread < 3; ++thread) {
    EXPECT_EQ(std::count(groups.thread_of.begin(), groups.thread_of.end(), thread), 3);
  }
}

TEST_F(DragonflyRegions, AreNoFewerThanThreads) {
  EXPECT_THAT([&] { for_threads(2, 1); },
              ThrowsMessage<Error>(HasSubstr("simulation.threads: 2 for 1 regions; allowed: up to "
                                             "1")));
  EXPECT_THAT(
      [&] { for_threads(37); },
      ThrowsMessage<Error>(HasSubstr("simulation.threads: 37; this network allows up to 36")));
  EXPECT_EQ(for_threads(4, 4).threads, 4);
}

// What switches publish those of a group read whenever they like: one thread runs them.
TEST_F(DragonflyRegions, OfOneThreadShareMemory) {
  const StatusBroadcast in_group{1, 10, 10, 4};
  const Partition nine = for_threads(9, 0, in_group);
  EXPECT_TRUE(keeps_groups(nine));
  EXPECT_THAT([&] { for_threads(10, 0, in_group); },
              ThrowsMessage<Error>(HasSubstr("this network allows up to 9, because the routing "
                                             "function has switches publish their queues")));
  EXPECT_THAT(
      [&] {
        for_threads(2, 0, {1, 10, 10});
      },
      ThrowsMessage<Error>(HasSubstr("allows up to 1, because")));
  // Of regions that are given those that have memory in common.
  for (int id = 0; id < 36; ++id) config_.simulation.region_of.push_back(id / 2);
  const Partition pairs = for_threads(3, 0, in_group);
  ASSERT_EQ(pairs.regions, 18);
  for (int region = 0; region < 18; region += 2) {
    EXPECT_EQ(pairs.thread_of[static_cast<std::size_t>(region)],
              pairs.thread_of[static_cast<std::size_t>(region) + 1]);
  }
}

TEST_F(DragonflyRegions, OfIdealAcknowledgementsAndPinsAreForOneThread) {
  config_.nic.reorder_buffer = 4;
  EXPECT_THAT([&] { for_threads(2); },
              ThrowsMessage<Error>(HasSubstr("allows up to 1, because nic.reorder_buffer")));
  config_.nic.reorder_buffer = 0;
  config_.views.assign(36, SwitchView::kFast);
  config_.views[5] = SwitchView::kStructural;
  EXPECT_THAT([&] { for_threads(2); },
              ThrowsMessage<Error>(HasSubstr("allows up to 1, because views has switches with "
                                             "pins")));
}

// 252 ports in all, in windows of 101 cycles; a thread is to have 2,500 ports times cycles.
TEST_F(DragonflyRegions, AreForAsManyThreadsAsHaveEnoughToDo) {
  cores_ = 2;
  EXPECT_EQ(for_threads(0).threads, 2);
  EXPECT_EQ(for_threads(0, 1).threads, 1) << "one region";
  cores_ = 100;
  EXPECT_EQ(for_threads(0).threads, 9) << "a group each";
  cores_ = 8;
  EXPECT_EQ(for_threads(0).threads, 5) << "6 to 8 would have two groups or one, too";
  config_.nic.reorder_buffer = 4;
  EXPECT_EQ(for_threads(0).threads, 1) << "they could not run at the same time";
}

TEST(Regions, AreNotMadeWhereAllLinksAreAlike) {
  const Netlist netlist = ring(64, [](std::uint32_t) { return 8; });
  const NetworkConfig config = config_of(netlist);
  const Lookahead lookahead(netlist, config, {}, false);
  const std::uint64_t cache = cache_for(netlist, config, lookahead.quantum(), 32);
  EXPECT_EQ(make_partition(netlist, config, lookahead, lookahead.quantum(), {cache, 1}).regions, 1);
}

TEST(Regions, OfANumberAreOfOneSizeAndCutFewLinks) {
  const Netlist netlist = ring(64, [](std::uint32_t) { return 8; });
  NetworkConfig config = config_of(netlist);
  for (const int regions : {2, 3, 4, 7}) {
    config.simulation.regions = regions;
    const Lookahead lookahead(netlist, config, {}, false);
    const Partition partition =
        make_partition(netlist, config, lookahead, lookahead.quantum(), {kLargeCache, 1});
    ASSERT_EQ(partition.regions, regions);
    std::size_t most = 0;
    for (const std::size_t size : sizes(partition)) most = std::max(most, size);
    EXPECT_LE(static_cast<double>(most), 1.1 * 64 / regions + 1) << regions;
    int cut = 0;
    for (std::size_t id = 0; id < 64; ++id) {
      cut += partition.region_of[id] != partition.region_of[(id + 1) % 64] ? 1 : 0;
    }
    // In a ring a region of one piece has two ends.
    EXPECT_LE(cut, 2 * regions) << regions;
  }
}

// Regions are found in any netlist by the lengths of its links: here four pieces of eight switches.
TEST(Regions, AreWhatShortLinksJoinInAnyNetlist) {
  const Netlist netlist = ring(32, [](std::uint32_t i) { return i % 8 == 7 ? 60 : 4; });
  const NetworkConfig config = config_of(netlist);
  const Lookahead lookahead(netlist, config, {}, false);
  ASSERT_EQ(lookahead.quantum(), 5);
  const Partition partition =
      make_partition(netlist, config, lookahead, 5, {cache_for(netlist, config, 5, 32), 1});
  EXPECT_EQ(partition.regions, 4);
  EXPECT_EQ(partition.window, 61);
  for (std::size_t id = 0; id < 32; ++id) {
    EXPECT_EQ(partition.region_of[id], static_cast<int>(id / 8));
  }
}

// A host that injects at one switch and receives at another, and answers.
TEST(Regions, KnowOfHostsAtTwoSwitches) {
  Netlist netlist = ring(4, [](std::uint32_t) { return 20; });
  for (Link& link : netlist.links) {
    if (link.to.type == Endpoint::Type::kHost) link.from.index = (link.from.index + 1) % 4;
  }
  validate(netlist);
  NetworkConfig config = config_of(netlist);
  config.simulation.regions = 2;
  for (const bool reacts : {false, true}) {
    const Lookahead lookahead(netlist, config, {}, reacts);
    EXPECT_EQ(lookahead.quantum(), reacts ? 1 : 21);
    EXPECT_EQ(lookahead.most_threads(), reacts ? 1 : 4);
    EXPECT_EQ(
        make_partition(netlist, config, lookahead, lookahead.quantum(), {kLargeCache, 1}).window,
        reacts ? 1 : 21);
  }
}

/// A rank that may use these cores of a machine.
Machine rank_on(std::uint64_t host, const std::vector<int>& cores) {
  Machine machine{kLargeCache, static_cast<int>(cores.size()), 1};
  for (const int core : cores) CPU_SET(core, &machine.allowed);
  machine.host = host;
  return machine;
}

TEST(MachineOfRanks, SharesTheCoresThatNothingBindsThemTo) {
  const std::vector<int> all = {0, 1, 2, 3, 4, 5, 6, 7};
  const Machine four = shared_machine(std::vector<Machine>(4, rank_on(1, all)));
  EXPECT_EQ(four.cores, 2);
  EXPECT_EQ(four.ranks, 4);
  EXPECT_EQ(shared_machine(std::vector<Machine>(3, rank_on(1, all))).cores, 2);
  EXPECT_EQ(shared_machine(std::vector<Machine>(9, rank_on(1, all))).cores, 1);
}

TEST(MachineOfRanks, HasItsOwnCoresWhereItIsBoundOrAlone) {
  EXPECT_EQ(shared_machine({rank_on(1, {0, 1, 2, 3})}).cores, 4);
  EXPECT_EQ(shared_machine({rank_on(1, {0, 1, 2}), rank_on(1, {3, 4, 5})}).cores, 3);
  EXPECT_EQ(shared_machine({rank_on(1, {0, 1, 2}), rank_on(2, {0, 1, 2})}).cores, 3);
}

TEST(MachineOfRanks, HasTheFewestOfThem) {
  EXPECT_EQ(shared_machine({rank_on(1, {0, 1, 2, 3}), rank_on(2, {0, 1})}).cores, 2);
  EXPECT_EQ(
      shared_machine({rank_on(1, {0, 1, 2, 3}), rank_on(2, {0, 1, 2, 3}), rank_on(2, {0, 1, 2, 3})})
          .cores,
      2);
}

}  // namespace
}  // namespace netloom
