// What a run takes, with the network that is simulated.

#include <fmt/format.h>

#include "hw/network/memory_estimate.h"
#include "hw/nic/nic.h"
#include "routing/base/error.h"
#include "sim/config/memory.h"

namespace netloom {
inline namespace sim {
namespace {

struct RunMemory {
  MemoryEstimate network;
  std::uint64_t netlist = 0;
  std::uint64_t tables = 0;
  std::uint64_t queues = 0;
  std::uint64_t trace = 0;

  std::uint64_t total() const { return network.total() + netlist + tables + queues + trace; }

  /// Of one of so many ranks, which have the same share each.
  RunMemory of_one(std::uint64_t ranks) const {
    RunMemory result = *this;
    result.network.buffers /= ranks;
    result.network.calendars /= ranks;
    result.network.switches /= ranks;
    result.network.hosts /= ranks;
    result.queues /= ranks;
    return result;
  }
};

RunMemory estimate(const Config& config, const TrafficBounds& bounds) {
  const Netlist& netlist = config.netlist;
  NetworkConfig network = config.network;
  // The messages of a trace are not known here: whole packets, with which least is taken.
  if (config.traffic.kind == TrafficConfig::Kind::kTrace) network.smallest_packet = 0;
  if (bounds.smallest_packet) network.smallest_packet = *bounds.smallest_packet;
  const int quantum =
      network.simulation.quantum == 0 ? config.longest_quantum : network.simulation.quantum;
  RunMemory memory;
  memory.network = estimate_memory(netlist, network, quantum);
  memory.netlist =
      netlist_bytes({netlist.hosts.size(), netlist.switches.size(), netlist.links.size()});
  memory.tables = table_bytes(config);
  memory.queues = InjectionSide::queue_bytes(bounds.queued_packets);
  memory.trace = bounds.trace_bytes;
  return memory;
}

}  // namespace

std::uint64_t memory_of_run(const Config& config, const TrafficBounds& bounds) {
  return estimate(config, bounds).total();
}

void require_memory(const Config& config, const TrafficBounds& bounds, const Ranks& ranks) {
  const auto count = static_cast<std::uint64_t>(ranks.count());
  const RunMemory memory = estimate(config, bounds).of_one(count);
  // A limit that is given is that of a process.
  const auto limit = memory_limit(config.run.memory_limit) /
                     (config.run.memory_limit ? 1 : static_cast<std::uint64_t>(ranks.on_machine()));
  if (memory.total() <= limit) return;
  std::string who = "a run takes", allowed = memory_limit_text(config.run.memory_limit);
  if (!ranks.alone()) {
    who = fmt::format("each of {} processes takes", count);
    allowed = fmt::format("up to {} MiB", limit >> 20);
    if (!config.run.memory_limit) {
      allowed += fmt::format(
          ", what this machine has for each of the {} on it, or a simulation.memory_limit",
          ranks.on_machine());
    }
  }
  throw Error(fmt::format(
      "{}{} about {} MiB: buffers {}, calendars (latencies, delays, packets) {}, switches "
      "{}, NICs {}, source queues {}, trace {}, routing tables {}, netlist {}; allowed: {}",
      config.memory_place, who, mebibytes(memory.total()), mebibytes(memory.network.buffers),
      mebibytes(memory.network.calendars), mebibytes(memory.network.switches),
      mebibytes(memory.network.hosts), mebibytes(memory.queues), mebibytes(memory.trace),
      mebibytes(memory.tables), mebibytes(memory.netlist), allowed));
}

}  // namespace sim
}  // namespace netloom
