#include <gtest/gtest.h>

#include "sim/statistics/confidence.h"
#include "sim/statistics/latency_histogram.h"
#include "sim/statistics/measured_series.h"
#include "sim/statistics/measurement.h"
#include "sim/statistics/spread.h"
#include "sim/statistics/verdicts.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

TEST(LatencyHistogram, NearestRank) {
  LatencyHistogram histogram;
  for (const Cycle latency : {50u, 20u, 35u, 40u, 15u}) histogram.add(latency);
  EXPECT_EQ(histogram.count(), 5u);
  EXPECT_EQ(histogram.mean(), 32.0);
  EXPECT_EQ(histogram.maximum(), 50u);
  EXPECT_EQ(histogram.percentile(0.05), 15u);
  EXPECT_EQ(histogram.percentile(0.30), 20u);
  EXPECT_EQ(histogram.percentile(0.40), 20u);
  EXPECT_EQ(histogram.percentile(0.50), 35u);
  EXPECT_EQ(histogram.percentile(1.00), 50u);
}

TEST(LatencyHistogram, SharesThatAreWholeNumbersOfPackets) {
  LatencyHistogram histogram;
  for (Cycle latency = 1; latency <= 100; ++latency) histogram.add(latency);
  EXPECT_EQ(histogram.percentile(0.50), 50u);
  EXPECT_EQ(histogram.percentile(0.95), 95u);
  EXPECT_EQ(histogram.percentile(0.99), 99u);
}

TEST(LatencyHistogram, LargeLatenciesAreExact) {
  LatencyHistogram histogram;
  for (const Cycle latency : {1u, 1023u, 1024u, 10'000'019u}) histogram.add(latency);
  EXPECT_EQ(histogram.percentile(0.75), 1024u);
  EXPECT_EQ(histogram.percentile(0.99), 10'000'019u);
  EXPECT_EQ(histogram.sum(), 10'002'067u);
}

TEST(LatencyHistogram, Nothing) {
  const LatencyHistogram histogram;
  EXPECT_EQ(histogram.mean(), std::nullopt);
  EXPECT_EQ(histogram.percentile(0.5), std::nullopt);
  EXPECT_EQ(histogram.maximum(), std::nullopt);
}

TEST(Confidence, StudentsT) {
  EXPECT_NEAR(student_t95(1), 12.7062, 1e-4);
  EXPECT_NEAR(student_t95(2), 4.3027, 1e-4);
  EXPECT_NEAR(student_t95(9), 2.2622, 1e-4);
  EXPECT_NEAR(student_t95(30), 2.0423, 1e-4);
  EXPECT_NEAR(student_t95(31), 2.0395, 1e-4);
  EXPECT_NEAR(student_t95(60), 2.0003, 1e-4);
  EXPECT_NEAR(student_t95(1000), 1.9623, 1e-4);
}

TEST(Confidence, MeanAndHalfWidth) {
  // Mean 3, sample standard deviation sqrt(2.5), t(4) = 2.7764: 2.7764 * sqrt(2.5 / 5).
  const Estimate estimate_of_five = estimate({1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(estimate_of_five.mean, 3);
  EXPECT_NEAR(estimate_of_five.ci95.value(), 1.9632, 1e-4);
  EXPECT_FALSE(estimate({7}).ci95.has_value());
  EXPECT_DOUBLE_EQ(estimate({7}).mean, 7);
  EXPECT_DOUBLE_EQ(estimate({2, 2, 2}).ci95.value(), 0);
  EXPECT_DOUBLE_EQ(estimate({2, 2, 2}, false).mean, 2);
  EXPECT_FALSE(estimate({2, 2, 2}, false).ci95.has_value());
}

TEST(Confidence, OfAProportion) {
  // Wilson's score interval: 0.05523 ... 0.17437 for 10 of 100.
  const Interval95 some = proportion95(10, 100);
  EXPECT_NEAR(some.low, 0.05523, 2e-5);
  EXPECT_NEAR(some.high, 0.17437, 2e-5);
  const Interval95 none = proportion95(0, 10000);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 3.8415 / 10003.8415, 1e-7);
  const Interval95 all = proportion95(10000, 10000);
  EXPECT_NEAR(all.low, 1 - 3.8415 / 10003.8415, 1e-7);
  EXPECT_EQ(all.high, 1);
}

TEST(Spread, JainAndVariation) {
  const Spread spread = spread_of({1, 2, 3, 4}).value();
  EXPECT_DOUBLE_EQ(spread.minimum, 1);
  EXPECT_DOUBLE_EQ(spread.mean, 2.5);
  EXPECT_DOUBLE_EQ(spread.maximum, 4);
  EXPECT_DOUBLE_EQ(spread.jain.value(), 100.0 / (4 * 30));
  EXPECT_NEAR(spread.variation.value(), 0.447214, 1e-6);  // sqrt(1.25) / 2.5
  EXPECT_EQ(spread_of({0, 0, 5, 0})->jain, 0.25);
  EXPECT_EQ(spread_of({0, 0})->mean, 0);
  EXPECT_EQ(spread_of({0, 0})->jain, std::nullopt);
  EXPECT_EQ(spread_of({0, 0})->variation, std::nullopt);
  EXPECT_FALSE(spread_of({}).has_value());
}

DeliveredPacket packet(NodeId source, NodeId destination, std::uint32_t phits, Cycle generated,
                       Cycle injected, Cycle delivered) {
  DeliveredPacket result;
  result.source = source;
  result.destination = destination;
  result.phits = phits;
  result.generated = generated;
  result.injected = injected;
  result.delivered = delivered;
  result.hops = 3;
  return result;
}

TEST(Measurement, CountsWhatIsDeliveredInTheInterval) {
  Measurement measurement(3, 100, 200, {});
  measurement.of_thread(0).add(packet(0, 1, 8, 10, 20, 99));
  measurement.of_thread(0).add(packet(0, 1, 8, 80, 90, 100));  // first half
  measurement.of_thread(0).add(packet(1, 2, 4, 100, 110, 149));
  measurement.of_thread(0).add(packet(2, 0, 2, 100, 120, 150));  // second half
  measurement.of_thread(0).add(packet(2, 0, 2, 150, 150, 199));
  measurement.of_thread(0).add(packet(2, 0, 2, 150, 160, 200));
  EXPECT_EQ(measurement.packets(), 4u);
  EXPECT_EQ(measurement.phits(), 16u);
  EXPECT_EQ(measurement.hops(), 12u);
  EXPECT_EQ(measurement.network_latency().sum(), 10u + 39 + 30 + 49);
  EXPECT_EQ(measurement.generation_latency().sum(), 20u + 49 + 50 + 49);
  EXPECT_EQ(measurement.halves()[0].packets, 2u);
  EXPECT_EQ(measurement.halves()[1].packets, 2u);
  EXPECT_EQ(measurement.halves()[0].phits, 12u);
  EXPECT_EQ(measurement.accepted(), (std::vector<std::uint64_t>{8, 4, 4}));
  EXPECT_EQ(measurement.received(), (std::vector<std::uint64_t>{4, 8, 4}));
  EXPECT_EQ(measurement.last_delivery(), 200u);
}

TEST(Measurement, CountsWhatIsGeneratedInTheInterval) {
  Measurement measurement(2, 100, 200, {});
  for (const Cycle cycle : {0u, 99u, 100u, 199u, 200u}) measurement.generated(1, 16, cycle);
  EXPECT_EQ(measurement.offered(), (std::vector<std::uint64_t>{0, 32}));
}

TEST(Measurement, AnIntervalWithoutEnd) {
  Measurement measurement(2, 0, kNever, {});
  measurement.of_thread(0).add(packet(0, 1, 8, 0, 5, 12));
  measurement.of_thread(0).add(packet(0, 1, 8, 0, 5, 1'000'000));
  EXPECT_EQ(measurement.packets(), 2u);
}

TEST(Measurement, TimeSeriesCoversTheWholeRun) {
  Measurement measurement(2, 100, 200, {50});
  measurement.of_thread(0).add(packet(0, 1, 8, 0, 5, 12));
  measurement.of_thread(0).add(packet(0, 1, 8, 0, 40, 49));
  measurement.of_thread(0).add(packet(0, 1, 4, 100, 110, 120));
  const std::vector<DeliverySums>& samples = measurement.time_series().samples();
  ASSERT_EQ(samples.size(), 3u);
  EXPECT_EQ(samples[0].packets, 2u);
  EXPECT_EQ(samples[0].network_latency, 16u);
  EXPECT_EQ(samples[1].packets, 0u);
  EXPECT_EQ(samples[2].phits, 4u);
  EXPECT_EQ(samples[2].generation_latency, 20u);
}

// Each packet on another thread than the one before; that of the last thread is the latest.
TEST(Measurement, OfSeveralThreadsIsThatOfOne) {
  const SampleSettings samples{50, SampleSettings::By::kArrival, true};
  Measurement one(4, 100, 200, samples), several(4, 100, 200, samples);
  several.split(3);
  for (NodeId i = 0; i < 40; ++i) {
    const DeliveredPacket each = packet(i % 4, (i + 1) % 4, 1 + i, 10 + i, 20 + i, 90 + 6 * i);
    one.of_thread(0).add(each);
    several.of_thread(static_cast<int>(i % 3)).add(each);
  }
  several.gather(no_other_ranks());
  EXPECT_EQ(several.packets(), one.packets());
  EXPECT_GT(several.packets(), 0u);
  EXPECT_EQ(several.phits(), one.phits());
  EXPECT_EQ(several.hops(), one.hops());
  for (const double share : {0.1, 0.5, 0.99}) {
    EXPECT_EQ(several.network_latency().percentile(share), one.network_latency().percentile(share));
    EXPECT_EQ(several.generation_latency().percentile(share),
              one.generation_latency().percentile(share));
  }
  EXPECT_EQ(several.network_latency().sum(), one.network_latency().sum());
  for (std::size_t half = 0; half < 2; ++half) {
    EXPECT_EQ(several.halves()[half].packets, one.halves()[half].packets);
    EXPECT_EQ(several.halves()[half].network_latency, one.halves()[half].network_latency);
    EXPECT_EQ(several.halves()[half].generation_latency, one.halves()[half].generation_latency);
  }
  EXPECT_EQ(several.accepted(), one.accepted());
  EXPECT_EQ(several.received(), one.received());
  EXPECT_EQ(several.last_delivery(), one.last_delivery());
  const TimeSeries& series = several.time_series();
  ASSERT_EQ(series.samples().size(), one.time_series().samples().size());
  for (std::size_t i = 0; i < series.samples().size(); ++i) {
    EXPECT_EQ(series.samples()[i].packets, one.time_series().samples()[i].packets);
    EXPECT_EQ(series.network_quartiles(i), one.time_series().network_quartiles(i));
    EXPECT_EQ(series.generation_quartiles(i), one.time_series().generation_quartiles(i));
  }
}

TEST(TimeSeries, APacketBelongsToTheCycleThatIsAskedFor) {
  using By = SampleSettings::By;
  const auto sample_of = [](By by) {
    TimeSeries series({10, by});
    series.add(packet(0, 1, 8, 5, 12, 27));
    return series.samples().size() - 1;
  };
  EXPECT_EQ(sample_of(By::kGeneration), 0u);
  EXPECT_EQ(sample_of(By::kInjection), 1u);
  EXPECT_EQ(sample_of(By::kArrival), 2u);
}

// Nearest ranks: of 1 … 8 cycles the second, fourth and sixth, whatever the order.
TEST(TimeSeries, QuartilesAreNearestRanks) {
  TimeSeries series({100, SampleSettings::By::kArrival, true});
  for (const Cycle latency : {3u, 8u, 1u, 6u, 2u, 7u, 5u, 4u}) {
    series.add(packet(0, 1, 8, 20 - latency, 50 - latency, 50));
  }
  EXPECT_EQ(series.network_quartiles(0), (Quartiles{2, 4, 6}));
  EXPECT_EQ(series.generation_quartiles(0), (Quartiles{32, 34, 36}));
  series.add(packet(0, 1, 8, 110, 110, 117));
  EXPECT_EQ(series.network_quartiles(1), (Quartiles{7, 7, 7}));
  EXPECT_EQ(series.network_quartiles(0), (Quartiles{2, 4, 6}));
}

/// Each host generates one message every seven cycles.
class Regular final : public TrafficSource {
 public:
  Cycle first(NodeId host) override { return host; }
  Cycle generate(NodeId /*host*/, Cycle cycle, Injector& injector) override {
    Message message;
    message.destination = 2;
    message.phits = 5;
    injector.send(message, cycle);
    return cycle + 7;
  }
  Cycle delivered(const DeliveredPacket& packet_in) override { return packet_in.delivered + 3; }
  bool reacts() const override { return false; }
};

/// Whether `source` does what Regular does.
void expect_regular(TrafficSource& source) {
  RecordingInjector injector;
  EXPECT_EQ(source.first(1), 1u);
  EXPECT_EQ(source.generate(1, 4, injector), 11u);
  EXPECT_EQ(injector.sent.size(), 1u);
  EXPECT_EQ(source.delivered(packet(1, 2, 5, 4, 6, 20)), 23u);
  EXPECT_FALSE(source.reacts());
  EXPECT_FALSE(source.sends_control());
}

TEST(Measurement, ASourceThatIsMeasuredDoesWhatItDid) {
  Regular regular;
  Measurement measurement(3, 0, 100, {});
  MeasuredSource source(regular, measurement);
  expect_regular(source);
  EXPECT_EQ(measurement.offered()[1], 5u);
  EXPECT_EQ(measurement.network_latency().maximum(), 14u);
}

TEST(MeasuredSeries, ASourceThatIsJudgedDoesWhatItDid) {
  Regular regular;
  MeasuredSeries series(3);
  JudgedSource source(regular, series);
  expect_regular(source);
  EXPECT_EQ(series.bins().generated_until(32), (std::vector<std::uint64_t>{5, 0}));
  EXPECT_EQ(series.bins().until(32)[1].network_latency, 14u);
  EXPECT_FALSE(series.sources().has_value());
}

// What is kept of messages and packets before the begin is forgotten, and each thread keeps its
// own.
TEST(MeasuredSeries, OfSeveralThreadsIsThatOfOne) {
  MeasuredSeries one(4, true), several(4, true);
  several.split(3);
  for (MeasuredSeries* const each : {&one, &several}) {
    each->add(0, packet(0, 1, 8, 10, 20, 90));
    each->begin_at(100);
  }
  for (NodeId i = 0; i < 400; ++i) {
    const int thread = static_cast<int>(i % 3);
    const DeliveredPacket each = packet(i % 4, (i + 1) % 4, 1 + i, 10 + i, 20 + i, 94 + 6 * i);
    one.add(0, each);
    several.add(thread, each);
    one.add_generated(0, i % 4, 1 + i, 97 + i);
    several.add_generated(thread, i % 4, 1 + i, 97 + i);
  }
  const auto phits = [](const DeliveryBins& bins) {
    std::vector<std::uint64_t> result;
    for (const DeliverySums& each : bins.until(2600)) result.push_back(each.phits);
    return result;
  };
  const DeliveryBins while_running = several.bins(no_other_ranks());
  EXPECT_EQ(while_running.generated_until(2600), one.bins().generated_until(2600));
  EXPECT_EQ(phits(while_running), phits(one.bins()));
  EXPECT_EQ(phits(while_running)[0], 2u + 3 + 4) << "cycles 100 to 115";
  const RatioSeries of_source = several.sources()->accepted_of_offered(2, 2600);
  EXPECT_EQ(of_source.numerators(), one.sources()->accepted_of_offered(2, 2600).numerators());
  EXPECT_EQ(of_source.denominators(), one.sources()->accepted_of_offered(2, 2600).denominators());
  several.gather(no_other_ranks());
  EXPECT_EQ(phits(several.bins()), phits(one.bins()));
  ASSERT_EQ(several.batches().batches().size(), one.batches().batches().size());
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < one.batches().batches().size(); ++i) {
    const LatencyHistogram& latency = several.batches().batches()[i].network;
    EXPECT_EQ(latency.sum(), one.batches().batches()[i].network.sum());
    packets += latency.count();
  }
  EXPECT_EQ(packets, 399u) << "all from cycle 100 on";
}

TEST(Verdicts, HalvesThatDiffer) {
  Measurement measurement(2, 0, 200, {});
  measurement.of_thread(0).add(packet(0, 1, 8, 0, 0, 40));
  measurement.of_thread(0).add(packet(0, 1, 8, 0, 0, 60));
  measurement.of_thread(0).add(packet(0, 1, 8, 0, 90, 150));
  const HalfDifferences differences = half_differences(measurement);
  EXPECT_DOUBLE_EQ(differences.accepted_load.value(), 0.5);
  EXPECT_DOUBLE_EQ(differences.network_latency.value(), 1 - 50.0 / 60);
  EXPECT_DOUBLE_EQ(differences.generation_latency.value(), 1 - 50.0 / 150);
}

TEST(Verdicts, HalvesWithoutPackets) {
  Measurement measurement(2, 0, 200, {});
  const HalfDifferences nothing = half_differences(measurement);
  EXPECT_EQ(nothing.accepted_load, std::nullopt);
  EXPECT_EQ(nothing.network_latency, std::nullopt);
  EXPECT_EQ(is_stationary(nothing, 0.05, false), std::nullopt);

  measurement.of_thread(0).add(packet(0, 1, 8, 0, 0, 40));
  const HalfDifferences one = half_differences(measurement);
  EXPECT_EQ(one.accepted_load, 1.0);
  EXPECT_EQ(one.network_latency, std::nullopt);
  EXPECT_EQ(one.generation_latency, std::nullopt);
  EXPECT_EQ(is_stationary(one, 0.05, false), false);
}

TEST(Verdicts, Stationary) {
  EXPECT_EQ(is_stationary({0.05, 0.05, 0.05}, 0.05, false), true);
  EXPECT_EQ(is_stationary({0.06, 0, 0}, 0.05, false), false);
  EXPECT_EQ(is_stationary({0, 0.06, 0}, 0.05, false), false);
  EXPECT_EQ(is_stationary({0, 0, 0.06}, 0.05, false), false);
  EXPECT_EQ(is_stationary({0, 0, 0.06}, 0.05, true), true);
  EXPECT_EQ(is_stationary({0, 0.06, 0}, 0.05, true), false);
}

TEST(Verdicts, SaturatedIfTheQueuesGrowByMoreThanTheyFluctuate) {
  EXPECT_FALSE(is_saturated(500, 100, 10000));
  EXPECT_FALSE(is_saturated(100, 400, 10000)) << "three standard deviations";
  EXPECT_TRUE(is_saturated(100, 401, 10000));
  EXPECT_FALSE(is_saturated(0, 10000, 1000000)) << "one per cent";
  EXPECT_TRUE(is_saturated(0, 10001, 1000000));
  EXPECT_FALSE(is_saturated(0, 0, 0));
}

TEST(Verdicts, ANodeThatIsSaturatedAlone) {
  const auto measured = [](std::uint64_t generated, std::uint64_t delivered) {
    Measurement measurement(1000, 0, 100000, {});
    for (std::uint64_t i = 0; i < generated; ++i) measurement.generated(7, 16, 10);
    for (std::uint64_t i = 0; i < delivered; ++i) {
      measurement.of_thread(0).add(packet(7, 1, 16, 0, 0, 50));
    }
    return has_saturated_node(measurement, 16);
  };
  EXPECT_FALSE(measured(400, 300)) << "five standard deviations";
  EXPECT_TRUE(measured(400, 299));
  EXPECT_FALSE(measured(40000, 38000)) << "five per cent";
  EXPECT_TRUE(measured(40000, 37999));
  EXPECT_FALSE(measured(300, 400));
  EXPECT_FALSE(measured(0, 0));
}

}  // namespace
}  // namespace netloom::test
