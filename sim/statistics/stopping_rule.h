#pragma once

#include <optional>

#include "routing/base/types.h"

namespace netloom {
inline namespace sim {

/// What becomes of a run that goes on until it knows enough.
enum class RunVerdict {
  kGoOn,
  kPrecise,              ///< the half width that was asked for is reached
  kPrecisionNotReached,  ///< at the cap there is an interval, but a wider one
  kNoValidInterval,      ///< at the cap there is none
  kDoesNotSettle,        ///< at the cap there is a trend, or the warm-up has no end
  kSourceQueuesGrow,     ///< not precise, and the load is more than the network stands
};

/// In words, as results have them: "precision_not_reached" ….
const char* text_of(RunVerdict verdict);

/// What a look at a run found.
struct LookResult {
  bool settled = false;  ///< the warm-up has an end, and there is no trend in the rest
  /// Largest relative half width of all that is asked for; none if one has no valid interval.
  std::optional<double> half_width;
  /// The load is known to be more than the network stands, and the run has been long enough for
  /// what is of use beyond saturation: it ends, unless it is as precise as asked for.
  bool overloaded = false;
};

/// When to look at a run, and when to end it: looks come when the run has grown by half, because
/// each is a chance to stop at a half width that is small by accident, and the half width has to be
/// met at two of them in succession, for the same reason. That stopping so keeps the confidence of
/// the interval as it becomes narrow is [Chow-Robbins 1965].
class StoppingRule {
 public:
  struct Settings {
    double precision = 0;  ///< half width as a share of the mean, more than 0
    Cycle first_look = 0;  ///< 1 … at_most
    Cycle at_most = 0;     ///< the cap
  };

  /// Throws an Error if these are not as they should.
  explicit StoppingRule(const Settings& settings);

  /// The cycle up to which to run before look().
  Cycle next_look() const { return next_look_; }
  /// At next_look(). Throws a BrokenInvariant after the end.
  RunVerdict look(const LookResult& found);
  /// Of the latest look.
  RunVerdict verdict() const { return verdict_; }

 private:
  Settings settings_;
  Cycle next_look_;
  bool met_ = false;  ///< at the latest look
  RunVerdict verdict_ = RunVerdict::kGoOn;
};

}  // namespace sim
}  // namespace netloom
