#pragma once

#include <cstdlib>

namespace netloom::test {

/// For a process that is about to start mpirun: as root too, and with more ranks than cores or
/// beside other processes, so that ranks do not keep a core while they wait.
inline void let_mpirun_share_cores() {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 1);
  setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
}

}  // namespace netloom::test
