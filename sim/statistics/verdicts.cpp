#include "sim/statistics/verdicts.h"

#include <algorithm>
#include <cmath>

namespace netloom {
inline namespace sim {
namespace {

double difference(double a, double b) {
  return std::abs(b - a) / std::max(a, b);
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// Whether a queue grew by more than so many standard deviations of `generated` random arrivals and
/// by more than this share of them.
bool exceeds(double growth, double generated, double deviations, double share) {
  return growth > std::max(deviations * std::sqrt(generated), share * generated);
}

}  // namespace

HalfDifferences half_differences(const Measurement& measurement) {
  const auto& [a, b] = measurement.halves();
  const auto [a_cycles, b_cycles] = measurement.half_lengths();
  HalfDifferences result;
  if (a_cycles == 0) return result;  // an interval of one cycle has no halves
  if (a.packets == 0 && b.packets == 0) return result;
  result.accepted_load = difference(ratio(a.phits, a_cycles), ratio(b.phits, b_cycles));
  if (a.packets == 0 || b.packets == 0) return result;
  result.network_latency =
      difference(ratio(a.network_latency, a.packets), ratio(b.network_latency, b.packets));
  result.generation_latency =
      difference(ratio(a.generation_latency, a.packets), ratio(b.generation_latency, b.packets));
  return result;
}

std::optional<bool> is_stationary(const HalfDifferences& differences, double bound,
                                  bool saturated) {
  if (!differences.accepted_load) return std::nullopt;
  return *differences.accepted_load <= bound && differences.network_latency.value_or(0) <= bound &&
         (saturated || differences.generation_latency.value_or(0) <= bound);
}

bool is_saturated(std::uint64_t queued_before, std::uint64_t queued_after,
                  std::uint64_t generated) {
  if (queued_after <= queued_before) return false;
  return exceeds(static_cast<double>(queued_after - queued_before), static_cast<double>(generated),
                 3, 0.01);
}

bool has_saturated_node(const Measurement& measurement, int packet_phits) {
  for (std::size_t node = 0; node < measurement.offered().size(); ++node) {
    const double offered = static_cast<double>(measurement.offered()[node]) / packet_phits;
    const double accepted = static_cast<double>(measurement.accepted()[node]) / packet_phits;
    if (exceeds(offered - accepted, offered, 5, 0.05)) return true;
  }
  return false;
}

}  // namespace sim
}  // namespace netloom
