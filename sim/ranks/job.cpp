#include "sim/ranks/job.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string>

#include "routing/base/error.h"
#include "rtl/rtl_folders.h"
#include "sim/ranks/mpi_interface.h"

namespace netloom {
inline namespace sim {
namespace {

/// The number that the first of these variables has that is set; 0: none is, or it has none.
int number_in(std::initializer_list<const char*> variables) {
  for (const char* const name : variables) {
    const char* const text = std::getenv(name);
    if (text != nullptr) return std::max(0, std::atoi(text));
  }
  return 0;
}

std::string module_file() {
  return (is_installed() ? installed_folder("lib/netloom/")
                         : std::string(NETLOOM_MODULE_FOLDER "/")) +
         "netloom_mpi.so";
}

Ranks& load_ranks() {
  const std::string file = module_file();
  // Its plug-ins look for MPI's own names among those of the process.
  void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (object == nullptr) {
    throw RankError(
        fmt::format("{} processes were started together, but MPI cannot be loaded: {} (a "
                    "build has it where OpenMPI was there: scripts/install_dependencies "
                    "mpi)",
                    processes_of_job(), dlerror()));
  }
  auto* const begin = reinterpret_cast<BeginMpi*>(dlsym(object, kBeginMpi));
  if (begin == nullptr) throw RankError(fmt::format("{}: it is not Netloom's", file));
  Ranks& ranks = *begin();
  if (ranks.count() != processes_of_job()) {
    throw RankError(
        fmt::format("{} processes were started together, of which MPI knows {}; allowed: those "
                    "that the mpirun of the MPI starts with which Netloom was built",
                    processes_of_job(), ranks.count()));
  }
  return ranks;
}

}  // namespace

int processes_of_job() {
  int count = number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
  // PMIx alone, as in `srun --mpi=pmix`, does not say how many there are. srun does, but it starts
  // processes that have nothing to do with each other, too.
  if (count == 0 && std::getenv("PMIX_RANK") != nullptr) {
    count = number_in({"SLURM_STEP_NUM_TASKS"});
  }
  return std::max(1, count);
}

int place_in_job() {
  return processes_of_job() == 1 ? 0 : number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"});
}

void have_first_say_all() {
  if (place_in_job() == 0) return;
  dup2(STDERR_FILENO, kKeptErrors);
  fcntl(kKeptErrors, F_SETFD, FD_CLOEXEC);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

void have_this_one_say_errors() {
  if (place_in_job() > 0) dup2(kKeptErrors, STDERR_FILENO);
}

std::string name_in_job() {
  const int processes = processes_of_job();
  return processes == 1 ? "" : fmt::format("rank {} of {}: ", place_in_job(), processes);
}

Ranks& ranks_of_job() {
  if (processes_of_job() == 1) return no_other_ranks();
  static Ranks& ranks = load_ranks();
  return ranks;
}

void require_one_process() {
  if (processes_of_job() == 1) return;
  throw Error(
      fmt::format("{} processes were started together (mpirun), but this is done by one; "
                  "allowed: `netloom run` of one point, and one process",
                  processes_of_job()));
}

}  // namespace sim
}  // namespace netloom
