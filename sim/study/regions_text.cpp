#include "sim/study/regions_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "hw/config/lookahead.h"
#include "hw/network/partition.h"
#include "sim/traffic/workload.h"

namespace netloom {
inline namespace sim {
namespace {

/// Links between switches.
struct Links {
  std::size_t all = 0;
  std::size_t cut = 0;   ///< between regions
  int shortest_cut = 0;  ///< cycles; 0 if none is cut
};

Links links_of(const Netlist& netlist, const std::vector<int>& region_of) {
  Links result;
  for (const Link& link : netlist.links) {
    if (link.from.type == Endpoint::Type::kHost || link.to.type == Endpoint::Type::kHost) continue;
    ++result.all;
    if (region_of[link.from.index] == region_of[link.to.index]) continue;
    const bool first = result.cut++ == 0;
    result.shortest_cut = first ? link.latency : std::min(result.shortest_cut, link.latency);
  }
  return result;
}

/// Ports of each of so many parts; `part_of`: per switch.
template <class PartOf>
std::vector<int> ports_of(const Netlist& netlist, int parts, const PartOf& part_of) {
  std::vector<int> result(static_cast<std::size_t>(parts));
  for (std::size_t id = 0; id < netlist.switches.size(); ++id) {
    result[static_cast<std::size_t>(part_of(id))] += netlist.switches[id].ports;
  }
  return result;
}

/// "31 to 33, mean 32.0; balance (most to mean): 1.03"
std::string balance_text(const std::vector<int>& ports) {
  const auto [least, most] = std::minmax_element(ports.begin(), ports.end());
  const double mean =
      std::accumulate(ports.begin(), ports.end(), 0.0) / static_cast<double>(ports.size());
  return fmt::format("{} to {}, mean {:.1f}; balance (most to mean): {:.2f}", *least, *most, mean,
                     *most / mean);
}

}  // namespace

std::string regions_text(LoadedConfig& loaded) {
  const Config& config = loaded.config();
  const Netlist& netlist = config.netlist;
  const Lookahead lookahead(netlist, config.network, loaded.routing().status_broadcast(),
                            reacts(config.traffic.kind));
  const int asked = config.network.simulation.quantum;
  const int quantum = asked == 0 ? lookahead.quantum() : asked;
  const Partition partition =
      make_partition(netlist, config.network, lookahead, quantum, this_machine());
  const Links links = links_of(netlist, partition.region_of);
  const auto region_of = [&](std::size_t id) { return partition.region_of[id]; };
  const auto thread_of = [&](std::size_t id) {
    return partition.thread_of[static_cast<std::size_t>(region_of(id))];
  };

  std::string text =
      fmt::format("# regions: {}, of {} switches\n", partition.regions, netlist.switches.size());
  text += fmt::format("# cycles that a region runs on its own: {}; a switch: {}\n",
                      partition.window, quantum);
  text += fmt::format("# links between switches: {}; between regions: {}", links.all, links.cut);
  if (links.cut > 0) text += fmt::format(", the shortest of {} cycles", links.shortest_cut);
  text += fmt::format("\n# ports of a region: {}\n",
                      balance_text(ports_of(netlist, partition.regions, region_of)));
  if (partition.threads > 1) {
    text += fmt::format("# threads: {}; ports of a thread: {}\n", partition.threads,
                        balance_text(ports_of(netlist, partition.threads, thread_of)));
  }
  for (std::size_t id = 0; id < netlist.switches.size(); ++id) {
    text += fmt::format("{} {}\n", netlist.switches[id].name, partition.region_of[id]);
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
