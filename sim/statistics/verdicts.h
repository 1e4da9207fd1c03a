#pragma once

#include <cstdint>
#include <optional>

#include "sim/statistics/measurement.h"

namespace netloom {
inline namespace sim {

/// Relative differences between the two halves of the measured interval: |b - a| / max(a, b).
struct HalfDifferences {
  std::optional<double> accepted_load;  ///< 1 if only one accepted anything, none if neither did
  // Of the means; none if a half has no packet.
  std::optional<double> network_latency;
  std::optional<double> generation_latency;
};

HalfDifferences half_differences(const Measurement& measurement);

/// Whether the interval was stationary: no difference that there is exceeds the bound. The latency
/// from generation is left out of a saturated run, where it grows for ever by definition. Nobody
/// knows if nothing was delivered.
std::optional<bool> is_stationary(const HalfDifferences& differences, double bound, bool saturated);

/// Whether the source queues grew over the measured interval, so that the network was saturated.
///
/// A queue that keeps up grows by nothing on average, but it fluctuates: the difference between
/// Poisson arrivals and departures of G packets has a standard deviation of about sqrt(G). Growth
/// counts if it exceeds three of these and, since in long runs that is nothing, 1 % of the G
/// packets that were generated in the interval.
bool is_saturated(std::uint64_t queued_before, std::uint64_t queued_after, std::uint64_t generated);

/// Whether that is so at some node alone, whose queue is lost among those of many others: what it
/// generated in the interval exceeds what was delivered for it by more than five standard
/// deviations (there are many nodes, and none of them may exceed its bound by chance) and 5 %.
/// `packet_phits`: size of the packets.
bool has_saturated_node(const Measurement& measurement, int packet_phits);

}  // namespace sim
}  // namespace netloom
