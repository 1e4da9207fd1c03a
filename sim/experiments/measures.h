#pragma once

#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

/// A measure that definitions call by a word.
struct NamedMeasure {
  const char* name;
  const char* pointer;
  Measure::Over over;  ///< kLoads: needs `load`, unless the points have none
  bool larger_is_better;
  const char* unit;
  const char* divisor = "";
  Measure::Source source = Measure::Source::kRuns;
};

/// All of them.
std::vector<std::string> measure_names();
/// One of measure_names().
const NamedMeasure& named_measure(const std::string& name);

}  // namespace sim
}  // namespace netloom
