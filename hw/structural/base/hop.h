#pragma once

#include "hw/structural/base/switch_parameters.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// What happens to a flit that is granted an output: it is counted, and its header is that with
/// which it goes on.
void pass_switch(SwitchParameters& of, Flit& flit, int input, int output, Cycle now);

}  // namespace structural
}  // namespace hw
}  // namespace netloom
