#include "sim/study/regions_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
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

/// Ports of each region.
std::vector<int> ports_of(const Netlist& netlist, const Partition& partition) {
  std::vector<int> result(static_cast<std::size_t>(partition.regions));
  for (std::size_t id = 0; id < netlist.switches.size(); ++id) {
    result[static_cast<std::size_t>(partition.region_of[id])] += netlist.switches[id].ports;
  }
  return result;
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
      make_partition(netlist, config.network, lookahead, quantum, second_level_cache());
  const Links links = links_of(netlist, partition.region_of);
  const std::vector<int> ports = ports_of(netlist, partition);
  const auto [least, most] = std::minmax_element(ports.begin(), ports.end());
  int sum = 0;
  for (const int each : ports) sum += each;
  const double mean = static_cast<double>(sum) / partition.regions;

  std::string text =
      fmt::format("# regions: {}, of {} switches\n", partition.regions, netlist.switches.size());
  text += fmt::format("# cycles that a region runs on its own: {}; a switch: {}\n",
                      partition.window, quantum);
  text += fmt::format("# links between switches: {}; between regions: {}", links.all, links.cut);
  if (links.cut > 0) text += fmt::format(", the shortest of {} cycles", links.shortest_cut);
  text +=
      fmt::format("\n# ports of a region: {} to {}, mean {:.1f}; balance (most to mean): {:.2f}\n",
                  *least, *most, mean, *most / mean);
  for (std::size_t id = 0; id < netlist.switches.size(); ++id) {
    text += fmt::format("{} {}\n", netlist.switches[id].name, partition.region_of[id]);
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
