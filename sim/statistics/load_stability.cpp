#include "sim/statistics/load_stability.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/statistics/distributions.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::size_t kFewestBins = 32;
constexpr int kFrequencies = 8;
constexpr double kDegreesOfFreedom = 2 * kFrequencies;
const double kPi = std::acos(-1.0);

/// Of a backlog over a run.
struct Growth {
  double phits = 0;           ///< from the beginning to the end
  double standard_error = 0;  ///< of that, phits
};

/// Variance of the sum of changes whose mean is `drift`, if each is independent of those long
/// before.
double variance_of_walk(const std::vector<double>& changes, double drift) {
  const auto n = static_cast<double>(changes.size());
  double power = 0;
  for (int frequency = 1; frequency <= kFrequencies; ++frequency) {
    double cosine = 0;
    double sine = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      const double angle = 2 * kPi * frequency * static_cast<double>(i) / n;
      cosine += (changes[i] - drift) * std::cos(angle);
      sine += (changes[i] - drift) * std::sin(angle);
    }
    power += cosine * cosine + sine * sine;
  }
  return power / kFrequencies;
}

/// Of the backlog around the straight line from its beginning to its end.
double variance_around_line(const std::vector<double>& changes, double drift) {
  const auto n = static_cast<double>(changes.size());
  double above = 0;
  double sum = 0;
  double squares = 0;
  for (const double change : changes) {
    above += change - drift;
    sum += above;
    squares += above * above;
  }
  return squares / n - sum / n * (sum / n);
}

Growth growth_of(const RatioSeries& accepted_of_offered) {
  std::vector<double> changes;
  Growth result;
  for (std::size_t i = 0; i < accepted_of_offered.size(); ++i) {
    changes.push_back(static_cast<double>(accepted_of_offered.denominators()[i]) -
                      static_cast<double>(accepted_of_offered.numerators()[i]));
    result.phits += changes.back();
  }
  const double drift = result.phits / static_cast<double>(changes.size());
  result.standard_error =
      std::sqrt(variance_of_walk(changes, drift) + 2 * variance_around_line(changes, drift));
  return result;
}

}  // namespace

const char* text_of(Stability stability) {
  switch (stability) {
    case Stability::kStable:
      return "stable";
    case Stability::kUnstable:
      return "unstable";
    case Stability::kUndecided:
      return "undecided";
  }
  return "";
}

LoadStability load_stability(const RatioSeries& accepted_of_offered, double error_probability) {
  if (!(error_probability > 0 && error_probability < 0.5)) {
    throw Error("an error probability of " + std::to_string(error_probability) +
                "; allowed: between 0 and 0.5");
  }
  LoadStability result;
  if (accepted_of_offered.size() < kFewestBins || !accepted_of_offered.mean()) return result;
  const Growth growth = growth_of(accepted_of_offered);
  double offered = 0;
  for (const std::uint64_t each : accepted_of_offered.denominators()) {
    offered += static_cast<double>(each);
  }
  // One bound is wrong with half of what both together are.
  const double half = student_t_two_sided_quantile(1 - 2 * error_probability, kDegreesOfFreedom) *
                      growth.standard_error / offered;
  result.short_by = growth.phits / offered;
  result.lower = *result.short_by - half;
  result.upper = *result.short_by + half;
  if (growth.standard_error > 0) {
    result.growth_p_value =
        student_t_upper_tail(growth.phits / growth.standard_error, kDegreesOfFreedom);
  } else {
    result.growth_p_value = growth.phits > 0 ? 0 : 1;
  }
  if (*result.lower > kLostShare) {
    result.stability = Stability::kUnstable;
  } else if (*result.upper < kLostShare && result.growth_p_value >= error_probability) {
    result.stability = Stability::kStable;
  }
  return result;
}

SourceStability source_stability(const SourceBins& sources, Cycle until, double error_probability) {
  std::vector<RatioSeries> sending;
  std::vector<std::size_t> names;
  for (std::size_t source = 0; source < sources.sources(); ++source) {
    RatioSeries series = sources.accepted_of_offered(source, until);
    if (!series.mean()) continue;
    sending.push_back(std::move(series));
    names.push_back(source);
  }
  SourceStability result;
  std::size_t stable = 0;
  std::vector<LoadStability> all;
  std::optional<double> highest;  // lower bound
  for (std::size_t i = 0; i < sending.size(); ++i) {
    all.push_back(
        load_stability(sending[i], error_probability / static_cast<double>(sending.size())));
    const LoadStability& found = all.back();
    if (found.stability == Stability::kStable) ++stable;
    if (found.stability == Stability::kUnstable) ++result.unstable;
    if (!found.short_by) continue;
    highest = std::max(highest.value_or(*found.lower), *found.lower);
    if (result.source && *found.short_by <= *result.short_by) continue;
    result.source = names[i];
    result.short_by = found.short_by;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].upper && *all[i].upper >= *highest) result.most.push_back(names[i]);
  }
  if (result.unstable > 0) {
    result.stability = Stability::kUnstable;
  } else if (!sending.empty() && stable == sending.size()) {
    result.stability = Stability::kStable;
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
