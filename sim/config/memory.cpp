#include "sim/config/memory.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

/// The number in a file of a control group; "max" and files that are not there are none.
std::uint64_t number_in(const char* path) {
  std::uint64_t bytes = 0;
  return std::ifstream(path) >> bytes ? bytes : std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t machine_memory() {
  struct sysinfo machine {};
  sysinfo(&machine);
  std::uint64_t bytes =
      (std::uint64_t{machine.totalram} + machine.totalswap) * std::uint64_t{machine.mem_unit};
  // Of the container, for whose processes its own group is the root.
  bytes = std::min(bytes, number_in("/sys/fs/cgroup/memory.max"));
  bytes = std::min(bytes, number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
    bytes = std::min(bytes, std::uint64_t{space.rlim_cur});
  }
  return bytes;
}

}  // namespace

std::uint64_t netlist_bytes(const NetworkSize& size) {
  return size.hosts * sizeof(HostInfo) + size.switches * sizeof(SwitchInfo) +
         size.links * sizeof(Link);
}

std::uint64_t mebibytes(std::uint64_t bytes) {
  return (bytes + (std::uint64_t{1} << 20) - 1) >> 20;
}

std::uint64_t table_bytes(const Config& config) {
  const auto& entry = RoutingFunctionRegistry::instance().find(config.routing_function);
  return entry.table_bytes ? entry.table_bytes(routing_context(config)) : 0;
}

std::string memory_limit_text(const std::optional<std::uint64_t>& limit) {
  return fmt::format("up to {} MiB{}", memory_limit(limit) >> 20,
                     limit ? "" : ", what this machine has, or a larger simulation.memory_limit");
}

std::uint64_t memory_limit(const std::optional<std::uint64_t>& limit) {
  return limit ? *limit : machine_memory();
}

void require_memory_for(const NetworkSize& size, const std::optional<std::uint64_t>& limit) {
  const std::uint64_t bytes = netlist_bytes(size);
  if (bytes <= memory_limit(limit)) return;
  throw Error(fmt::format("{} hosts, {} switches and {} links take about {} MiB; allowed: {}",
                          size.hosts, size.switches, size.links, mebibytes(bytes),
                          memory_limit_text(limit)));
}

void require_memory_for_tables(const Config& config) {
  const std::uint64_t bytes = table_bytes(config);
  if (bytes <= memory_limit(config.run.memory_limit)) return;
  throw Error(fmt::format("the tables of routing function '{}' take about {} MiB; allowed: {}",
                          config.routing_function, mebibytes(bytes),
                          memory_limit_text(config.run.memory_limit)));
}

}  // namespace sim
}  // namespace netloom
