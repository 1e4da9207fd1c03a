#pragma once

#include <string>

#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// What faults during the run have done, over all points of a series: reconfiguration, packets lost
/// and deviated, and a line for every reconfiguration that did not reach all switches or met
/// another one. "" if no point has had a fault.
std::string fault_text(const Series& series);

}  // namespace sim
}  // namespace netloom
