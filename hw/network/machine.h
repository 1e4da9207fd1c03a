#pragma once

#include <sched.h>

#include <cstdint>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What of a machine decides how a network is run on it.
struct Machine {
  std::uint64_t cache_bytes = 0;  ///< of the second level, of a core
  int cores = 1;                  ///< that this process may use
  int ranks = 1;                  ///< processes that run the network together, each so
  cpu_set_t allowed{};            ///< these are they; none: it is not known
  std::uint64_t host = 0;         ///< processes on the same machine have the same
};

/// This one; with a usual cache if it does not tell.
Machine this_machine();

/// What the ranks of a run have, each of them: the cache of the first, and of the cores the fewest.
/// Ranks that may use the very same cores of a machine, as where nothing binds them, share them.
Machine shared_machine(const std::vector<Machine>& of_ranks);

}  // namespace hw
}  // namespace netloom
