#include <gtest/gtest.h>

#include "routing/base/error.h"
#include "sim/statistics/steady_state.h"
#include "sim/statistics/stopping_rule.h"
#include "testbench/unit/statistics_support.h"

namespace netloom::test {
namespace {

const LookResult kMet = {true, 0.01};
const LookResult kWide = {true, 0.0101};
const LookResult kNoInterval = {true, std::nullopt};
const LookResult kUnsettled = {false, 0.001};

TEST(StoppingRule, LooksWhenTheRunHasGrownByHalf) {
  StoppingRule rule({0.01, 1001, 4000});
  std::vector<Cycle> looks = {rule.next_look()};
  while (rule.look(kWide) == RunVerdict::kGoOn) looks.push_back(rule.next_look());
  EXPECT_EQ(looks, (std::vector<Cycle>{1001, 1502, 2253, 3380, 4000}));
  EXPECT_EQ(rule.verdict(), RunVerdict::kPrecisionNotReached);
  EXPECT_THROW(rule.look(kMet), BrokenInvariant);
}

TEST(StoppingRule, MetAtTwoLooksInSuccession) {
  StoppingRule rule({0.01, 1000, 100'000});
  EXPECT_EQ(rule.look(kMet), RunVerdict::kGoOn);
  EXPECT_EQ(rule.look(kWide), RunVerdict::kGoOn);
  EXPECT_EQ(rule.look(kMet), RunVerdict::kGoOn);
  EXPECT_EQ(rule.look(kNoInterval), RunVerdict::kGoOn);
  EXPECT_EQ(rule.look(kMet), RunVerdict::kGoOn);
  EXPECT_EQ(rule.look(kUnsettled), RunVerdict::kGoOn);
  EXPECT_EQ(rule.look(kMet), RunVerdict::kGoOn);
  EXPECT_EQ(rule.look(kMet), RunVerdict::kPrecise);
  EXPECT_EQ(rule.next_look(), 17'090u) << "the cycle in which it ended";
}

TEST(StoppingRule, AtTheCap) {
  const auto at_cap = [](const LookResult& before, const LookResult& last) {
    StoppingRule rule({0.01, 1000, 1200});
    EXPECT_EQ(rule.look(before), RunVerdict::kGoOn);
    EXPECT_EQ(rule.next_look(), 1200u);
    return rule.look(last);
  };
  EXPECT_EQ(at_cap(kMet, kMet), RunVerdict::kPrecise);
  EXPECT_EQ(at_cap(kWide, kMet), RunVerdict::kPrecisionNotReached) << "met once only";
  EXPECT_EQ(at_cap(kMet, kWide), RunVerdict::kPrecisionNotReached);
  EXPECT_EQ(at_cap(kMet, kNoInterval), RunVerdict::kNoValidInterval);
  EXPECT_EQ(at_cap(kMet, kUnsettled), RunVerdict::kDoesNotSettle);
}

TEST(StoppingRule, Settings) {
  EXPECT_THROW(StoppingRule({0, 1000, 2000}), Error);
  EXPECT_THROW(StoppingRule({-0.01, 1000, 2000}), Error);
  EXPECT_THROW(StoppingRule({0.01, 0, 2000}), Error);
  EXPECT_THROW(StoppingRule({0.01, 2001, 2000}), Error);
  EXPECT_EQ(StoppingRule({0.01, 2000, 2000}).look(kWide), RunVerdict::kPrecisionNotReached);
}

TEST(StoppingRule, Words) {
  EXPECT_STREQ(text_of(RunVerdict::kPrecisionNotReached), "precision_not_reached");
  EXPECT_STREQ(text_of(RunVerdict::kNoValidInterval), "no_valid_interval");
}

TEST(SteadyState, TheWidestIntervalCounts) {
  SteadyState state;
  state.warm_up.verdict = WarmUp::Verdict::kFound;
  BatchMeans narrow;
  narrow.mean = 100;
  narrow.reason = NoInterval::kNone;
  narrow.batches = 32;
  narrow.standard_error = 1;
  BatchMeans wide = narrow;
  wide.mean = 50;
  state.means = {narrow, wide, narrow};
  state.trends.resize(3);
  EXPECT_TRUE(state.look(0.95).settled);
  EXPECT_NEAR(state.look(0.95).half_width.value(), 2.039513 / 50, 1e-7);
  state.means[2].reason = NoInterval::kCorrelated;
  EXPECT_EQ(state.look(0.95).half_width, std::nullopt);
  EXPECT_TRUE(state.look(0.95).settled);
  state.trends[1].p_value = 0.001;
  EXPECT_FALSE(state.look(0.95).settled);
}

TEST(SteadyState, NothingIsSaidWithoutAnEndOfTheWarmUp) {
  RatioSeries falling;
  for (std::uint64_t bin = 0; bin < 1000; ++bin) falling.push_back(1000 - bin, 1);
  const SteadyState state = SteadyStateWatch().look({falling});
  EXPECT_FALSE(state.warm_up.found());
  EXPECT_TRUE(state.means.empty());
  EXPECT_FALSE(state.look(0.95).settled);
  EXPECT_EQ(state.look(0.95).half_width, std::nullopt);
}

/// `bins` of this value and one less by turns.
void append(RatioSeries& series, std::size_t bins, std::uint64_t value) {
  for (std::size_t bin = 0; bin < bins; ++bin) series.push_back(value - bin % 2, 1);
}

TEST(SteadyState, TheWarmUpStaysWhereItWasFound) {
  RatioSeries series;
  append(series, 20, 90);
  append(series, 580, 10);
  SteadyStateWatch watch;
  const SteadyState first = watch.look({series});
  EXPECT_TRUE(first.look(0.95).settled);
  EXPECT_EQ(first.warm_up.cut, 20u);
  EXPECT_EQ(first.means.front().mean, 9.5);
  // Something in the middle that MSER-5 would cut off now.
  RatioSeries later = series;
  append(later, 10, 12);
  append(later, 600, 10);
  EXPECT_NE(find_warm_up({later}).cut, 20u);
  const SteadyState second = watch.look({later});
  EXPECT_EQ(second.warm_up.cut, 20u);
  EXPECT_TRUE(second.look(0.95).settled);
}

// Batches that are correlated, as where a step is among them, are no reason to stay there.
TEST(SteadyState, WithoutAnIntervalItIsLookedForAgain) {
  RatioSeries series;
  append(series, 600, 90);
  SteadyStateWatch watch;
  EXPECT_EQ(watch.look({series}).warm_up.cut, 0u);
  append(series, 9000, 10);
  EXPECT_FALSE(batch_means(series).valid());
  const SteadyState state = watch.look({series});
  EXPECT_EQ(state.warm_up.cut, 600u);
  EXPECT_TRUE(state.look(0.95).settled);
}

// A source that gets more than its link takes: waits grow for ever, and no run ends with an
// interval.
TEST(SteadyState, ASaturatedSourceDoesNotSettle) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    LoneSource source(seed, 1.05, 8, 200);
    RatioSeries series;
    StoppingRule rule({0.05, 600, 20'000});
    SteadyStateWatch watch;
    do {
      while (series.size() < rule.next_look()) source.run(series);
    } while (rule.look(watch.look({series}).look(0.95)) == RunVerdict::kGoOn);
    EXPECT_EQ(rule.verdict(), RunVerdict::kDoesNotSettle) << seed;
  }
}

}  // namespace
}  // namespace netloom::test
