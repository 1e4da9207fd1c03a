#pragma once

#include <string>
#include <vector>

#include "sim/study/switch_state.h"

namespace netloom {
inline namespace sim {

// What synthesis would make of a switch in RTL, by what it made of others: sums of the products of
// switch_terms.h, whose coefficients (switch_fit.inc) docs/tools/switch_synthesis.py has fitted.

/// By how much estimates of switches were off that had no part in the fit, in percent of what
/// synthesis finds.
struct EstimateError {
  double median = 0;
  double largest = 0;
  int switches = 0;  ///< that tell
};

/// Gate equivalents of a part of a switch.
struct PartEstimate {
  std::string part;
  std::vector<std::string> modules;  ///< that it is made of
  double logic = 0;                  ///< without flip-flops
  double flip_flops = 0;             ///< five for each that is declared, copies once
  EstimateError error;               ///< of the logic
};

struct SwitchEstimate {
  std::vector<PartEstimate> parts;
  double gate_equivalents = 0;
  EstimateError error;       ///< of all gate equivalents
  double routing_share = 0;  ///< 0 … 1
  double period = 0;         ///< of the clock, in ns, with the library of the fit
  EstimateError period_error;
  /// Sizes that are beyond those of the fit: "ports 64 (2 … 16)", and parts that it has not.
  std::vector<std::string> extrapolated;
};

/// `modules`: what the switch keeps.
SwitchEstimate estimate(const ElaboratedSwitch& of, const std::vector<ModuleState>& modules);

/// The library with which the longest paths of the fit were found.
const char* fitted_library();

}  // namespace sim
}  // namespace netloom
