#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

/// The switch of [Karol 1987]: N inputs that always have a packet for one of N outputs, drawn
/// uniformly and independently. Hosts 0 … N-1 send to hosts N … 2N-1, because a host does not send
/// to itself and each output has to be possible for each input.
class KarolSource : public TrafficSource {
 public:
  KarolSource(std::uint32_t size, std::uint64_t seed, Cycle warmup) : size_(size), warmup_(warmup) {
    for (std::uint32_t host = 0; host < size; ++host) random_.emplace_back(seed, host);
  }

  Cycle first(NodeId host) override { return host < size_ ? 0 : kNever; }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    Message message;
    message.destination = size_ + random_[host].below(size_);
    injector.send(message, cycle);
    return cycle + 1;
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    if (packet.delivered >= warmup_) ++measured;
    return kNever;
  }
  bool reacts() const override { return false; }

  std::uint64_t measured = 0;

 private:
  std::uint32_t size_;
  Cycle warmup_;
  std::vector<Random> random_;
};

constexpr Cycle kWarmup = 1000;

/// One-phit packets, R = 0 and X = L = 1, one FIFO per input whose buffer covers the credits' round
/// trip: every cycle is a slot, and nothing but head-of-line blocking limits the load.
NetworkSetup hol_switch(int hosts, ArbiterKind arbiter) {
  NetworkSetup setup(make_netlist("single_switch", {{"hosts", std::int64_t{hosts}}}),
                     "shortest_path");
  setup.config.switches.routing_delay = 0;
  setup.config.switches.arbiter = arbiter;
  setup.input_buffers(16);
  setup.config.nic.packet_phits = 1;
  setup.config.simulation.check_invariants = false;
  return setup;
}

struct Estimate {
  double mean = 0;
  double half_width = 0;  ///< of the 95 % confidence interval
};

/// Mean over eight seeds, each in a process of its own.
template <class Run>
Estimate over_seeds(Run run) {
  constexpr int kSeeds = 8;
  constexpr double kStudent = 2.365;  // 97.5 % quantile, 7 degrees of freedom
  std::vector<double> values;
  double sum = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const std::string text =
        in_child([&] { return fmt::format("{}", run(static_cast<std::uint64_t>(seed))); });
    EXPECT_EQ(text.find("ERROR"), std::string::npos) << text;
    values.push_back(std::atof(text.c_str()));
    sum += values.back();
  }
  Estimate result;
  result.mean = sum / kSeeds;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.half_width = kStudent * std::sqrt(squares / (kSeeds - 1) / kSeeds);
  return result;
}

void report(const std::string& what, const Estimate& estimate) {
  const std::string text = fmt::format("{:.4f} +- {:.4f}", estimate.mean, estimate.half_width);
  testing::Test::RecordProperty("accepted_load", text);
  std::printf("%s: accepted load %s phits/(node*cycle), 95 %% interval\n", what.c_str(),
              text.c_str());
}

Estimate karol_switch(int size, ArbiterKind arbiter, Cycle cycles) {
  return over_seeds([&](std::uint64_t seed) {
    NetworkSetup setup = hol_switch(2 * size, arbiter);
    setup.config.simulation.seed = seed;
    KarolSource source(static_cast<std::uint32_t>(size), seed, kWarmup);
    TestNetwork network(setup, source);
    network->run(kWarmup + cycles);
    return static_cast<double>(source.measured) / static_cast<double>(cycles) / size;
  });
}

struct Known {
  int size;
  double load;  ///< [Karol 1987], table I

  friend void PrintTo(const Known& known, std::ostream* out) { *out << "N " << known.size; }
};

/// The saturated switch is a Markov chain of how many heads want each output; who of them wins does
/// not change it. So the values hold for every arbiter that grants each requested output.
class HeadOfLine : public testing::TestWithParam<std::tuple<Known, ArbiterKind>> {};

TEST_P(HeadOfLine, SmallSwitchesSaturateAtTheKnownLoads) {
  const Known& known = std::get<0>(GetParam());
  const Estimate estimate = karol_switch(known.size, std::get<1>(GetParam()), 20000);
  report(fmt::format("{0} x {0}", known.size), estimate);
  EXPECT_NEAR(estimate.mean, known.load, 0.01 * known.load);
  EXPECT_LT(estimate.half_width, 0.01) << "the estimate is too rough to say anything";
}

INSTANTIATE_TEST_SUITE_P(
    Karol, HeadOfLine,
    testing::Combine(testing::Values(Known{2, 0.75}, Known{4, 0.6553}, Known{8, 0.6184}),
                     testing::Values(ArbiterKind::kRoundRobin, ArbiterKind::kRandom)));

class LargeRadix : public testing::TestWithParam<ArbiterKind> {};

/// The limit for large radix is 2 - sqrt(2) = 0.5858; finite switches come down to it from above.
TEST_P(LargeRadix, SaturatesAtTwoMinusTheRootOfTwo) {
  const double limit = 2 - std::sqrt(2.0);
  const Estimate estimate = karol_switch(64, GetParam(), 3000);
  report("64 x 64", estimate);
  EXPECT_NEAR(estimate.mean, limit, 0.01);
  EXPECT_GT(estimate.mean + estimate.half_width, limit) << "from above";
  EXPECT_LT(estimate.mean - estimate.half_width, 0.6184) << "below that of 8 x 8";
  EXPECT_LT(estimate.half_width, 0.005);
}

/// The same as users see it: a switch with 64 hosts that send uniformly to all others.
TEST_P(LargeRadix, AlsoWithUniformTrafficOf64Hosts) {
  const Estimate estimate = over_seeds([](std::uint64_t seed) {
    constexpr Cycle kCycles = 3000;
    NetworkSetup setup = hol_switch(64, GetParam());
    setup.config.simulation.seed = seed;
    UniformSource source(64, 1.0, 1, 1, seed);
    source.window_begin = kWarmup;
    TestNetwork network(setup, source);
    network->run(kWarmup + kCycles);
    return static_cast<double>(source.window_phits()) / kCycles / 64;
  });
  report("64 hosts, uniform", estimate);
  EXPECT_NEAR(estimate.mean, 2 - std::sqrt(2.0), 0.01);
  EXPECT_LT(estimate.half_width, 0.005);
}

INSTANTIATE_TEST_SUITE_P(Karol, LargeRadix,
                         testing::Values(ArbiterKind::kRoundRobin, ArbiterKind::kRandom));

/// Without head-of-line blocking there is no such limit: one VC per output and iSLIP, which settles
/// on a different input for each output, carry the whole load.
TEST(VirtualOutputQueues, CarryTheWholeLoad) {
  NetworkSetup setup = hol_switch(8, ArbiterKind::kRoundRobin);
  setup.config.switches.allocator = AllocatorKind::kIslip;
  setup.config.nic.injection_vcs = 4;
  setup.config.nic.injection_vc_choice = InjectionVcChoice::kDestination;
  constexpr Cycle kCycles = 20000;
  KarolSource source(4, 1, kWarmup);
  TestNetwork network(setup, source);
  network->run(kWarmup + kCycles);
  const double load = static_cast<double>(source.measured) / kCycles / 4;
  std::printf("4 x 4, virtual output queues: accepted load %.4f\n", load);
  EXPECT_GT(load, 0.95);
}

}  // namespace
}  // namespace netloom::test
