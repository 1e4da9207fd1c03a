#pragma once

#include <cstdint>

#include "sim/statistics/measurement.h"

namespace netloom {

/// Relative differences between the two halves of the measured interval: |b - a| / max(a, b), of
/// accepted load and of the mean latencies; 0 if both are 0, 1 if one is.
struct HalfDifferences {
  double accepted_load = 0;
  double network_latency = 0;
  double generation_latency = 0;
};

HalfDifferences half_differences(const Measurement& measurement);

/// Whether the interval was stationary: no difference exceeds the bound. The latency from
/// generation is left out of a saturated run, where it grows for ever by definition.
bool is_stationary(const HalfDifferences& differences, double bound, bool saturated);

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

}  // namespace netloom
