#include "sim/experiments/measured.h"

#include <algorithm>
#include <cmath>

namespace netloom {
inline namespace sim {
namespace {

bool all_exact(const std::vector<Reading>& readings) {
  return std::all_of(readings.begin(), readings.end(),
                     [](const Reading& each) { return each.exact; });
}

bool all_have_sides(const std::vector<Reading>& readings) {
  return std::all_of(readings.begin(), readings.end(),
                     [](const Reading& each) { return each.sides.has_value(); });
}

}  // namespace

Reading sum_of(const std::vector<Reading>& readings) {
  Reading result;
  result.exact = all_exact(readings);
  if (all_have_sides(readings)) result.sides.emplace();
  for (const Reading& each : readings) {
    result.value += each.value;
    if (!result.sides) continue;
    result.sides->below += each.sides->below;
    result.sides->above += each.sides->above;
  }
  return result;
}

Reading mean_of(const std::vector<Reading>& readings) {
  return times(1 / static_cast<double>(readings.size()), sum_of(readings));
}

Reading largest_of(const std::vector<Reading>& readings) {
  Reading result = *std::max_element(
      readings.begin(), readings.end(),
      [](const Reading& one, const Reading& other) { return one.value < other.value; });
  result.exact = all_exact(readings);
  if (!all_have_sides(readings)) {
    result.sides.reset();
    return result;
  }
  for (const Reading& each : readings) {
    result.sides->below =
        std::min(result.sides->below, result.value - each.value + each.sides->below);
    result.sides->above =
        std::max(result.sides->above, each.value + each.sides->above - result.value);
  }
  return result;
}

Reading times(double factor, const Reading& reading) {
  Reading result = reading;
  result.value *= factor;
  if (result.sides)
    result.sides = Sides{factor * result.sides->below, factor * result.sides->above};
  return result;
}

Reading difference_of(const Reading& a, const Reading& b) {
  Reading result;
  result.value = a.value - b.value;
  result.exact = a.exact && b.exact;
  if (!a.sides || !b.sides) return result;
  result.sides =
      Sides{std::hypot(a.sides->below, b.sides->above), std::hypot(a.sides->above, b.sides->below)};
  return result;
}

Reading ratio_of(const Reading& a, const Reading& b) {
  Reading result;
  result.value = a.value / b.value;
  result.exact = a.exact && b.exact;
  if (result.exact) result.sides.emplace();
  if (result.exact || !a.sides || !b.sides) return result;
  const double below_b = b.value - b.sides->below;
  const double above_b = b.value + b.sides->above;
  if (below_b <= 0 || above_b >= 2 * b.value) return result;
  const double product = a.value * b.value;
  // a is between two bounds: x (2 a - x) is the same for both if they are as far from a.
  const auto bound = [&](double of_a, double of_b, double sign) {
    const double root =
        product * product - of_a * (2 * a.value - of_a) * of_b * (2 * b.value - of_b);
    return (product + sign * std::sqrt(std::max(0.0, root))) / (of_b * (2 * b.value - of_b));
  };
  result.sides = Sides{result.value - bound(a.value - a.sides->below, above_b, -1),
                       bound(a.value + a.sides->above, below_b, 1) - result.value};
  return result;
}

Measured::Known Measured::known() const {
  if (!seeds.empty() && all_exact(seeds)) return Known::kExactly;
  if (copies) return Known::kSameInAll;
  if (seeds.size() > 1) return Known::kOverSeeds;
  return all_have_sides(seeds) && !seeds.empty() ? Known::kByItself : Known::kNoInterval;
}

Estimate Measured::estimate() const {
  std::vector<double> values;
  for (const Reading& each : seeds) values.push_back(each.value);
  const Known how = known();
  Estimate result = netloom::estimate(values, how == Known::kOverSeeds);
  if (how == Known::kByItself) {
    const Sides& sides = *seeds.front().sides;
    result.ci95 = std::max(sides.below, sides.above);
  }
  return result;
}

std::optional<Sides> Measured::interval() const {
  switch (known()) {
    case Known::kExactly:
    case Known::kSameInAll:
      return Sides{};
    case Known::kOverSeeds: {
      const double half = estimate().ci95.value();
      return Sides{half, half};
    }
    case Known::kByItself:
      return seeds.front().sides;
    case Known::kNoInterval:
      break;
  }
  return std::nullopt;
}

const char* text_of(Measured::Known known) {
  switch (known) {
    case Measured::Known::kExactly:
      return "exact";
    case Measured::Known::kSameInAll:
      return "the same in all seeds";
    case Measured::Known::kOverSeeds:
      return "over the seeds";
    case Measured::Known::kByItself:
      return "of itself";
    case Measured::Known::kNoInterval:
      return "no interval";
  }
  return "";
}

}  // namespace sim
}  // namespace netloom
