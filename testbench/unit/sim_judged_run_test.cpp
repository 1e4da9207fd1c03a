#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>

#include "sim/run/judged_run.h"
#include "testbench/support/thorough.h"
#include "testbench/unit/statistics_support.h"

// Runs as networks have them, from the empty queue on, of one queue whose true mean is known: the
// intervals that they end with have to contain it as often as they say.

namespace netloom::test {
namespace {

using testing::AnyOf;

struct Queue {
  std::string name;
  double load;
  double precision;
};

std::ostream& operator<<(std::ostream& out, const Queue& queue) {
  return out << queue.name;
}

constexpr std::uint64_t kPhits = 8;

/// What a run of the queue says of itself in the end.
Json run_until_precise(const RunConfig& config, double load, std::uint64_t seed) {
  LoneSource source(seed, load, kPhits, 1);
  MeasuredSeries series(1);
  JudgedRun run(config, 1);
  const auto next = [&source] {
    const LoneSource::Packet packet = source.next();
    DeliveredPacket delivered;
    delivered.phits = kPhits;
    delivered.generated = delivered.injected = packet.come;
    delivered.delivered = packet.done;
    return delivered;
  };
  DeliveredPacket packet = next();
  bool measuring = false;
  Cycle end = 0;
  for (bool over = false; !over;) {
    if (run.begin() && !measuring) {
      series.begin_at(*run.begin());
      measuring = true;
    }
    end = run.next_look();
    for (; packet.delivered < end; packet = next()) series.add(0, packet);
    over = run.look(series.bins(no_other_ranks()));
  }
  return run.precision_json(series, end, {});
}

bool contains(const Json& measure, double truth) {
  return std::abs(measure.at("mean").get<double>() - truth) <=
         measure.at("half_width").get<double>();
}

class JudgedRuns : public testing::TestWithParam<Queue> {};

// With stopping on. Of 2,000 runs a standard deviation is 0.5 %, of 100 it is 2.2 %: each bound of
// the small version fails by chance with a probability of 0.00004, and notices intervals that are
// half as wide, which would contain the truth in 67 %.
TEST_P(JudgedRuns, Coverage) {
  const int runs = thorough() ? 2000 : 100;
  RunConfig config;
  config.auto_warmup = true;
  config.warmup = 0;
  config.precision = GetParam().precision;
  config.at_most = 20'000'000;
  const double load = GetParam().load;
  const double wait = load * (kPhits - 1) / (2 * (1 - load));
  int precise = 0, latency = 0, accepted = 0;
  double cycles = 0;
  for (int run = 0; run < runs; ++run) {
    const Json found = run_until_precise(config, load, static_cast<std::uint64_t>(run));
    cycles += found.at("measured").get<double>() / runs;
    if (found.at("verdict") != "precise") continue;
    ++precise;
    EXPECT_LE(found.at("reached"), GetParam().precision);
    if (contains(found.at("network_latency"), wait + kPhits - 1)) ++latency;
    if (contains(found.at("accepted_load"), load)) ++accepted;
  }
  RecordProperty("runs", runs);
  RecordProperty("precise", precise);
  RecordProperty("latency", std::to_string(1.0 * latency / precise));
  RecordProperty("accepted", std::to_string(1.0 * accepted / precise));
  RecordProperty("cycles", std::to_string(cycles));
  EXPECT_GE(precise, 0.97 * runs);
  for (const int hits : {latency, accepted}) {
    EXPECT_GE(hits, (thorough() ? 0.935 : 0.85) * precise);
  }
  // What a Bernoulli source sends has no correlation, so that intervals which allow for what
  // batches seem to have are a little wide.
  EXPECT_LE(latency, (thorough() ? 0.965 : 1) * precise);
}

// A source that gets more than its link takes: waits grow for ever, and no run has an interval of
// them.
TEST(JudgedRun, OfASaturatedQueueHasNoInterval) {
  RunConfig config;
  config.auto_warmup = true;
  config.warmup = 0;
  config.precision = 0.05;
  config.at_most = 400'000;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Json found = run_until_precise(config, 1.05, seed);
    EXPECT_THAT(found.at("verdict"), AnyOf("does_not_settle", "no_valid_interval")) << seed;
    EXPECT_TRUE(found.at("network_latency").at("half_width").is_null()) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Queues, JudgedRuns,
                         testing::Values(Queue{"Load50", 0.5, 0.05}, Queue{"Load70", 0.7, 0.05},
                                         Queue{"Load90", 0.9, 0.1}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace netloom::test
