// The traffic counters of LIA and TPR, the level of ACOR, and what they make of Valiant paths.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "routing/decision/routing_function.h"
#include "routing/function/dragonfly/acor_level.h"
#include "routing/function/dragonfly/window_counters.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using testing::HasSubstr;

/// The canonical dragonfly, a switch of it at `position`.
TrafficCounterShape shape_of(int h, int position = 0, int window = 200, int bucket = 1) {
  TrafficCounterShape shape;
  shape.offsets = 2 * h * h;
  shape.global_links = h;
  shape.window = window;
  shape.bucket = bucket;
  for (int m = 1; m <= h; ++m) shape.connected.push_back(h * position + m);
  return shape;
}

RegisterFile registers(int h) {
  SwitchShape shape;
  shape.offsets = 2 * h * h;
  shape.remote_counters = 2 * h;
  shape.global_links = h;
  shape.injection_ports = h;
  shape.window = 200;
  shape.bucket = 1;
  shape.input_buffer = 5040;
  return RegisterFile("lia", shape);
}

WindowCounters counters_of(int h, int position = 0) {
  WindowCounters counters(shape_of(h, position));
  counters.registers_written(registers(h));
  return counters;
}

/// `packets` that come and leave at once.
void inject(WindowCounters& counters, int offset, int packets, Cycle now) {
  for (int i = 0; i < packets; ++i) {
    counters.stored(offset, now);
    counters.injected(offset, now);
  }
}

// "In an h=6 Dragonfly the derived counter R_3 is obtained as follows: R_3 = 1/6 G_13 + 2/6 G_14 +
// … + 6/6 G_18 + … + 1/6 G_23." ([LIA 2025], section 4.3.2.)
TEST(RemoteCounters, R3OfTheText) {
  for (int offset = 1; offset <= 72; ++offset) {
    WindowCounters counters = counters_of(6);
    inject(counters, offset, 1, 10);
    const int weight = 6 - std::abs(offset - 18);
    EXPECT_EQ(counters.remote(3, 10), static_cast<std::uint32_t>(100 * std::max(weight, 0)))
        << offset;
  }
}

// [LIA 2025], Figure 10(b): traffic to the groups +2 and +4, and to +3 and +9, raises R_+1 alike.
// (c): to +9 and +11, R_+1 = 3/6 G_9 + 1/6 G_11 and R_+2 = 3/6 G_9 + 5/6 G_11.
TEST(RemoteCounters, ThoseOfFigure10) {
  WindowCounters near = counters_of(6), far = counters_of(6), both = counters_of(6);
  for (const int offset : {2, 4}) inject(near, offset, 12, 10);
  for (const int offset : {3, 9}) inject(far, offset, 12, 10);
  EXPECT_EQ(near.remote(1, 10), 100u * (2 * 12 + 4 * 12));
  EXPECT_EQ(far.remote(1, 10), 100u * (3 * 12 + 3 * 12));
  inject(both, 9, 12, 10);
  inject(both, 11, 24, 10);
  EXPECT_EQ(both.remote(1, 10), 100u * (3 * 12 + 1 * 24));
  EXPECT_EQ(both.remote(2, 10), 100u * (3 * 12 + 5 * 24));
}

// Offsets count modulo the number of groups: -1 is 72 of 73, and R_-1 mirrors R_+1.
TEST(RemoteCounters, NegativeOnesMirrorPositiveOnes) {
  WindowCounters counters = counters_of(6);
  inject(counters, 73 - 9, 12, 10);
  EXPECT_EQ(counters.remote(-1, 10), 100u * 3 * 12);
  EXPECT_EQ(counters.remote(-2, 10), 100u * 3 * 12);
  EXPECT_EQ(counters.remote(1, 10), 0u);
}

TEST(WindowCounters, CountWhatLeftWithinTheWindowAndWhatWaits) {
  WindowCounters counters = counters_of(6);
  for (int i = 0; i < 5; ++i) counters.stored(7, 100);
  counters.injected(7, 100);
  counters.injected(7, 101);
  EXPECT_EQ(counters.injected_packets(7, 101), 2u);
  EXPECT_EQ(counters.stored_packets(7, 101), 3u);
  EXPECT_EQ(counters.extended(7, 101), 2u * 100 + 3 * 10);
  // 200 cycles: 100 … 299, then 101 … 300.
  EXPECT_EQ(counters.injected_packets(7, 299), 2u);
  EXPECT_EQ(counters.injected_packets(7, 300), 1u);
  EXPECT_EQ(counters.injected_packets(7, 301), 0u);
  EXPECT_EQ(counters.extended(7, 301), 30u);
}

TEST(WindowCounters, BucketsLeaveTheWindowAsAWhole) {
  WindowCounters counters(shape_of(6, 0, 200, 50));
  counters.registers_written(registers(6));
  inject(counters, 7, 1, 0);
  inject(counters, 7, 1, 49);
  inject(counters, 7, 1, 50);
  EXPECT_EQ(counters.in_bucket(7, 0, 60), 2u);
  EXPECT_EQ(counters.in_bucket(7, 1, 60), 1u);
  EXPECT_EQ(counters.injected_packets(7, 199), 3u);
  EXPECT_EQ(counters.injected_packets(7, 200), 1u);
  EXPECT_EQ(counters.injected_packets(7, 250), 0u);
}

/// By which RTL and its model are compared.
TEST(TrafficReading, DiffersWithEachOfItsParts) {
  const TrafficReading reading{TrafficLevel::kMixed, true, false};
  EXPECT_TRUE(reading == (TrafficReading{TrafficLevel::kMixed, true, false}));
  for (const TrafficReading& other : {TrafficReading{TrafficLevel::kAdversarial, true, false},
                                      TrafficReading{TrafficLevel::kMixed, false, false},
                                      TrafficReading{TrafficLevel::kMixed, true, true}}) {
    EXPECT_TRUE(reading != other);
    EXPECT_FALSE(reading == other);
  }
}

TEST(WindowCounters, LevelsLieBetweenTheLimits) {
  for (const auto& [packets, level] :
       {std::pair{3, TrafficLevel::kBenign}, std::pair{4, TrafficLevel::kMixed},
        std::pair{5, TrafficLevel::kMixed}, std::pair{6, TrafficLevel::kAdversarial}}) {
    WindowCounters counters = counters_of(6);
    inject(counters, 30, packets, 0);
    EXPECT_EQ(counters.read(30, 0).level, level) << packets;
    EXPECT_EQ(counters.read(31, 0).level, TrafficLevel::kBenign) << packets;
  }
}

// SGC = 3 of the six own groups with more than GPSTh = 5 packets.
TEST(WindowCounters, TheFirstLocalHopIsNeededWhereOwnLinksAreLoaded) {
  WindowCounters counters = counters_of(6, 2);  // connected to +13 … +18
  for (const int offset : {13, 18}) inject(counters, offset, 6, 0);
  inject(counters, 15, 5, 0);
  for (const int offset : {1, 2, 19, 72}) inject(counters, offset, 50, 0);
  EXPECT_FALSE(counters.read(40, 0).first_local);
  inject(counters, 15, 1, 0);
  EXPECT_TRUE(counters.read(40, 0).first_local);
  EXPECT_FALSE(counters.read(40, 200).first_local);
}

// |o| = k h + m: R_k if k > 0, and R_(k+1) if m > 0, above RCTh = 20.
TEST(WindowCounters, TheSecondLocalHopIsNeededWhereRemoteLinksWouldBeLoaded) {
  WindowCounters counters = counters_of(6);
  inject(counters, 12, 21, 0);  // R_2 = 21, R_1 = R_3 = 0
  EXPECT_FALSE(counters.read(5, 0).second_local);
  EXPECT_FALSE(counters.read(6, 0).second_local);  // k = 1, m = 0
  for (const int offset : {7, 11, 12, 17}) EXPECT_TRUE(counters.read(offset, 0).second_local);
  EXPECT_FALSE(counters.read(18, 0).second_local);
  EXPECT_FALSE(counters.read(73 - 12, 0).second_local);
  WindowCounters less = counters_of(6);
  inject(less, 12, 20, 0);
  EXPECT_FALSE(less.read(12, 0).second_local);
}

// Against sums that are made anew for each reading.
TEST(WindowCounters, AgreeWithTheEquationsInRandomTraffic) {
  std::mt19937 random(7);
  for (const int bucket : {1, 8, 40}) {
    const int h = 3, groups = 19;
    WindowCounters counters(shape_of(h, 4, 200, bucket));
    counters.registers_written(registers(h));
    std::map<int, int> stored;
    std::deque<std::pair<Cycle, int>> injected;
    for (Cycle now = 0; now < 5000; now += random() % 7) {
      const int offset = 1 + static_cast<int>(random() % 18);
      if (random() % 2 == 0) {
        counters.stored(offset, now);
        ++stored[offset];
      } else if (stored[offset] > 0) {
        counters.injected(offset, now);
        --stored[offset];
        injected.push_back({now, offset});
      }
      const Cycle buckets = 200 / static_cast<Cycle>(bucket);
      std::map<int, int> in_window;
      for (const auto& [cycle, where] : injected) {
        if (now / static_cast<Cycle>(bucket) - cycle / static_cast<Cycle>(bucket) < buckets) {
          ++in_window[where];
        }
      }
      const auto extended = [&](int o) { return 100 * in_window[o] + 10 * stored[o]; };
      for (int o = 1; o < groups; ++o) {
        ASSERT_EQ(counters.extended(o, now), static_cast<std::uint32_t>(extended(o)));
      }
      for (int k = -h; k <= h; ++k) {
        if (k == 0) continue;
        int sum = 0;
        for (int j = 1 - h; j < h; ++j) {
          sum += (h - std::abs(j)) * extended((k * h + j + groups) % groups);
        }
        ASSERT_EQ(counters.remote(k, now), static_cast<std::uint32_t>(sum)) << k;
      }
    }
  }
}

RegisterFile acor_registers() {
  return RegisterFile("acor", SwitchShape());
}

TEST(AcorLevel, GrowsWithBlockedPacketsAndShrinksWithout) {
  AcorLevel level;
  level.registers_written(acor_registers());
  EXPECT_EQ(level.path_a(0), PathA::kG);
  for (int i = 0; i < 15; ++i) level.injected(10, 1);
  for (int i = 0; i < 100; ++i) level.injected(10, 0);  // not blocked
  EXPECT_EQ(level.path_a(10), PathA::kG);
  level.injected(10, 3);  // the sixteenth
  EXPECT_EQ(level.path_a(10), PathA::kGl);
  EXPECT_EQ(level.blocked(10), 0u);
  for (int i = 0; i < 51; ++i) level.injected(20, 1);
  EXPECT_EQ(level.path_a(20), PathA::kLgl);
  // 15 in the next 500 cycles keep it, 14 do not.
  for (int i = 0; i < 15; ++i) level.injected(30, 1);
  EXPECT_EQ(level.path_a(520), PathA::kLgl);
  for (int i = 0; i < 14; ++i) level.injected(530, 1);
  EXPECT_EQ(level.path_a(1019), PathA::kLgl);
  EXPECT_EQ(level.path_a(1020), PathA::kGl);
  EXPECT_EQ(level.path_a(1520), PathA::kG);
  EXPECT_EQ(level.path_a(1u << 30), PathA::kG);
}

// Intervals follow each other without a gap, also where nothing happens in many of them: the one of
// cycle 1250 goes on to 1500.
TEST(AcorLevel, IntervalsStayWhereTheyAre) {
  AcorLevel level;
  level.registers_written(acor_registers());
  for (int i = 0; i < 16; ++i) level.injected(1250, 1);
  EXPECT_EQ(level.path_a(1250), PathA::kGl) << "and an interval of its own begins";
  EXPECT_EQ(level.path_a(1749), PathA::kGl);
  EXPECT_EQ(level.path_a(1750), PathA::kG);
  for (int i = 0; i < 15; ++i) level.injected(3249, 1);
  level.injected(3250, 1);
  EXPECT_EQ(level.path_a(3250), PathA::kG) << "one in this interval, 15 in the one before";
}

// ---- In routers.

class OneView : public CongestionView {
 public:
  Cycle cycle() const override { return now; }
  int phits_behind(int port) const override {
    const auto found = queues.find(port);
    return found == queues.end() ? 0 : found->second;
  }
  int phits_behind(int port, int /*vc*/) const override { return phits_behind(port); }
  const std::uint32_t* status(SwitchId /*other*/, int /*delay*/) const override {
    return none.data();
  }

  Cycle now = 0;
  std::map<int, int> queues;
  std::vector<std::uint32_t> none = std::vector<std::uint32_t>(16, 0);
};

class H3 {
 public:
  explicit H3(const std::string& function, const ParameterMap& parameters = {},
              const ParameterMap& shape = {{"h", std::int64_t{3}}})
      : netlist_(test::generate("dragonfly", shape, {{"local", 10}, {"global", 100}})),
        context_(test::own_context(netlist_, function, parameters)),
        routing_(test::make_routing(function, context_, parameters)) {
    SwitchShape sizes;
    sizes.hosts = static_cast<std::uint32_t>(netlist_.hosts.size());
    sizes.switches = static_cast<std::uint32_t>(netlist_.switches.size());
    sizes.ports = 11;
    sizes.vcs = 4;
    sizes.input_buffer = 1000;
    routing_->complete_shape(0, sizes);
    registers_ = std::make_unique<RegisterFile>(routing_->register_set(), sizes);
    for (const RegisterWrite& write : routing_->register_program(0)) registers_->write(write);
    router_ = routing_->make_router(0);
    router_->registers_written(*registers_);
  }

  SwitchRouter& router() { return *router_; }
  RoutingFunction& routing() { return *routing_; }

  static NodeId host_of_group(int group) { return static_cast<NodeId>(group) * 18 + 1; }

  /// What 300 packets decide: minimal, or the form of path A. Those that leave by the switch's own
  /// links go to groups behind these.
  std::map<std::string, int> paths(int group, const CongestionView& view) {
    std::map<std::string, int> result;
    RouteQuery query;
    query.destination = host_of_group(group);
    Random random(1, 2);
    std::vector<std::uint16_t> possible;
    router_->decisions(query, possible);
    const std::vector<std::string> classes = routing_->path_classes();
    const auto forms = static_cast<int>(classes.size()) - 1;
    for (int i = 0; i < 300; ++i) {
      const std::uint16_t state = router_->decide(query, view, Draw(random.next()));
      EXPECT_THAT(possible, testing::Contains(state));
      const std::string& name = classes[routing_->path_class({0, query.destination, state, 1})];
      ++result[name];
      if (state == 1) continue;
      const int to = ((state - 4 - forms) % (19 + 114) - 19) / 6;
      EXPECT_NE(to, 0);
      EXPECT_NE(to, group);
      if (name.front() == '-') {
        EXPECT_LE(to, 3);
      }
    }
    return result;
  }

 private:
  Netlist netlist_;
  RoutingContext context_;
  std::unique_ptr<RoutingFunction> routing_;
  std::unique_ptr<RegisterFile> registers_;
  std::unique_ptr<SwitchRouter> router_;
};

TEST(Lia, LengthensPathsAsTheCountersSay) {
  H3 net("lia", {{"threshold_benign", std::int64_t{-32768}},
                 {"threshold_mixed", std::int64_t{-32768}},
                 {"threshold_adversarial", std::int64_t{-32768}}});
  InjectionCounter* counter = net.router().injection_counter();
  ASSERT_NE(counter, nullptr);
  const auto inject = [&](int group, int packets) {
    for (int i = 0; i < packets; ++i) {
      counter->stored(H3::host_of_group(group), 0);
      counter->injected(H3::host_of_group(group), 0, 0);
    }
  };
  OneView view;
  EXPECT_THAT(net.paths(9, view), testing::ElementsAre(testing::Pair("-G-", 300)));
  inject(9, 21);  // R_3
  EXPECT_THAT(net.paths(9, view), testing::ElementsAre(testing::Pair("-GL", 300)));
  EXPECT_THAT(net.paths(5, view), testing::ElementsAre(testing::Pair("-G-", 300)));
  for (const int own : {1, 2, 3}) inject(own, 6);
  EXPECT_THAT(net.paths(9, view), testing::ElementsAre(testing::Pair("LGL", 300)));
  EXPECT_THAT(net.paths(5, view), testing::ElementsAre(testing::Pair("LG-", 300)));
  EXPECT_EQ(counter->counter("INJECTED_PACKETS", 8, 199), 21u);
  EXPECT_EQ(counter->counter("EXTENDED_COUNTER", 8, 199), 2100u);
  EXPECT_EQ(counter->counter("REMOTE_COUNTER", 2, 199), 3u * 2100);
  EXPECT_EQ(counter->counter("REMOTE_COUNTER", 4, 199), 0u);
  // Offset 9 is -10 too, one from -9.
  EXPECT_EQ(counter->counter("REMOTE_COUNTER", 5, 199), 2u * 2100);
  view.now = 200;
  EXPECT_THAT(net.paths(9, view), testing::ElementsAre(testing::Pair("-G-", 300)));
  EXPECT_EQ(counter->counter("INJECTED_PACKETS", 8, 200), 0u);
}

TEST(Lia, PathACanBeFixed) {
  H3 net("lia", {{"path_a", std::string("-GL")}, {"threshold_benign", std::int64_t{-32768}}});
  EXPECT_THAT(net.paths(9, OneView()), testing::ElementsAre(testing::Pair("-GL", 300)));
}

// T is +15, -3 and -15 packets of 10 phits.
TEST(Tpr, TheThresholdFollowsTheTrafficToTheGroup) {
  H3 net("tpr", {{"path_a", std::string("-G-")}});
  InjectionCounter* counter = net.router().injection_counter();
  ASSERT_NE(counter, nullptr);
  // Group 4 lies behind the switch at position 1: the local port 3 leads there.
  OneView view;
  const auto minimal = [&](int phits) {
    view.queues = {{3, phits}};
    return net.paths(4, view).count("minimal") != 0;
  };
  EXPECT_TRUE(minimal(150));
  EXPECT_FALSE(minimal(151));
  for (int i = 0; i < 4; ++i) {
    counter->stored(H3::host_of_group(4), 0);
    counter->injected(H3::host_of_group(4), 0, 0);
  }
  EXPECT_FALSE(minimal(0));
  for (const int port : {8, 9, 10}) view.queues[port] = 20;  // 40 - 30
  EXPECT_TRUE((view.queues[3] = 10, net.paths(4, view).count("minimal") != 0));
  EXPECT_FALSE((view.queues[3] = 11, net.paths(4, view).count("minimal") != 0));
}

TEST(Acor, IsValiantOnPathsOfItsLevel) {
  H3 net("acor");
  OneView view;
  EXPECT_THAT(net.paths(9, view), testing::ElementsAre(testing::Pair("-G-", 300)));
  InjectionCounter* counter = net.router().injection_counter();
  ASSERT_NE(counter, nullptr);
  for (int i = 0; i < 16; ++i) counter->injected(H3::host_of_group(9), 0, 2);
  EXPECT_THAT(net.paths(9, view), testing::ElementsAre(testing::Pair("-GL", 300)));
  EXPECT_EQ(counter->counter("ACOR_LEVEL", 0, 0), 1u);
}

TEST(Lia, SaysWhatItCannotBeUsedOn) {
  EXPECT_THAT(error_of([] {
                H3("lia", {}, {{"h", std::int64_t{3}}, {"arrangement", std::string("random")}});
              }),
              HasSubstr("allowed: arrangement palmtree with all a h / t + 1 groups"));
  EXPECT_THAT(error_of([] {
                H3("lia", {{"bucket", std::int64_t{7}}});
              }),
              HasSubstr("window 200 is not a multiple of bucket 7"));
}

}  // namespace
}  // namespace netloom
