#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "routing/base/types.h"
#include "sim/statistics/latency_histogram.h"

namespace netloom {
inline namespace sim {

/// A quantile of one batch of a run.
struct BatchQuantile {
  double value = 0;           ///< 0 if it has no packet
  std::uint64_t packets = 0;  ///< of the batch
};

/// A quantile of a run, and how good it is, by sectioning [Asmussen-Glynn 2007].
struct QuantileEstimate {
  double value = 0;  ///< of the whole run
  std::size_t batches = 0;
  double correlation = 0;  ///< of neighbouring batches
  /// Of the whole run's quantile. None if a batch has less than 1,000 packets, or there are less
  /// than ten batches.
  std::optional<double> standard_error;

  /// Half of the interval around the value that has the true one with this confidence, 0 … 1; none
  /// without a standard error.
  std::optional<double> half_width(double confidence) const;
};

/// The interval is centred on the quantile of the whole run, since that of a batch is biased more,
/// and its spread is that of the batches' quantiles around it, with Student's t of a degree of
/// freedom less than batches. Where neighbouring batches have a correlation of r > 0 the variance
/// counts (1 + r) / (1 - r) times.
QuantileEstimate quantile_by_sectioning(double of_run, const std::vector<BatchQuantile>& batches);

/// Of this share (0 < share <= 1) of the latencies of batches in the order of time; the whole run
/// is all of them together. None if they have no packet.
std::optional<QuantileEstimate> quantile_by_sectioning(const std::vector<LatencyHistogram>& batches,
                                                       double share);

}  // namespace sim
}  // namespace netloom
