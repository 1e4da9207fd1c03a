#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "routing/error.h"
#include "routing/netlist.h"
#include "routing/topology/topology.h"
#include "routing/types.h"

namespace netloom {

inline Endpoint switch_end(SwitchId switch_id, int port) {
  return {Endpoint::Type::kSwitch, switch_id, port};
}

inline Endpoint host_end(NodeId host) {
  return {Endpoint::Type::kHost, host, 0};
}

/// Latency of the links of a kind: 1 cycle unless the map says otherwise.
/// Error: less than 1 cycle.
inline int latency_of(const LatencyMap& latency, const std::string& kind) {
  const auto it = latency.find(kind);
  if (it == latency.end()) return 1;
  if (it->second < 1) {
    throw Error("latency of links of the kind '" + kind + "' is " + std::to_string(it->second) +
                " cycles; it must be at least 1");
  }
  return it->second;
}

/// Adds hosts h0, h1, … until there are `count`.
inline void add_hosts(Netlist& netlist, std::uint64_t count) {
  netlist.hosts.reserve(count);
  for (std::size_t i = netlist.hosts.size(); i < count; ++i) {
    netlist.hosts.push_back({"h" + std::to_string(i)});
  }
}

/// Adds a switch with the name of its number: s0, s1, …
inline void add_switch(Netlist& netlist, int ports) {
  netlist.switches.push_back({"s" + std::to_string(netlist.switches.size()), ports});
}

/// Error, beginning with `where` ("topology fat_tree"), if a network of this size is not possible.
inline void check_size(const std::string& where, std::uint64_t hosts, std::uint64_t switches,
                       std::uint64_t ports) {
  const auto check = [&where](const char* what, std::uint64_t value, std::uint64_t most) {
    if (value <= most) return;
    throw Error(where + ": " + what + " would be more than allowed: " + std::to_string(value) +
                ", at most " + std::to_string(most));
  };
  check("the hosts", hosts, kMaxHosts);
  check("the switches", switches, kMaxSwitches);
  check("the ports of a switch", ports, kMaxPorts);
}

}  // namespace netloom
