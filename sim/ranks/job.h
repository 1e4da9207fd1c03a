#pragma once

#include <string>

#include "hw/kernel/ranks.h"
#include "routing/base/error.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// The processes that mpirun, or what else starts MPI's programs, has started together, of which
/// this is one. Known before MPI is loaded, from the environment.
int processes_of_job();
/// This one, from 0 on.
int place_in_job();

/// From now on all but the first process of the job say nothing on the standard streams.
void have_first_say_all();
/// From now on this one says, too, what is wrong: with it alone.
void have_this_one_say_errors();
/// "rank 1 of 4: "; of a process that was started alone, nothing.
std::string name_in_job();

/// What is wrong with this process of a job, and not with what all of them were given.
class RankError : public Error {
 public:
  using Error::Error;
};

/// The processes as ranks, by MPI, which is loaded and begun when this is called first, and ends
/// with the process. RankError: there are several, and this build has no MPI, or it cannot be
/// loaded.
Ranks& ranks_of_job();

/// Error: the job has several processes, but only one can do this.
void require_one_process();

}  // namespace sim
}  // namespace netloom
