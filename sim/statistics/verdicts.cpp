#include "sim/statistics/verdicts.h"

#include <algorithm>
#include <cmath>

namespace netloom {
namespace {

double difference(double a, double b) {
  const double larger = std::max(a, b);
  return larger == 0 ? 0 : std::abs(b - a) / larger;
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

}  // namespace

HalfDifferences half_differences(const Measurement& measurement) {
  const auto& [a, b] = measurement.halves();
  const auto [a_cycles, b_cycles] = measurement.half_lengths();
  HalfDifferences result;
  if (a_cycles == 0) return result;  // an interval of one cycle has no halves
  result.accepted_load = difference(mean(a.phits, a_cycles), mean(b.phits, b_cycles));
  result.network_latency =
      difference(mean(a.network_latency, a.packets), mean(b.network_latency, b.packets));
  result.generation_latency =
      difference(mean(a.generation_latency, a.packets), mean(b.generation_latency, b.packets));
  return result;
}

bool is_stationary(const HalfDifferences& differences, double bound, bool saturated) {
  return differences.accepted_load <= bound && differences.network_latency <= bound &&
         (saturated || differences.generation_latency <= bound);
}

bool is_saturated(std::uint64_t queued_before, std::uint64_t queued_after,
                  std::uint64_t generated) {
  if (queued_after <= queued_before) return false;
  const auto growth = static_cast<double>(queued_after - queued_before);
  const auto packets = static_cast<double>(generated);
  return growth > std::max(3 * std::sqrt(packets), 0.01 * packets);
}

}  // namespace netloom
