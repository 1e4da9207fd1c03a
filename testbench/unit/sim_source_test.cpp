#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "routing/base/error.h"
#include "sim/traffic/burst_source.h"
#include "sim/traffic/geometric_gaps.h"
#include "sim/traffic/request_reply_source.h"
#include "sim/traffic/synthetic_source.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using Sent = RecordingInjector::Sent;

TrafficConfig::Pattern pattern(const std::string& name, double share = 1,
                               std::vector<NodeId> nodes = {}) {
  TrafficConfig::Pattern result;
  result.name = name;
  result.share = share;
  result.nodes = std::move(nodes);
  return result;
}

TrafficConfig traffic(std::vector<TrafficConfig::Phase> phases, int packet_phits = 16) {
  TrafficConfig config;
  config.phases = std::move(phases);
  config.packet_phits = packet_phits;
  return config;
}

SyntheticSource synthetic(const TrafficConfig& config, std::size_t nodes, double load,
                          Cycle stop = kNever, std::uint64_t seed = 1) {
  return SyntheticSource(TrafficPlan(hosts_only(nodes), config, load, seed),
                         static_cast<NodeId>(nodes), config.packet_phits, stop, seed);
}

TEST(GeometricGaps, MeanAndVariance) {
  for (const double p : {0.9, 0.5, 0.1, 0.3 / 16, 0.001}) {
    const GeometricGaps gaps(p);
    Random random(11, 0);
    constexpr int kDraws = 200000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const auto gap = static_cast<double>(gaps.draw(random));
      ASSERT_GE(gap, 1);
      sum += gap;
      squares += gap * gap;
    }
    const double mean = sum / kDraws;
    const double deviation = std::sqrt(1 - p) / p;
    EXPECT_NEAR(mean, 1 / p, 5 * deviation / std::sqrt(kDraws)) << p;
    const double variance = squares / kDraws - mean * mean;
    EXPECT_NEAR(variance / (deviation * deviation), 1, 0.05) << p;
  }
}

TEST(GeometricGaps, ProbabilitiesOfSmallGaps) {
  const GeometricGaps gaps(0.3);
  Random random(12, 0);
  constexpr int kDraws = 200000;
  std::array<int, 5> count{};
  for (int i = 0; i < kDraws; ++i) {
    const Cycle gap = gaps.draw(random);
    if (gap < count.size()) ++count[gap];
  }
  EXPECT_EQ(count[0], 0);
  for (std::size_t gap = 1; gap < count.size(); ++gap) {
    const double expected = 0.3 * std::pow(0.7, static_cast<double>(gap - 1));
    EXPECT_NEAR(count[gap] / double{kDraws}, expected, 0.006) << gap;
  }
}

TEST(GeometricGaps, CertaintyIsEveryCycle) {
  const GeometricGaps gaps(1);
  Random random(1, 1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(gaps.draw(random), 1u);
}

TEST(SyntheticSource, LoadOneWithPacketsOfOnePhitSendsInEveryCycle) {
  const TrafficConfig config = traffic({{0, {pattern("neighbor")}, {}}}, 1);
  SyntheticSource source = synthetic(config, 4, 1);
  const auto sent = all_sent(source, 2, 100);
  ASSERT_EQ(sent.size(), 100u);
  for (Cycle cycle = 0; cycle < 100; ++cycle) EXPECT_EQ(sent[cycle], (Sent{cycle, 3, 1}));
}

TEST(SyntheticSource, OffersItsLoad) {
  const TrafficConfig config = traffic({{0, {pattern("uniform")}, {}}});
  constexpr Cycle kCycles = 100000;
  double packets = 0;
  SyntheticSource source = synthetic(config, 16, 0.4);
  for (NodeId host = 0; host < 16; ++host) {
    packets += static_cast<double>(all_sent(source, host, kCycles).size());
  }
  const double expected = 0.4 / 16 * kCycles * 16;
  EXPECT_NEAR(packets, expected, 5 * std::sqrt(expected));
}

TEST(SyntheticSource, TheOrderOfTheHostsDoesNotMatter) {
  const TrafficConfig config = traffic({{0, {pattern("uniform")}, {}}});
  SyntheticSource forwards = synthetic(config, 4, 0.5);
  SyntheticSource backwards = synthetic(config, 4, 0.5);
  std::vector<std::vector<Sent>> a(4);
  std::vector<std::vector<Sent>> b(4);
  for (NodeId host = 0; host < 4; ++host) a[host] = all_sent(forwards, host, 5000);
  for (NodeId host = 4; host-- > 0;) b[host] = all_sent(backwards, host, 5000);
  EXPECT_EQ(a, b);
  EXPECT_NE(a[0].front().cycle, a[1].front().cycle);
}

TEST(SyntheticSource, SeedsDiffer) {
  const TrafficConfig config = traffic({{0, {pattern("uniform")}, {}}});
  SyntheticSource one = synthetic(config, 4, 0.5, kNever, 1);
  SyntheticSource two = synthetic(config, 4, 0.5, kNever, 2);
  EXPECT_NE(all_sent(one, 0, 5000), all_sent(two, 0, 5000));
}

TEST(SyntheticSource, StopsWhereItIsToldTo) {
  const TrafficConfig config = traffic({{0, {pattern("neighbor")}, {}}}, 1);
  SyntheticSource source = synthetic(config, 4, 1, 50);
  EXPECT_EQ(all_sent(source, 0, kNever).back().cycle, 49u);
}

TEST(SyntheticSource, PhasesChangePatternAndLoad) {
  const TrafficConfig config = traffic({{0, {pattern("neighbor")}, 1.0},
                                        {100, {pattern("complement")}, 0.25},
                                        {1000, {pattern("tornado")}, {}}},
                                       1);
  SyntheticSource source = synthetic(config, 8, 1);
  std::array<int, 3> count{};
  for (const Sent& sent : all_sent(source, 0, 1100)) {
    const int phase = sent.cycle < 100 ? 0 : sent.cycle < 1000 ? 1 : 2;
    ++count[static_cast<std::size_t>(phase)];
    EXPECT_EQ(sent.destination, phase == 0 ? 1u : phase == 1 ? 7u : 3u);
  }
  EXPECT_EQ(count[0], 100);
  EXPECT_NEAR(count[1], 225, 65);
  EXPECT_EQ(count[2], 100);
}

TEST(SyntheticSource, MixturesHaveTheirShares) {
  const TrafficConfig config = traffic(
      {{0, {pattern("neighbor", 0.2), pattern("complement", 0.5), pattern("tornado", 0.3)}, {}}},
      1);
  SyntheticSource source = synthetic(config, 16, 1);
  std::map<NodeId, double> count;
  constexpr Cycle kCycles = 50000;
  for (const Sent& sent : all_sent(source, 0, kCycles)) ++count[sent.destination];
  EXPECT_NEAR(count[1] / kCycles, 0.2, 0.01);
  EXPECT_NEAR(count[15] / kCycles, 0.5, 0.01);
  EXPECT_NEAR(count[7] / kCycles, 0.3, 0.01);
  EXPECT_EQ(count.size(), 3u);
}

TEST(SyntheticSource, SetsOfNodesHaveTheirPatternsAndOthersAreSilent) {
  const TrafficConfig config =
      traffic({{0, {pattern("neighbor", 1, {0, 1}), pattern("complement", 1, {5})}, {}}}, 1);
  SyntheticSource source = synthetic(config, 8, 1);
  EXPECT_EQ(all_sent(source, 0, 3).back().destination, 1u);
  EXPECT_EQ(all_sent(source, 1, 3).back().destination, 2u);
  EXPECT_EQ(all_sent(source, 5, 3).back().destination, 2u);
  EXPECT_EQ(source.first(2), kNever);
}

// Even and odd nodes are areas of their own.
TEST(SyntheticSource, AreasKeepTheirPackets) {
  TrafficConfig::Pattern even = pattern("uniform", 1, {0, 2, 4, 6});
  TrafficConfig::Pattern odd = pattern("uniform", 1, {1, 3, 5});
  even.own_area = odd.own_area = true;
  SyntheticSource source = synthetic(traffic({{0, {even, odd}, {}}}, 1), 8, 1);
  std::map<NodeId, std::map<NodeId, double>> count;
  constexpr Cycle kCycles = 6000;
  for (NodeId node = 0; node < 8; ++node) {
    for (const Sent& sent : all_sent(source, node, kCycles)) ++count[node][sent.destination];
  }
  for (const NodeId to : {2u, 4u, 6u}) EXPECT_NEAR(count[0][to] / kCycles, 1.0 / 3, 0.03);
  EXPECT_EQ(count[0].size(), 3u);
  for (const NodeId to : {1u, 5u}) EXPECT_NEAR(count[3][to] / kCycles, 0.5, 0.03);
  EXPECT_EQ(count[3].size(), 2u);
  EXPECT_EQ(count.count(7), 0u);
}

// Node 1 and its neighbour are in different areas.
TEST(SyntheticSource, AnAreaThatThePatternDoesNotLeadToIsAnError) {
  TrafficConfig::Pattern each = pattern("neighbor", 1, {1, 5});
  each.own_area = true;
  SyntheticSource source = synthetic(traffic({{0, {each}, {}}}, 1), 8, 1);
  EXPECT_THAT([&] { all_sent(source, 1, 10); },
              ThrowsMessage<Error>(HasSubstr("gave no destination among the nodes of its area")));
}

TEST(SyntheticSource, ANodeThatIsSilentInOnePhaseSendsInTheNext) {
  const TrafficConfig config = traffic(
      {{0, {pattern("neighbor", 1, {0})}, {}}, {20, {pattern("complement", 1, {3})}, {}}}, 1);
  SyntheticSource source = synthetic(config, 4, 1);
  EXPECT_EQ(all_sent(source, 0, 100).size(), 20u);
  const auto late = all_sent(source, 3, 100);
  EXPECT_EQ(late.size(), 80u);
  EXPECT_EQ(late.front(), (Sent{20, 0, 1}));
}

TEST(SyntheticSource, FixedPointsSendNothing) {
  const TrafficConfig config = traffic({{0, {pattern("complement")}, {}}}, 1);
  SyntheticSource source = synthetic(config, 5, 1);
  EXPECT_TRUE(all_sent(source, 2, 100).empty());
}

TEST(TrafficPlan, AnOpenPhaseNeedsALoad) {
  EXPECT_THAT(
      [] {
        TrafficPlan(hosts_only(4), traffic({{0, {pattern("uniform")}, {}}}), std::nullopt, 1);
      },
      ThrowsMessage<Error>(HasSubstr("the phase from cycle 0 has no load")));
}

TEST(BurstSource, EveryNodeHasItsPacketsInCycleZero) {
  TrafficConfig config = traffic({{0, {pattern("uniform")}, {}}});
  config.kind = TrafficConfig::Kind::kBurst;
  BurstSource source(TrafficPlan(hosts_only(4), config, std::nullopt, 1), 5, 16, 1);
  for (NodeId host = 0; host < 4; ++host) {
    const auto sent = all_sent(source, host, kNever);
    ASSERT_EQ(sent.size(), 5u);
    for (const Sent& each : sent) {
      EXPECT_EQ(each.cycle, 0u);
      EXPECT_EQ(each.phits, 16u);
      EXPECT_NE(each.destination, host);
    }
  }
  EXPECT_EQ(source.last_generation(), Cycle{0});
}

class RequestReply : public testing::Test {
 protected:
  static RequestReplySource make(const ReplyConfig& reply, double load = 1) {
    TrafficConfig config = traffic({{0, {pattern("neighbor", 1, {0})}, {}}}, 1);
    return RequestReplySource(TrafficPlan(hosts_only(4), config, load, 1), 4, 1, reply, 3, 1);
  }
  static DeliveredPacket request(NodeId source, NodeId destination, Cycle delivered) {
    DeliveredPacket result;
    result.source = source;
    result.destination = destination;
    result.delivered = delivered;
    return result;
  }
  static DeliveredPacket response(NodeId source, NodeId destination, Cycle delivered) {
    DeliveredPacket result = request(source, destination, delivered);
    result.response = true;
    return result;
  }
  static ReplyConfig reply(std::uint32_t phits, Cycle delay) {
    ReplyConfig config;
    config.phits = phits;
    config.delay = delay;
    return config;
  }
};

TEST_F(RequestReply, ARequestIsAnsweredAndAReplyIsNot) {
  RequestReplySource source = make(reply(1, 5));
  EXPECT_EQ(all_sent(source, 0, 100).size(), 3u);
  EXPECT_EQ(source.delivered(request(0, 1, 20)), 25u);
  RecordingInjector injector;
  EXPECT_EQ(source.generate(1, 25, injector), kNever);
  EXPECT_THAT(injector.sent, ElementsAre(Sent{25, 0, 1}));
  EXPECT_THAT(injector.responses, ElementsAre(true));
  EXPECT_EQ(source.delivered(response(1, 0, 40)), kNever);
}

TEST_F(RequestReply, SeveralRepliesOfOneCycle) {
  RequestReplySource source = make(reply(1, 1));
  all_sent(source, 0, 100);
  EXPECT_EQ(source.delivered(request(0, 1, 20)), 21u);
  EXPECT_EQ(source.delivered(request(0, 1, 20)), 21u);
  RecordingInjector injector;
  EXPECT_EQ(source.generate(1, 21, injector), kNever);
  EXPECT_EQ(source.generate(1, 21, injector), kNever);
  EXPECT_EQ(injector.sent.size(), 2u);
}

TEST_F(RequestReply, AReplyBetweenRequestsDoesNotDisturbThem) {
  RequestReplySource source = make(reply(1, 1));
  RecordingInjector injector;
  EXPECT_EQ(source.first(0), 0u);
  EXPECT_EQ(source.generate(0, 0, injector), 1u);
  // Node 3 sends nothing of its own; pretend it asked node 0.
  RequestReplySource asked = make(reply(1, 1));
  EXPECT_EQ(asked.first(0), 0u);
  EXPECT_EQ(asked.generate(0, 0, injector), 1u);
  EXPECT_EQ(asked.delivered(request(0, 0, 0)), 1u);
  injector.sent.clear();
  // Called twice in cycle 1: for the reply and for the next request, in either order.
  const Cycle first = asked.generate(0, 1, injector);
  const Cycle second = asked.generate(0, 1, injector);
  EXPECT_THAT(injector.sent, ElementsAre(Sent{1, 0, 1}, Sent{1, 1, 1}));
  EXPECT_EQ(std::min(first, second), 2u);
  EXPECT_EQ(std::max(first, second), kNever);
}

TEST_F(RequestReply, RequestsAreNoResponses) {
  RequestReplySource source = make(reply(3, 1));
  RecordingInjector injector;
  EXPECT_EQ(source.first(0), 0u);
  source.generate(0, 0, injector);
  EXPECT_THAT(injector.responses, ElementsAre(false));
}

}  // namespace
}  // namespace netloom::test
