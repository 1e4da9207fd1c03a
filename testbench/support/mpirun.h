#pragma once

#include <cstdlib>
#include <string>

namespace netloom::test {

/// For a process that is about to start mpirun: as root too, and with more ranks than cores or
/// beside other processes, so that ranks do not keep a core while they wait. What it notes of its
/// job is in a folder of its own, which it makes: in the usual one it fails, at times, when another
/// ends.
inline void let_mpirun_share_cores(const std::string& folder) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 1);
  setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
  setenv("OMPI_MCA_orte_tmpdir_base", folder.c_str(), 1);
}

}  // namespace netloom::test
