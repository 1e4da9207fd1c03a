#include "sim/statistics/stopping_rule.h"

#include <algorithm>
#include <string>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {

const char* text_of(RunVerdict verdict) {
  switch (verdict) {
    case RunVerdict::kGoOn:
      return "goes_on";
    case RunVerdict::kPrecise:
      return "precise";
    case RunVerdict::kPrecisionNotReached:
      return "precision_not_reached";
    case RunVerdict::kNoValidInterval:
      return "no_valid_interval";
    case RunVerdict::kDoesNotSettle:
      return "does_not_settle";
    case RunVerdict::kSourceQueuesGrow:
      return "source_queues_grow";
  }
  return "";
}

StoppingRule::StoppingRule(const Settings& settings)
    : settings_(settings), next_look_(settings.first_look) {
  if (!(settings.precision > 0)) {
    throw Error("a precision of " + std::to_string(settings.precision) + "; allowed: more than 0");
  }
  if (settings.first_look < 1 || settings.first_look > settings.at_most) {
    throw Error("a first look in cycle " + std::to_string(settings.first_look) +
                "; allowed: 1 to the cap, " + std::to_string(settings.at_most));
  }
}

RunVerdict StoppingRule::look(const LookResult& found) {
  if (verdict_ != RunVerdict::kGoOn) throw BrokenInvariant("a look at a run that has ended");
  const bool valid = found.settled && found.half_width;
  const bool met_before = met_;
  met_ = valid && *found.half_width <= settings_.precision;
  if (met_ && met_before) {
    verdict_ = RunVerdict::kPrecise;
  } else if (found.overloaded && !met_) {
    verdict_ = RunVerdict::kSourceQueuesGrow;
  } else if (next_look_ < settings_.at_most) {
    const Cycle half = (next_look_ + 1) / 2;
    next_look_ += std::min(half, settings_.at_most - next_look_);
  } else if (!found.settled) {
    verdict_ = RunVerdict::kDoesNotSettle;
  } else {
    verdict_ = valid ? RunVerdict::kPrecisionNotReached : RunVerdict::kNoValidInterval;
  }
  return verdict_;
}

}  // namespace sim
}  // namespace netloom
