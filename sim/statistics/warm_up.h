#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/statistics/ratio_series.h"

namespace netloom {
inline namespace sim {

/// Where the warm-up of a series ends by MSER-5 ([White 1997], in batches of five as of
/// [White 2000]): its bins are taken five at a time, and so many are cut off that the standard
/// error of the mean of the rest, computed as if batches were independent, is smallest; of several
/// such cuts the shortest. The last five batches are never cut into, where few values are near each
/// other by chance, and a minimum in the second half says that the series is too short to have left
/// its warm-up [Hoad 2010]: then, and of less than ten batches, there is none.
///
/// Returns bins to cut off, a multiple of five.
std::optional<std::size_t> mser5(const RatioSeries& series);

/// What a run has to leave out at its beginning.
struct WarmUp {
  enum class Verdict {
    kFound,
    kUnknown,   ///< of a series MSER-5 finds no end of the warm-up
    kTooLong,   ///< it cuts off more than a third of the run
    kTooShort,  ///< the rest is shorter than ten times the cut
  };

  Verdict verdict = Verdict::kUnknown;
  std::size_t cut = 0;  ///< bins; of the series in which it is longest; 0 if unknown
  /// Bins from which on the run is long enough if the cut stays the same: but if it is found, more
  /// than the run has.
  std::size_t needed = 0;

  bool found() const { return verdict == Verdict::kFound; }
};

/// What a cut of so many bins means for a run of so many.
WarmUp warm_up_of(std::size_t cut, std::size_t bins);

/// Of one run seen by several series of as many bins, such as latency and accepted load: the latest
/// cut of all. Unless it is found the run has to go on. Throws an Error of no series, or of
/// series that differ in size.
WarmUp find_warm_up(const std::vector<RatioSeries>& series);

}  // namespace sim
}  // namespace netloom
