#pragma once

#include <string>

#include "sim/lockstep/lockstep.h"
#include "sim/lockstep/side.h"

namespace netloom {
inline namespace sim {

/// Cycles of the waveform after the first difference.
inline constexpr Cycle kWaveCyclesAfter = 20;

/// Writes waveforms (VCD) of the switch around the first difference, as a view has it; or of the
/// end of its run, if that has ended long before. Returns a line that names the file. Error: the
/// run fails; WriteError: the file cannot be written.
std::string write_difference_waves(const LockstepSide& side, PointRequest request,
                                   const LockstepDifference& difference, const std::string& path);

}  // namespace sim
}  // namespace netloom
