#pragma once

#include <cstdint>

namespace netloom {
inline namespace hw {

/// What of a machine decides how a network is run on it.
struct Machine {
  std::uint64_t cache_bytes = 0;  ///< of the second level, of a core
  int cores = 1;                  ///< that this process may use
  int ranks = 1;                  ///< processes that run the network together, each so
};

/// This one; with a usual cache if it does not tell.
Machine this_machine();

}  // namespace hw
}  // namespace netloom
