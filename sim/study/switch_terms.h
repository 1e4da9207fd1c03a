#pragma once

#include <string>
#include <vector>

#include "sim/study/switch_state.h"

namespace netloom {
inline namespace sim {

// What the logic of a switch in RTL grows with: per part of the switch a few products of its sizes,
// to which docs/tools/switch_synthesis.py fits what synthesis finds.

/// A product of sizes, summed up over the instances of a part.
struct SizeTerm {
  std::string name;
  double value = 0;
};

/// A part of a switch: Verilog modules that belong together.
struct PartTerms {
  std::string part;
  std::vector<std::string> modules;
  std::vector<SizeTerm> terms;  ///< those of value 0, too
};

/// Parts that have logic, and what it grows with. Routing units come first, and their names begin
/// with "routing".
std::vector<PartTerms> part_terms(const ElaboratedSwitch& of);

/// What the longest path grows with.
std::vector<SizeTerm> path_terms(const ElaboratedSwitch& of);

/// Sizes by which one sees how far a switch is from those that were synthesised.
std::vector<SizeTerm> switch_sizes(const ElaboratedSwitch& of);

}  // namespace sim
}  // namespace netloom
