#include <gtest/gtest.h>

#include <cmath>

#include "routing/base/error.h"
#include "sim/statistics/load_stability.h"
#include "sim/statistics/saturation_search.h"
#include "testbench/unit/statistics_support.h"

namespace netloom::test {
namespace {

struct Observed {
  RatioSeries accepted_of_offered;
  std::vector<std::uint64_t> backlog = {0};
};

/// A link that takes a phit per cycle and gets packets of eight phits at this load.
class LoadedLink {
 public:
  LoadedLink(std::uint64_t seed, double load) : random_(seed, 5), load_(load) {}

  /// Bins of 200 cycles.
  void run(std::size_t bins, Observed& to) {
    const auto threshold = static_cast<std::uint32_t>(load_ / 8 * 4294967296.0);
    for (std::size_t bin = 0; bin < bins; ++bin) {
      std::uint64_t offered = 0;
      std::uint64_t accepted = 0;
      for (int cycle = 0; cycle < 200; ++cycle) {
        if (random_.next() < threshold) offered += 8;
        if (backlog_ + offered > accepted) ++accepted;
      }
      backlog_ += offered - accepted;
      to.accepted_of_offered.push_back(accepted, offered);
      to.backlog.push_back(backlog_);
    }
  }

 private:
  Random random_;
  double load_;
  std::uint64_t backlog_ = 0;
};

/// As the search is meant to be used: the run doubles until it is decided.
Stability stability_of(std::uint64_t seed, double load, double error_probability) {
  LoadedLink link(seed, load);
  Observed observed;
  for (std::size_t bins = 600; bins <= 600 * 64; bins *= 2) {
    link.run(bins - observed.accepted_of_offered.size(), observed);
    const Stability stability =
        load_stability(observed.accepted_of_offered, observed.backlog, error_probability).stability;
    if (stability != Stability::kUndecided) return stability;
  }
  return Stability::kUndecided;
}

/// 512 bins of 1,000 offered phits of which so many are accepted, one more and one less by turns.
Observed steady(std::uint64_t accepted, std::uint64_t growth) {
  Observed result;
  for (std::uint64_t bin = 0; bin < 512; ++bin) {
    result.accepted_of_offered.push_back(bin % 2 == 0 ? accepted + 1 : accepted - 1, 1000);
    result.backlog.push_back((bin + 1) * growth);
  }
  return result;
}

// Batches of 16 bins are all alike, so that bounds are where the mean is.
TEST(LoadStability, ByHand) {
  const auto stability = [](std::uint64_t accepted, std::uint64_t growth) {
    const Observed observed = steady(accepted, growth);
    return load_stability(observed.accepted_of_offered, observed.backlog, 0.01).stability;
  };
  EXPECT_EQ(stability(1000, 0), Stability::kStable);
  EXPECT_EQ(stability(996, 0), Stability::kStable);
  EXPECT_EQ(stability(996, 4), Stability::kUndecided) << "the backlog grows";
  EXPECT_EQ(stability(994, 6), Stability::kUnstable);
  EXPECT_EQ(stability(994, 0), Stability::kUnstable);
  EXPECT_EQ(stability(1010, 0), Stability::kStable) << "a backlog of before is delivered";
}

TEST(LoadStability, Bounds) {
  LoadedLink link(1, 0.8);
  Observed observed;
  link.run(2000, observed);
  const LoadStability result = load_stability(observed.accepted_of_offered, observed.backlog, 0.01);
  ASSERT_TRUE(result.accepted_share.valid()) << text_of(result.accepted_share.reason);
  const double half = result.accepted_share.half_width(0.98).value();
  EXPECT_DOUBLE_EQ(result.lower.value(), 1 - *result.accepted_share.mean - half);
  EXPECT_DOUBLE_EQ(result.upper.value(), 1 - *result.accepted_share.mean + half);
}

// Backlogs of 1 and 0 by turns at the ends of batches make 32 changes of 1, -1, …, whose mean is 0.
TEST(LoadStability, GrowthByHand) {
  Observed observed = steady(1000, 0);
  for (std::size_t i = 0; i <= 512; ++i) observed.backlog[i] = i / 16 % 2;
  LoadStability result = load_stability(observed.accepted_of_offered, observed.backlog, 0.01);
  EXPECT_EQ(result.growth, 0);
  EXPECT_DOUBLE_EQ(result.growth_p_value, 0.5);
  // 3 and 1 phits more by turns: 2 in the mean, with a standard error of sqrt(1 / 31).
  for (std::size_t i = 0; i <= 512; ++i) observed.backlog[i] = i / 16 * 2 + i / 16 % 2;
  result = load_stability(observed.accepted_of_offered, observed.backlog, 0.01);
  EXPECT_DOUBLE_EQ(result.growth, 2.0 / 16);
  EXPECT_LT(result.growth_p_value, 1e-10);
  // Falling: nothing is wrong with that.
  for (std::size_t i = 0; i <= 512; ++i) observed.backlog[i] = 600 - i;
  result = load_stability(observed.accepted_of_offered, observed.backlog, 0.01);
  EXPECT_EQ(result.growth_p_value, 1);
  EXPECT_EQ(result.stability, Stability::kStable);
}

TEST(LoadStability, NothingIsSaidWithoutAnInterval) {
  Observed observed = steady(994, 6);
  observed.accepted_of_offered = observed.accepted_of_offered.part(0, 31);
  observed.backlog.resize(32);
  const LoadStability result = load_stability(observed.accepted_of_offered, observed.backlog, 0.01);
  EXPECT_EQ(result.stability, Stability::kUndecided);
  EXPECT_EQ(result.lower, std::nullopt);
  EXPECT_EQ(result.growth_p_value, 1);
}

TEST(LoadStability, ImpossibleArguments) {
  const Observed observed = steady(1000, 0);
  EXPECT_THROW(load_stability(observed.accepted_of_offered, {0, 1}, 0.01), Error);
  EXPECT_THROW(load_stability(observed.accepted_of_offered, observed.backlog, 0), Error);
  EXPECT_THROW(load_stability(observed.accepted_of_offered, observed.backlog, 0.5), Error);
}

// A link is stable up to its load of 1, and d reaches 0.5 % at 1.005.
TEST(LoadStability, OfALink) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(stability_of(seed, 0.5, 0.01), Stability::kStable) << seed;
    EXPECT_EQ(stability_of(seed, 0.9, 0.01), Stability::kStable) << seed;
    EXPECT_EQ(stability_of(seed, 0.97, 0.01), Stability::kStable) << seed;
    EXPECT_EQ(stability_of(seed, 1.03, 0.01), Stability::kUnstable) << seed;
    EXPECT_EQ(stability_of(seed, 1.3, 0.01), Stability::kUnstable) << seed;
  }
}

TEST(SaturationSearch, BisectsTo) {
  std::vector<double> loads;
  const SaturationBracket bracket =
      find_saturation({0, 1, 0.125, 0.06}, [&](double load, double error_probability) {
        EXPECT_DOUBLE_EQ(error_probability,
                         0.006);  // two ends, two times three halvings, two above
        loads.push_back(load);
        return load < 0.3 ? Stability::kStable : Stability::kUnstable;
      });
  EXPECT_EQ(most_probes({0, 1, 0.125, 0.06}), 10u);
  ASSERT_EQ(loads.size(), 7u);
  EXPECT_EQ((std::vector<double>{loads.begin(), loads.begin() + 5}),
            (std::vector<double>{1, 0, 0.5, 0.25, 0.375}));
  EXPECT_DOUBLE_EQ(loads[5], 0.375 + 0.625 / 3);
  EXPECT_DOUBLE_EQ(loads[6], 0.375 + 0.625 * 2 / 3);
  EXPECT_EQ(bracket.lower, 0.25);
  EXPECT_EQ(bracket.upper, 0.375);
  EXPECT_TRUE(bracket.lower_is_stable);
  EXPECT_TRUE(bracket.upper_is_unstable);
  EXPECT_FALSE(bracket.undecided);
  EXPECT_FALSE(bracket.stable_above);
  EXPECT_EQ(bracket.probes.size(), 7u);
  EXPECT_EQ(bracket.probes[3].load, 0.25);
  EXPECT_EQ(bracket.probes[3].stability, Stability::kStable);
}

TEST(SaturationSearch, StableThroughoutAndNowhere) {
  const SaturationBracket all =
      find_saturation({0.1, 0.9, 0.01, 0.05}, [](double, double) { return Stability::kStable; });
  EXPECT_EQ(all.lower, 0.9);
  EXPECT_EQ(all.upper, 0.9);
  EXPECT_FALSE(all.upper_is_unstable);
  EXPECT_EQ(all.probes.size(), 1u);
  const SaturationBracket none =
      find_saturation({0.1, 0.9, 0.01, 0.05}, [](double, double) { return Stability::kUnstable; });
  EXPECT_EQ(none.lower, 0.1);
  EXPECT_EQ(none.upper, 0.1);
  EXPECT_FALSE(none.lower_is_stable);
  EXPECT_TRUE(none.upper_is_unstable);
  EXPECT_EQ(none.probes.size(), 4u);
}

TEST(SaturationSearch, AThroughputThatRisesAgain) {
  const SaturationBracket bracket = find_saturation({0, 1, 0.01, 0.05}, [](double load, double) {
    return load < 0.4 || (load > 0.75 && load < 0.85) ? Stability::kStable : Stability::kUnstable;
  });
  EXPECT_LE(bracket.lower, 0.4);
  EXPECT_GE(bracket.upper, 0.4);
  EXPECT_TRUE(bracket.stable_above) << "at 0.8";
}

TEST(SaturationSearch, Undecided) {
  const auto undecided_between = [](double from, double to) {
    return find_saturation({0, 1, 0.01, 0.05}, [=](double load, double) {
      if (load < from) return Stability::kStable;
      return load > to ? Stability::kUnstable : Stability::kUndecided;
    });
  };
  const SaturationBracket middle = undecided_between(0.45, 0.55);
  EXPECT_TRUE(middle.undecided);
  EXPECT_NEAR(middle.lower, 0.45, 0.01);
  EXPECT_LE(middle.lower, 0.45);
  EXPECT_NEAR(middle.upper, 0.55, 0.01);
  EXPECT_GE(middle.upper, 0.55);
  const SaturationBracket end = undecided_between(0.9, 1);
  EXPECT_TRUE(end.undecided);
  EXPECT_NEAR(end.lower, 0.9, 0.01);
  EXPECT_EQ(end.upper, 1);
  EXPECT_FALSE(end.upper_is_unstable);
  const SaturationBracket begin = undecided_between(0, 0.3);
  EXPECT_EQ(begin.lower, 0);
  EXPECT_FALSE(begin.lower_is_stable);
  EXPECT_NEAR(begin.upper, 0.3, 0.01);
  const SaturationBracket all = undecided_between(0, 1);
  EXPECT_TRUE(all.undecided);
  EXPECT_EQ(all.probes.size(), 2u);
  EXPECT_FALSE(all.lower_is_stable);
  EXPECT_FALSE(all.upper_is_unstable);
}

// Wherever it is and however wide what cannot be decided: the search ends, with no more probes than
// errors are shared among, and the bracket has it.
TEST(SaturationSearch, EndsWithinItsProbes) {
  const SearchSettings settings = {0.1, 1.1, 0.003, 0.05};
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed, 6);
    const double from = 1.2 * random.uniform();
    const double to = from + (seed % 2 == 0 ? 0 : random.uniform());
    const SaturationBracket bracket = find_saturation(settings, [&](double load, double) {
      if (load < from) return Stability::kStable;
      if (load > to) return Stability::kUnstable;
      return random.below(2) == 0 ? Stability::kUndecided : Stability::kStable;
    });
    EXPECT_LE(bracket.probes.size(), most_probes(settings)) << seed;
    EXPECT_LE(bracket.lower, bracket.upper);
    EXPECT_TRUE(!bracket.lower_is_stable || bracket.lower <= to) << seed;
    EXPECT_TRUE(!bracket.upper_is_unstable || bracket.upper >= from) << seed;
    if (!bracket.undecided && bracket.lower_is_stable && bracket.upper_is_unstable) {
      EXPECT_LE(bracket.upper - bracket.lower, 0.0031);
    }
  }
}

TEST(SaturationSearch, ImpossibleArguments) {
  EXPECT_THROW(most_probes({0.5, 0.5, 0.01, 0.05}), Error);
  EXPECT_THROW(most_probes({-0.1, 0.5, 0.01, 0.05}), Error);
  EXPECT_THROW(most_probes({0, 1, 0, 0.05}), Error);
  EXPECT_THROW(most_probes({0, 1, 0.01, 0}), Error);
  EXPECT_THROW(most_probes({0, 1, 0.01, 1}), Error);
}

TEST(SaturationSearch, OfALink) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const SaturationBracket bracket =
        find_saturation({0.1, 1.5, 0.02, 0.05}, [&](double load, double error_probability) {
          return stability_of(seed, load, error_probability);
        });
    EXPECT_LE(bracket.lower, 1.005) << seed;
    EXPECT_GE(bracket.upper, 1.0) << seed;
    EXPECT_LE(bracket.upper - bracket.lower, 0.06) << seed;
    EXPECT_FALSE(bracket.stable_above) << seed;
  }
}

}  // namespace
}  // namespace netloom::test
