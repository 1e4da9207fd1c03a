#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/kernel/channel_mask.h"
#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/decision/selection.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_hook.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/routed_network.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// A random set of a switch's channels, with few, some or nearly all of them; not empty.
std::vector<std::uint64_t> random_channels(Random& random, int channels) {
  std::vector<std::uint64_t> words(4096 / 64);
  const std::uint32_t density = random.below(4);
  for (int i = 0; i < channels; ++i) {
    if (random.below(16) < 1 + 5 * density) words[i / 64] |= std::uint64_t{1} << i % 64;
  }
  const int one = static_cast<int>(random.below(static_cast<unsigned>(channels)));
  words[static_cast<std::size_t>(one / 64)] |= std::uint64_t{1} << one % 64;
  return words;
}

class UpSelector : public testing::TestWithParam<std::string> {};

// Against the switch's own search, in switches of all sizes that an implementation is made for.
TEST_P(UpSelector, SelectsAsTheSwitchDoes) {
  const std::string& kind = GetParam();
  Random random(10, 0);
  for (const std::string& implementation : right_implementations("up_selector")) {
    SCOPED_TRACE(implementation);
    const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(implementation);
    for (const auto& [k, vc_shift] :
         {std::pair{2, 0}, {4, 3}, {32, 0}, {32, 1}, {128, 1}, {32, 6}, {128, 4}}) {
      const RoutedNetwork tree("fat_tree", k, k > 8 ? 2 : 3, "interval");
      const auto preferences = port_preferences(kind, tree.netlist);
      const auto preferred = preferred_ports(kind, tree.netlist);
      const int ports = tree.netlist.switches[0].ports;
      const auto hosts = static_cast<std::uint32_t>(tree.netlist.hosts.size());
      const auto switches = static_cast<std::uint32_t>(tree.netlist.switches.size());
      for (int i = 0; i < 4; ++i) {
        const SwitchId id = random.below(switches);
        const SelectorStraps straps{preferences[id], kind == "cp", ports, vc_shift};
        const OwnSelection own(straps);
        if (!entry.implements(own, ports)) {
          ASSERT_NE(implementation, "up_selector");
          break;
        }
        const auto rtl = entry.make_as<PortSelector>(own, ports, 1 + random.next());
        int cyclic_port = 0;
        Cycle now = 0;
        for (int j = 0; j < 150; ++j) {
          if (j == 75) {  // in the middle of a run
            reset(*rtl);
            cyclic_port = 0;
            now = 0;
          }
          now += random.below(3);
          const auto words = random_channels(random, ports << vc_shift);
          SelectionQuery query;
          query.source = random.below(hosts);
          query.destination = random.below(hosts);
          query.qualifying = words.data();
          query.words = static_cast<int>(words.size());
          query.cycle = now;
          const int first =
              kind == "cp" ? cyclic_port : preferred[id].of(query.source, query.destination);
          const int expected =
              ChannelMask<4096>::from_candidates(words.data()).first_from(first << vc_shift);
          ASSERT_EQ(rtl->select(query), expected)
              << ports << " ports, vc_shift " << vc_shift << ", switch " << id << ", source "
              << query.source << ", destination " << query.destination;
          // Others were granted in between, or nobody; the highest port now and then.
          if (random.below(3) == 0) continue;
          const int used = random.below(8) == 0
                               ? ports - 1
                               : static_cast<int>(random.below(static_cast<unsigned>(ports)));
          rtl->used(used);
          cyclic_port = (used + 1) % ports;
        }
      }
    }
  }
}

std::vector<std::string> cyclic_searches() {
  std::vector<std::string> names;
  for (const std::string& name : SelectionRegistry::instance().names()) {
    if (SelectionRegistry::instance().find(name).searches_cyclically()) names.push_back(name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Kinds, UpSelector, testing::ValuesIn(cyclic_searches()),
                         [](const auto& kind) { return kind.param; });

TEST(UpSelectorAdapter, NoChannelIsNone) {
  const OwnSelection own({{}, false, 4, 0});
  const auto rtl =
      RtlBlockRegistry::instance().find("up_selector").make_as<PortSelector>(own, 4, 1);
  const std::uint64_t none = 0;
  SelectionQuery query;
  query.qualifying = &none;
  query.words = 1;
  EXPECT_EQ(rtl->select(query), PortSelector::kNone);
}

/// What a hook makes for switch 0 of a 4-ary 2-tree with two VCs.
std::unique_ptr<PortSelector> made_selector(const RoutedNetwork& tree,
                                            const std::string& implementation, RtlMode mode,
                                            RtlCounters& counters) {
  return make_port_selector_hook(tree.netlist, "cp", {{implementation}, mode}, counters)(0, 8, 1);
}

// The broken selector goes on at the port used last. Port 5 was used, and channels of ports 5 and
// 7 qualify: port 7 is next.
TEST(SelectorShadow, StopsAtTheFirstDifferenceAndSaysWhere) {
  const RoutedNetwork tree("fat_tree", 4, 2, "interval");
  RtlCounters counters;
  const auto selector = made_selector(tree, "broken_up_selector", RtlMode::kShadow, counters);
  const std::uint64_t qualifying = std::uint64_t{1} << (5 << 1 | 1) | std::uint64_t{1} << (7 << 1);
  SelectionQuery query;
  query.source = 3;
  query.destination = 9;
  query.qualifying = &qualifying;
  query.words = 1;
  query.preferred_port = 0;
  query.selected = 5 << 1 | 1;
  query.input_port = 2;
  query.input_vc = 1;
  query.cycle = 4711;
  EXPECT_EQ(selector->select(query), query.selected);
  selector->used(5);
  query.preferred_port = 6;
  query.selected = 7 << 1;
  EXPECT_THAT(
      [&] { selector->select(query); },
      ThrowsMessage<Error>(AllOf(
          HasSubstr("RTL block 'up_selector' (implementation 'broken_up_selector')"),
          HasSubstr("cycle 4711 at switch '" + tree.netlist.switches[0].name + "' (number 0)"),
          HasSubstr("input port 2, VC 1, from source 3 to destination 9"),
          HasSubstr("{port 5, VC 1; port 7, VC 0}, preferred port 6"),
          HasSubstr("the reference says port 7, VC 0, the RTL says port 5, VC 1"))));
  EXPECT_EQ(counters.blocks.at("up_selector").decisions(), 2u);
  EXPECT_EQ(counters.blocks.at("up_selector").mismatches(), 1u);
}

TEST(SelectorShadow, ReplaceLetsTheRtlSelectWhatQualifies) {
  const RoutedNetwork tree("fat_tree", 4, 2, "interval");
  RtlCounters counters;
  const auto selector = made_selector(tree, "broken_up_selector", RtlMode::kReplace, counters);
  std::uint64_t qualifying = std::uint64_t{1} << (5 << 1) | std::uint64_t{1} << (7 << 1);
  SelectionQuery query;
  query.qualifying = &qualifying;
  query.words = 1;
  query.selected = 7 << 1;
  selector->used(5);
  EXPECT_EQ(selector->select(query), 5 << 1);
  qualifying = 0;
  EXPECT_THAT([&] { selector->select(query); },
              ThrowsMessage<Error>(AllOf(HasSubstr("selects a channel that does not qualify"),
                                         HasSubstr("the RTL says none"))));
  EXPECT_EQ(counters.decisions(), 2u);
  EXPECT_EQ(counters.mismatches(), 0u);
}

TEST(SelectorHook, RefusesWhatTheBlockDoesNotFit) {
  const RoutedNetwork even("fat_tree", 4, 2, "interval");
  const RoutedNetwork odd("fat_tree", 3, 2, "interval");
  RtlCounters counters;
  const auto make = [&](const RoutedNetwork& tree, const std::string& kind) {
    return make_port_selector_hook(tree.netlist, kind, {{"up_selector"}, RtlMode::kShadow},
                                   counters);
  };
  for (const char* kind : {"mc", "random"}) {
    EXPECT_THAT([&] { make(even, kind); },
                ThrowsMessage<Error>(HasSubstr("RTL block 'up_selector' makes no decision of this "
                                               "network; allowed: routing.selection ff, ssp")));
  }
  EXPECT_THAT([&] { make(odd, "sadp"); },
              ThrowsMessage<Error>(HasSubstr("where k is a power of two sdp, sop, sadp")));
  for (const char* kind : {"ff", "ssp", "cp"}) {
    EXPECT_TRUE(make(odd, kind));
  }
  // More virtual channels than one is made for.
  const auto hook = make_port_selector_hook(even.netlist, "ff",
                                            {{"broken_up_selector"}, RtlMode::kShadow}, counters);
  EXPECT_THAT([&] { hook(0, 8, 4); }, ThrowsMessage<Error>(HasSubstr("up to 64 channels")));
}

}  // namespace
}  // namespace netloom
