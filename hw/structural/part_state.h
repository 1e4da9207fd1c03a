#pragma once

#include <string>

#include "hw/structural/structural_switch.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// How a part of a switch stands ("input_port_1"), in lines with two spaces before them: the flits
/// in it, where its arbiters look first, and of the signals at its ports the fields that say
/// something (not 0 or -1), under the names that waveforms have.
std::string part_state(const StructuralSwitch& of, const std::string& part);

}  // namespace structural
}  // namespace hw
}  // namespace netloom
