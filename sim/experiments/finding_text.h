#pragma once

#include <string>

#include "sim/experiments/evaluate.h"
#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

/// A measured number and its 95 % confidence interval, with as many digits as reports give them.
/// Empty: there is none.
struct MeasuredNumber {
  std::string mean;
  std::string ci95;  ///< half the width
};

MeasuredNumber measured_number(const Finding& finding);

/// The mean with its sign if it is a difference in percent: "0.1205", "+2.35". There is one.
std::string mean_text(const Finding& finding);

/// "0.1205 ± 0.0009", "+2.35 ± 0.41 %", "11.00 cycles, no interval", or "– (why there is none)".
/// `unit`: of what is no percentage; may be empty.
std::string measured_text(const Finding& finding, const std::string& unit = "");

/// "does not hold, but in variant text": the verdict, and what explains it.
std::string finding_verdict_text(const Finding& finding);

/// What a claim measures: "SADP, throughput against FF". `reference` is what it is compared with;
/// empty: nothing.
std::string measure_text(const Claim& claim, const std::string& reference);

/// The unit of a claim's numbers; empty: they have none.
std::string unit_text(const Claim& claim);

/// The names and titles of the panels of a scale.
std::string panels_text(const Experiment& experiment, Scale scale);

}  // namespace sim
}  // namespace netloom
