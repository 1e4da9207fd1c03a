#include "hw/network/machine.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace netloom {
inline namespace hw {
namespace {

/// Of its name: processes that share their cores have the same.
std::uint64_t host_number() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return std::hash<std::string_view>{}(name);
}

}  // namespace

Machine this_machine() {
  constexpr std::uint64_t kUsual = std::uint64_t{1} << 20;
  const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  Machine machine;
  machine.cache_bytes = bytes > 0 ? static_cast<std::uint64_t>(bytes) : kUsual;
  machine.host = host_number();
  if (sched_getaffinity(0, sizeof machine.allowed, &machine.allowed) == 0) {
    machine.cores = std::max(1, CPU_COUNT(&machine.allowed));
  }
  return machine;
}

Machine shared_machine(const std::vector<Machine>& of_ranks) {
  Machine machine = of_ranks.front();
  machine.ranks = static_cast<int>(of_ranks.size());
  for (const Machine& each : of_ranks) {
    const auto same = [&each](const Machine& other) {
      return other.host == each.host && CPU_EQUAL(&other.allowed, &each.allowed);
    };
    const auto sharing = std::count_if(of_ranks.begin(), of_ranks.end(), same);
    machine.cores = std::clamp(each.cores / static_cast<int>(sharing), 1, machine.cores);
  }
  return machine;
}

}  // namespace hw
}  // namespace netloom
