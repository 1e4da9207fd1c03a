#pragma once

#include "hw/kernel/ranks.h"

/// What the loadable object netloom_mpi.so has: MPI is in there alone, because programs that are
/// linked with it take longer to start. Program and object are of the same build.
namespace netloom {
inline namespace sim {

/// Its only function: begins MPI, and says what the program has of it, until the process ends.
using BeginMpi = Ranks*();
inline constexpr const char* kBeginMpi = "netloom_begin_mpi";

/// The descriptor at which processes but the first have the standard error that they were started
/// with, for what ends the job.
inline constexpr int kKeptErrors = 199;

}  // namespace sim
}  // namespace netloom
