#include "hw/network/machine.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

namespace netloom {
inline namespace hw {

Machine this_machine() {
  constexpr std::uint64_t kUsual = std::uint64_t{1} << 20;
  const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  return {bytes > 0 ? static_cast<std::uint64_t>(bytes) : kUsual,
          known ? std::max(1, CPU_COUNT(&allowed)) : 1, 1};
}

}  // namespace hw
}  // namespace netloom
