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

void require_memory(const Config& config, const TrafficBounds& bounds) {
  const RunMemory memory = estimate(config, bounds);
  if (memory.total() <= memory_limit(config.run.memory_limit)) return;
  throw Error(fmt::format(
      "{}a run takes about {} MiB: buffers {}, calendars (latencies, delays, packets) {}, switches "
      "{}, NICs {}, source queues {}, trace {}, routing tables {}, netlist {}; allowed: {}",
      config.memory_place, mebibytes(memory.total()), mebibytes(memory.network.buffers),
      mebibytes(memory.network.calendars), mebibytes(memory.network.switches),
      mebibytes(memory.network.hosts), mebibytes(memory.queues), mebibytes(memory.trace),
      mebibytes(memory.tables), mebibytes(memory.netlist),
      memory_limit_text(config.run.memory_limit)));
}

}  // namespace sim
}  // namespace netloom
