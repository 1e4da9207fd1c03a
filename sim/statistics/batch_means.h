#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "sim/statistics/ratio_series.h"

namespace netloom {
inline namespace sim {

/// Why a run has no confidence interval.
enum class NoInterval {
  kNone,          ///< it has one
  kNothing,       ///< nothing was delivered
  kTooFew,        ///< less bins than batches, or a batch without a packet
  kShortBatches,  ///< a batch is shorter than ten integrated autocorrelation times
  kCorrelated,    ///< von Neumann's test finds batches correlated
};

/// In words, as a message has them: "a batch is shorter than …".
const char* text_of(NoInterval reason);

/// Mean of a series within one run, and how good it is, by batch means.
struct BatchMeans {
  std::optional<double> mean;  ///< of all bins; none if nothing was delivered
  NoInterval reason = NoInterval::kNothing;
  std::size_t batches = 0;     ///< 16 … 63, 0 if there are less bins than 32
  std::size_t batch_bins = 0;  ///< of the shortest batch
  /// Integrated autocorrelation time, in bins; at least a 64th of a batch, since it is that of sums
  /// over so many bins. None if it exceeds a tenth of a batch.
  std::optional<double> autocorrelation_time;
  double correlation = 0;     ///< of neighbouring batches
  double skewness = 0;        ///< of batches; 0 if they are as often far above the mean as below
  double standard_error = 0;  ///< of the mean; has a meaning only with an interval

  bool valid() const { return reason == NoInterval::kNone; }
  /// Half of the interval around the mean that has the true one with this confidence, 0 … 1. None
  /// if there is no valid interval.
  std::optional<double> half_width(double confidence) const;
  /// The same as a share of the mean. Of a mean of 0 it is 0 or none.
  std::optional<double> relative_half_width(double confidence) const;
};

/// No batch of a series has passed von Neumann's test before.
inline constexpr std::size_t kNeverUncorrelated = std::numeric_limits<std::size_t>::max();

/// Batches of a power of two of bins, or a little more, so that there are 32 … 63 of them: the
/// batch doubles when the run does. The interval is valid if a batch is at least ten integrated
/// autocorrelation times, seen by sums over a 64th of a batch so that noise from bin to bin does
/// not hide a slow fluctuation, and von Neumann's test (one-sided, 0.2) finds no correlation of the
/// batches, as in LBATCH [Fishman-Yarberry 1997]. The variance of the mean, a ratio of sums, is
/// that of the jackknife over batches [Miller 1974], times (1 + r) / (1 - r) where neighbouring
/// batches have a correlation of r > 0. Student's t has a degree of freedom less than batches.
///
/// The test fails by chance in a fifth of series without any correlation, and goes on to fail as
/// they grow, since half of the batches stay the same. So where it fails it is asked of half as
/// many batches, 16 … 31, of twice the length; and a series in which batches of
/// `uncorrelated_bins` have passed it when it was shorter is not tested again, as in Skart
/// [Skart 2011]: longer batches have less to do with each other.
///
/// Latencies are skew, and so is t then: a run without its share of rare long queues has both a low
/// mean and a narrow interval, and a rule that stops narrow ones picks it. So an interval is as
/// wide to both sides as the skewness of the batches makes it to that side where it is wider
/// [Willink 2005], as [Skart 2011] does to each; without skewness it is t.
///
/// A constant series is valid from 32 bins on, with a half width of 0.
BatchMeans batch_means(const RatioSeries& series,
                       std::size_t uncorrelated_bins = kNeverUncorrelated);

}  // namespace sim
}  // namespace netloom
