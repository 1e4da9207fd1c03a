#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <string>

#include "sim/statistics/batch_means.h"
#include "sim/statistics/stopping_rule.h"
#include "sim/statistics/trend.h"
#include "testbench/support/thorough.h"
#include "testbench/unit/statistics_support.h"

// Runs that end by themselves, of processes whose true mean is known: the intervals that they end
// with have to contain it as often as they say. Runs of a network, with the end of their warm-up,
// are in sim_judged_run_test.cpp.

namespace netloom::test {
namespace {

/// That are left out: enough for each to forget how it began.
constexpr std::size_t kWarmUp = 200;

struct Process {
  std::string name;
  double precision;
  /// Runs a process of this seed until the rule ends it; what it ended with, and the true mean.
  std::function<double(std::uint64_t seed, const StoppingRule::Settings&, RunVerdict&, BatchMeans&)>
      run;
};

std::ostream& operator<<(std::ostream& out, const Process& process) {
  return out << process.name;
}

template <class Source>
double run_until_precise(Source source, const StoppingRule::Settings& settings, RunVerdict& verdict,
                         BatchMeans& means) {
  RatioSeries unused, series;
  while (unused.size() < kWarmUp) source.run(unused);
  StoppingRule rule(settings);
  std::size_t uncorrelated_bins = kNeverUncorrelated;
  do {
    while (series.size() < rule.next_look()) source.run(series);
    means = batch_means(series, uncorrelated_bins);
    if (means.valid()) uncorrelated_bins = std::min(uncorrelated_bins, means.batch_bins);
    verdict = rule.look({!trend_of(series).significant(), means.relative_half_width(0.95)});
  } while (verdict == RunVerdict::kGoOn);
  return source.truth();
}

Process autoregressive(const std::string& name, double phi, double precision) {
  return {name, precision,
          [phi](std::uint64_t seed, const StoppingRule::Settings& settings, RunVerdict& verdict,
                BatchMeans& means) {
            return run_until_precise(Autoregressive(seed, phi), settings, verdict, means);
          }};
}

/// Bins of a few autocorrelation times, which grow with (1 - load)^-2.
Process markov_queue(const std::string& name, double load, double bin, double precision) {
  return {name, precision,
          [load, bin](std::uint64_t seed, const StoppingRule::Settings& settings,
                      RunVerdict& verdict, BatchMeans& means) {
            return run_until_precise(MarkovQueue(seed, load, bin), settings, verdict, means);
          }};
}

class Coverage : public testing::TestWithParam<Process> {};

// With stopping on. Of 2,000 runs a standard deviation is 0.5 %, of 100 it is 2.2 %: the small
// version would notice intervals that are half as wide, which would contain the truth in 67 %.
TEST_P(Coverage, OfNinetyFivePerCent) {
  const int runs = thorough() ? 2000 : 100;
  int precise = 0;
  int hits = 0;
  for (int run = 0; run < runs; ++run) {
    RunVerdict verdict = RunVerdict::kGoOn;
    BatchMeans means;
    const double truth = GetParam().run(static_cast<std::uint64_t>(run),
                                        {GetParam().precision, 560, 200'000}, verdict, means);
    if (verdict != RunVerdict::kPrecise) continue;
    ++precise;
    EXPECT_LE(means.relative_half_width(0.95).value(), GetParam().precision);
    if (std::abs(*means.mean - truth) <= *means.half_width(0.95)) ++hits;
  }
  const double covered = static_cast<double>(hits) / precise;
  RecordProperty("precise", precise);
  RecordProperty("covered", std::to_string(covered));
  EXPECT_GE(precise, 0.97 * runs);
  EXPECT_GE(covered, thorough() ? 0.935 : 0.85);
  EXPECT_LE(covered, thorough() ? 0.965 : 1);
}

INSTANTIATE_TEST_SUITE_P(Processes, Coverage,
                         testing::Values(autoregressive("White", 0, 0.001),
                                         autoregressive("Autoregressive50", 0.5, 0.001),
                                         autoregressive("Autoregressive90", 0.9, 0.005),
                                         markov_queue("MarkovQueue50", 0.5, 50, 0.05),
                                         markov_queue("MarkovQueue80", 0.8, 200, 0.05)),
                         [](const auto& each) { return each.param.name; });

// The formula that coverage of the source rests on, and its form for packets of two phits, by which
// one waits for one cycle if the cycle before has brought one, and so on: rho / (2 (1 - rho)).
TEST(LoneSource, MeanWait) {
  EXPECT_DOUBLE_EQ(LoneSource(1, 0.5, 2, 100).truth(), 0.5);
  EXPECT_DOUBLE_EQ(LoneSource(1, 0.9, 8, 100).truth(), 31.5);
  LoneSource source(1, 0.5, 8, 1000);
  RatioSeries series;
  for (int bin = 0; bin < 100'000; ++bin) source.run(series);
  // Of six million packets; batches say what the mean of a run is good for.
  const BatchMeans means = batch_means(series);
  ASSERT_TRUE(means.valid()) << text_of(means.reason);
  EXPECT_LT(means.standard_error, 0.002 * source.truth());
  EXPECT_NEAR(*means.mean, source.truth(), 4 * means.standard_error);
}

}  // namespace
}  // namespace netloom::test
