#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "routing/base/error.h"
#include "sim/statistics/stopping_rule.h"

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

// One that is precise has a second look at that.
TEST(StoppingRule, Overloaded) {
  const LookResult wide = {true, 0.0101, true}, met = {true, 0.01, true};
  EXPECT_EQ(StoppingRule({0.01, 1000, 100'000}).look(wide), RunVerdict::kSourceQueuesGrow);
  EXPECT_EQ(StoppingRule({0.01, 1000, 100'000}).look({false, std::nullopt, true}),
            RunVerdict::kSourceQueuesGrow);
  StoppingRule rule({0.01, 1000, 100'000});
  EXPECT_EQ(rule.look(kWide), RunVerdict::kGoOn);
  EXPECT_EQ(rule.look(met), RunVerdict::kGoOn);
  StoppingRule then = rule;
  EXPECT_EQ(rule.look(met), RunVerdict::kPrecise);
  EXPECT_EQ(then.look(wide), RunVerdict::kSourceQueuesGrow);
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

}  // namespace
}  // namespace netloom::test
