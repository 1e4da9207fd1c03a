#pragma once

#include "hw/structural/base/switch_parameters.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// What happens to a flit that is granted an output: it is counted, and its header is that with
/// which it goes on.
void pass_switch(SwitchParameters& of, Flit& flit, int input, int output, Cycle now);

/// What happens to one that failed links have left no way: it is counted as lost.
void drop(SwitchParameters& of, const Flit& flit, int input, Cycle now);

/// What happens to one that leaves by an emergency path: it counts for the first time only.
void deviate(SwitchParameters& of, Flit& flit);

/// The cycle in which the last phit of a flit leaves the input buffer that is granted an output
/// now: as soon as the crossbar has moved it, and it has arrived.
Cycle last_cycle(const SwitchParameters& of, const Flit& flit, int output, Cycle now);

}  // namespace structural
}  // namespace hw
}  // namespace netloom
