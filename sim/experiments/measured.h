#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/statistics/confidence.h"

namespace netloom {
inline namespace sim {

/// How far below and above a number the true one may be, with 95 % confidence.
struct Sides {
  double below = 0;
  double above = 0;
};

/// A number of one run or one sample.
struct Reading {
  double value = 0;
  std::optional<Sides> sides;  ///< none: nothing says how good it is
  bool exact = false;          ///< counted, and not drawn: its sides are 0
};

/// Of readings that may depend on each other in any way, as those of one seed at several loads do:
/// the sides are the sum of theirs. There is at least one.
Reading sum_of(const std::vector<Reading>& readings);
Reading mean_of(const std::vector<Reading>& readings);
/// The true one is no less than the largest of the lower bounds, no more than that of the upper.
Reading largest_of(const std::vector<Reading>& readings);

/// `factor` > 0 times a reading.
Reading times(double factor, const Reading& reading);
/// Of two readings that are independent, or vary in the same direction (then it is wider than it
/// has to be), from the bounds of both [Newcombe 1998].
Reading difference_of(const Reading& a, const Reading& b);
/// The same of their ratio [Donner-Zou 2012]: without sides where the bounds of `b`, or twice its
/// value, come to 0. `b` is not 0, and neither is negative.
Reading ratio_of(const Reading& a, const Reading& b);

/// A measured number: a reading per seed, or why there is none.
struct Measured {
  /// What says how good the number is.
  enum class Known {
    kExactly,     ///< it is counted
    kSameInAll,   ///< the runs of all seeds are the same: nothing in them is drawn
    kOverSeeds,   ///< how the seeds differ: Student's t
    kByItself,    ///< one run or sample has an interval of its own
    kNoInterval,  ///< nothing
  };

  std::vector<Reading> seeds;
  bool copies = false;  ///< the runs of several seeds are the same, and no sample
  std::string missing;  ///< empty: there is a number

  Known known() const;
  /// With half the interval, of which the larger side, unless it is exact or there is none.
  Estimate estimate() const;
  /// 0 where it is exact; none: it is not known.
  std::optional<Sides> interval() const;
};

/// "exact", "the same in all seeds", "over the seeds", "of itself", "no interval".
const char* text_of(Measured::Known known);

}  // namespace sim
}  // namespace netloom
