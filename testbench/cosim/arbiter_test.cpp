#include "hw/switch/part/arbiter.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/kernel/channel_mask.h"
#include "matcher_support.h"
#include "routed_network.h"
#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/netlist/topology.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_hook.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::string block_of(ArbiterKind kind) {
  return kind == ArbiterKind::kRoundRobin ? "rr_arbiter" : "lrs_arbiter";
}

const RtlBlockEntry& entry_of(const std::string& name) {
  return RtlBlockRegistry::instance().find(name);
}

/// The RTL arbiters of a switch beside the model's.
class Pair {
 public:
  Pair(const std::string& implementation, ArbiterKind kind, int ports, int vc_shift,
       std::uint64_t seed = 1)
      : kind_(kind),
        ports_(ports),
        vc_shift_(vc_shift),
        outputs_(kind, ports << vc_shift, ports << vc_shift, 1 << vc_shift),
        inputs_(kind, ports, ports << vc_shift, 1),
        rtl_(entry_of(implementation)
                 .make_as<SwitchArbiters>(OwnArbiters({kind, ports, vc_shift, false}), ports,
                                          seed)) {}

  /// Goes on in a later cycle.
  void pass(Cycle cycles) { now_ += cycles; }
  /// The RTL is reset, and the model as new.
  void reset() {
    netloom::reset(*rtl_);
    now_ = 0;
    outputs_ = ArbiterBank(kind_, ports_ << vc_shift_, ports_ << vc_shift_, 1 << vc_shift_);
    inputs_ = ArbiterBank(kind_, ports_, ports_ << vc_shift_, 1);
  }

  /// Lets both grant, and compares them; the channel.
  int grant(ArbiterPlace place, int arbiter, const std::vector<std::uint64_t>& requests) {
    ArbitrationQuery query;
    query.place = place;
    query.arbiter = arbiter;
    query.requests = requests.data();
    query.words = static_cast<int>(requests.size());
    query.cycle = now_;
    query.granted = bank(place).pick(
        arbiter, ChannelMask<1024>::from_candidates(requests.data()), [] { return Draw(0); },
        [](int, int) { return false; });
    EXPECT_EQ(rtl_->grant(query), query.granted);
    return query.granted;
  }
  void used(ArbiterPlace place, int arbiter, int channel) {
    bank(place).used(arbiter, channel);
    rtl_->used(place, arbiter, channel);
  }

  int vc_shift() const { return vc_shift_; }

 private:
  ArbiterBank& bank(ArbiterPlace place) {
    return place == ArbiterPlace::kOutput ? outputs_ : inputs_;
  }

  ArbiterKind kind_;
  int ports_;
  int vc_shift_;
  ArbiterBank outputs_, inputs_;
  std::unique_ptr<SwitchArbiters> rtl_;
  Cycle now_ = 0;
};

bool fits(const std::string& implementation, ArbiterKind kind, int ports, int vc_shift) {
  return entry_of(implementation).implements(OwnArbiters({kind, ports, vc_shift, false}), ports);
}

std::vector<std::uint64_t> words_of(std::uint64_t requests) {
  std::vector<std::uint64_t> words(1024 / 64);
  words[0] = requests;
  return words;
}

class Arbiter : public testing::TestWithParam<ArbiterKind> {};

// Five requesters, no power of two. From every state that up to three used grants lead to, every
// set of requests: all pointers, and all orders of those served last.
TEST_P(Arbiter, Exhaustive) {
  constexpr int kRequesters = 5;
  for (const std::string& implementation : right_implementations(block_of(GetParam()))) {
    SCOPED_TRACE(implementation);
    for (int history = 0; history < 6 * 6 * 6; ++history) {
      Pair pair(implementation, GetParam(), kRequesters, 0);
      for (int rest = history; rest > 0; rest /= 6) {
        if (rest % 6 > 0) pair.used(ArbiterPlace::kOutput, 2, rest % 6 - 1);
      }
      for (std::uint64_t requests = 1; requests < 1u << kRequesters; ++requests) {
        pair.grant(ArbiterPlace::kOutput, 2, words_of(requests));
      }
      ASSERT_FALSE(HasFailure()) << "history " << history;
    }
  }
}

// Switches of all sizes that it is made for: input ports and crossbar outputs, with requests of
// few, some and nearly all, grants that are used and others that are not.
TEST_P(Arbiter, GrantsAsTheSwitchDoes) {
  const ArbiterKind kind = GetParam();
  Random random(17, 0);
  for (const std::string& implementation : right_implementations(block_of(kind))) {
    SCOPED_TRACE(implementation);
    for (const auto& [ports, vc_shift] : {std::pair{1, 0},
                                          {2, 0},
                                          {3, 0},
                                          {4, 0},
                                          {2, 1},
                                          {5, 0},
                                          {7, 0},
                                          {8, 0},
                                          {5, 2},
                                          {64, 0},
                                          {16, 2},
                                          {1, 6},
                                          {23, 2},
                                          {64, 3}}) {
      if (!fits(implementation, kind, ports, vc_shift)) {
        EXPECT_TRUE(implementation != block_of(kind) || ports << vc_shift > 64);
        continue;
      }
      SCOPED_TRACE(fmt::format("{} ports, vc_shift {}", ports, vc_shift));
      Pair pair(implementation, kind, ports, vc_shift, 1 + random.next());
      const int channels = ports << vc_shift;
      for (int i = 0; i < 3000; ++i) {
        if (i % 1000 == 999) pair.reset();  // in the middle of a run
        pair.pass(random.below(3));
        const bool input = random.below(3) == 0;
        const int port = static_cast<int>(random.below(static_cast<unsigned>(ports)));
        const int first = input ? port << vc_shift : 0;
        const int count = input ? 1 << vc_shift : channels;
        const std::uint32_t density = 1 + 5 * random.below(4);
        auto words = words_of(0);
        const int one = static_cast<int>(random.below(static_cast<unsigned>(count)));
        for (int j = 0; j < count; ++j) {
          const int channel = first + j;
          if (j == one || random.below(16) < density) {
            words[static_cast<std::size_t>(channel / 64)] |= std::uint64_t{1} << channel % 64;
          }
        }
        const ArbiterPlace place = input ? ArbiterPlace::kInput : ArbiterPlace::kOutput;
        const int arbiter = input ? port : (port % 3) << vc_shift;
        const int granted = pair.grant(place, arbiter, words);
        if (random.below(4) > 0) pair.used(place, arbiter, granted);
        // The last one and the first one now and then, as another allocation may have it.
        if (random.below(16) == 0) pair.used(place, arbiter, first + count - 1);
        if (random.below(16) == 0) pair.used(place, arbiter, first);
      }
    }
  }
}

// Of those that request, each is granted once before one is granted again.
TEST_P(Arbiter, NobodyStarves) {
  for (const std::string& implementation : right_implementations(block_of(GetParam()))) {
    if (!fits(implementation, GetParam(), 8, 0)) continue;
    Pair pair(implementation, GetParam(), 8, 0);
    std::vector<int> grants(8);
    for (int i = 0; i < 8 * 20; ++i) {
      const int granted = pair.grant(ArbiterPlace::kOutput, 0, words_of(0xff));
      pair.used(ArbiterPlace::kOutput, 0, granted);
      ++grants[static_cast<std::size_t>(granted)];
    }
    EXPECT_EQ(grants, std::vector<int>(8, 20));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Arbiter,
                         testing::Values(ArbiterKind::kRoundRobin,
                                         ArbiterKind::kLeastRecentlyServed),
                         [](const auto& kind) { return block_of(kind.param); });

// ---- In switches.

/// What a hook makes for switch 0 of a 4-ary 2-tree.
std::unique_ptr<SwitchArbiters> made_arbiters(const RoutedNetwork& tree, RtlMode mode,
                                              RtlCounters& counters) {
  return make_arbiters_hook(tree.netlist, ArbiterKind::kRoundRobin, false,
                            {{"broken_rr_arbiter"}, mode}, counters)(0, 8, 0);
}

// Port 5 was served; 5 and 7 request: port 7 is next, but the broken arbiter stays at 5.
TEST(ArbiterShadow, StopsAtTheFirstDifferenceAndSaysWhere) {
  const RoutedNetwork tree("fat_tree", 4, 2, "interval");
  RtlCounters counters;
  const auto arbiters = made_arbiters(tree, RtlMode::kShadow, counters);
  const std::uint64_t requests = 1 << 5 | 1 << 7;
  ArbitrationQuery query;
  query.place = ArbiterPlace::kOutput;
  query.arbiter = 3;
  query.requests = &requests;
  query.words = 1;
  query.granted = 5;
  query.cycle = 4711;
  EXPECT_EQ(arbiters->grant(query), 5);
  arbiters->used(ArbiterPlace::kOutput, 3, 5);
  query.granted = 7;
  EXPECT_THAT([&] { arbiters->grant(query); },
              ThrowsMessage<Error>(AllOf(
                  HasSubstr("RTL block 'rr_arbiter' (implementation 'broken_rr_arbiter')"),
                  HasSubstr("cycle 4711 at switch '" + tree.netlist.switches[0].name + "'"),
                  HasSubstr("the arbiter of the crossbar output port 3, VC 0"),
                  HasSubstr("{port 5, VC 0; port 7, VC 0}"),
                  HasSubstr("the reference grants port 7, VC 0, the RTL grants port 5, VC 0"))));
  EXPECT_EQ(counters.blocks.at("rr_arbiter").decisions(), 2u);
  EXPECT_EQ(counters.blocks.at("rr_arbiter").mismatches(), 1u);
}

TEST(ArbiterShadow, ReplaceLetsTheRtlGrantWhatRequests) {
  const RoutedNetwork tree("fat_tree", 4, 2, "interval");
  RtlCounters counters;
  const auto arbiters = made_arbiters(tree, RtlMode::kReplace, counters);
  std::uint64_t requests = 1 << 5 | 1 << 7;
  ArbitrationQuery query;
  query.place = ArbiterPlace::kOutput;
  query.requests = &requests;
  query.words = 1;
  query.granted = 7;
  arbiters->used(ArbiterPlace::kOutput, 0, 5);
  EXPECT_EQ(arbiters->grant(query), 5);
  requests = 0;
  EXPECT_THAT([&] { arbiters->grant(query); },
              ThrowsMessage<Error>(AllOf(HasSubstr("grants a channel that does not request"),
                                         HasSubstr("the RTL grants none"))));
}

TEST(ArbiterHook, RefusesWhatTheBlockDoesNotFit) {
  const RoutedNetwork tree("fat_tree", 4, 2, "interval");
  RtlCounters counters;
  const auto make = [&](const std::vector<std::string>& blocks, ArbiterKind kind) {
    return make_arbiters_hook(tree.netlist, kind, false, {blocks, RtlMode::kShadow}, counters);
  };
  for (const ArbiterKind kind :
       {ArbiterKind::kLeastRecentlyServed, ArbiterKind::kAge, ArbiterKind::kRandom}) {
    EXPECT_THAT([&] { make({"rr_arbiter"}, kind); },
                ThrowsMessage<Error>(HasSubstr("RTL block 'rr_arbiter' makes no decision of this "
                                               "network; allowed: switch.allocator.arbiter "
                                               "round_robin")));
  }
  EXPECT_THAT(
      [&] {
        make({"lrs_arbiter", "rr_arbiter"}, ArbiterKind::kRoundRobin);
      },
      ThrowsMessage<Error>(HasSubstr("arbiter least_recently_served")));
  EXPECT_TRUE(make({"lrs_arbiter"}, ArbiterKind::kLeastRecentlyServed));
  EXPECT_FALSE(make({"up_selector"}, ArbiterKind::kAge));
  // More virtual channels than one is made for.
  const auto hook = make({"lrs_arbiter"}, ArbiterKind::kLeastRecentlyServed);
  EXPECT_THAT([&] { hook(0, 8, 4); }, ThrowsMessage<Error>(HasSubstr("up to 64 channels")));
}

}  // namespace

namespace test {
namespace {

/// A switch whose arbiters RTL replaces or is compared with.
struct ArbiterCase {
  std::string name;
  AllocatorKind allocator;
  int iterations;
  CrossbarKind crossbar;
  int vcs;
  int output_buffer;
  ArbiterKind arbiter;

  friend void PrintTo(const ArbiterCase& each, std::ostream* out) { *out << each.name; }
};

std::string run_arbiters(const ArbiterCase& each, const std::vector<std::string>& blocks,
                         RtlMode mode) {
  return in_child([&] {
    NetworkSetup setup(make_netlist("fat_tree", {{"k", std::int64_t{4}}, {"n", std::int64_t{2}}}),
                       "interval");
    setup.vcs(each.vcs);
    SwitchConfig& switches = setup.config.switches;
    switches.allocator = each.allocator;
    switches.iterations = each.iterations;
    switches.crossbar = each.crossbar;
    switches.arbiter = each.arbiter;
    switches.output_buffer.assign(setup.netlist.kinds.size(), each.output_buffer);
    RtlCounters counters;
    setup.arbiters =
        make_arbiters_hook(setup.netlist, each.arbiter, each.crossbar == CrossbarKind::kFull,
                           {blocks, mode}, counters);
    UniformSource source(static_cast<std::uint32_t>(setup.netlist.hosts.size()), 0.7, 4, 4, 11);
    TestNetwork network(setup, source);
    network->run(2000);
    const NetworkCounters counts = network->counters();
    // Each grant of the crossbar was one of an input and one of an output; allocators of several
    // iterations ask again.
    const bool counted = blocks.empty() || counters.decisions() >= 2 * counts.packet_hops;
    return fmt::format("digest {:016x}, {} delivered, conservation {}, decisions {}, mismatches {}",
                       source.digest(), counts.delivered, network->check_conservation().holds,
                       counted ? "counted" : "not counted", counters.mismatches());
  });
}

std::vector<ArbiterCase> arbiter_cases() {
  const auto kRoundRobin = ArbiterKind::kRoundRobin;
  const auto kServed = ArbiterKind::kLeastRecentlyServed;
  const auto kInputFirst = AllocatorKind::kSeparableInputFirst;
  const auto kOutputFirst = AllocatorKind::kSeparableOutputFirst;
  return {{"rr_one_vc", kInputFirst, 1, CrossbarKind::kMultiplexed, 1, 0, kRoundRobin},
          {"rr_input_first", kInputFirst, 1, CrossbarKind::kMultiplexed, 3, 0, kRoundRobin},
          {"rr_output_first", kOutputFirst, 2, CrossbarKind::kMultiplexed, 3, 0, kRoundRobin},
          {"rr_islip", AllocatorKind::kIslip, 3, CrossbarKind::kMultiplexed, 2, 0, kRoundRobin},
          {"rr_full", kInputFirst, 1, CrossbarKind::kFull, 3, 0, kRoundRobin},
          {"rr_buffered", kInputFirst, 1, CrossbarKind::kMultiplexed, 2, 16, kRoundRobin},
          {"lrs_input_first", kInputFirst, 1, CrossbarKind::kMultiplexed, 3, 0, kServed},
          {"lrs_output_first", kOutputFirst, 1, CrossbarKind::kMultiplexed, 2, 16, kServed},
          {"lrs_full", kInputFirst, 1, CrossbarKind::kFull, 4, 0, kServed}};
}

class RtlArbitersInNetwork : public testing::TestWithParam<ArbiterCase> {};

TEST_P(RtlArbitersInNetwork, ReplacingAndShadowingChangeNoDigit) {
  const ArbiterCase& each = GetParam();
  const std::string model = run_arbiters(each, {}, RtlMode::kReplace);
  ASSERT_THAT(model, HasSubstr("conservation true, decisions counted, mismatches 0"));
  const std::vector<std::string> blocks = {block_of(each.arbiter)};
  EXPECT_EQ(run_arbiters(each, blocks, RtlMode::kReplace), model);
  EXPECT_EQ(run_arbiters(each, blocks, RtlMode::kShadow), model);
}

INSTANTIATE_TEST_SUITE_P(Switches, RtlArbitersInNetwork, testing::ValuesIn(arbiter_cases()),
                         [](const auto& each) { return each.param.name; });

// What is wrong with these: broken_rr_arbiter stays at whom it served, and rr_arbiter.cmake and
// lrs_arbiter.cmake (testbench/blocks/) say of the others how they are made. They take the
// requester that is granted for the one whose grant is used, go back when none is used, or have a
// pointer without reset.
TEST(RtlArbitersInNetworkBroken, ShadowFindsThem) {
  for (const char* name :
       {"broken_rr_arbiter", "broken_granted_rr_arbiter", "broken_idle_rr_arbiter",
        "broken_reset_rr_arbiter", "broken_granted_lrs_arbiter"}) {
    const ArbiterKind kind = std::string(name).find("lrs") == std::string::npos
                                 ? ArbiterKind::kRoundRobin
                                 : ArbiterKind::kLeastRecentlyServed;
    const ArbiterCase each = {
        "", AllocatorKind::kSeparableInputFirst, 1, CrossbarKind::kMultiplexed, 1, 0, kind};
    EXPECT_THAT(run_arbiters(each, {name}, RtlMode::kShadow),
                AllOf(HasSubstr("RTL block '" + block_of(kind) + "' (implementation '" + name +
                                "') differs from the reference"),
                      HasSubstr("the reference grants")));
  }
}

}  // namespace
}  // namespace test
}  // namespace netloom
