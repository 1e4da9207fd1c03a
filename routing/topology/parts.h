#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "routing/base/error.h"
#include "routing/base/parameters.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"
#include "routing/netlist/topology.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

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

/// Adds the hosts of all switches in the order of the switches, `per_switch` at the lowest ports of
/// each, with their cables.
inline void add_switch_hosts(Netlist& netlist, std::uint32_t per_switch, int latency, int kind) {
  const std::size_t count = netlist.switches.size() * per_switch;
  add_hosts(netlist, count);
  for (NodeId host = 0; host < count; ++host) {
    netlist.add_cable(host_end(host),
                      switch_end(host / per_switch, static_cast<int>(host % per_switch)), latency,
                      kind);
  }
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

/// The declaration of an integer parameter; `otherwise`: its default, without which it must be
/// given.
inline Parameter declare_integer(const char* name, const char* meaning, double minimum,
                                 double maximum, std::optional<std::int64_t> otherwise = {}) {
  Parameter parameter;
  parameter.name = name;
  parameter.meaning = meaning;
  parameter.minimum = minimum;
  parameter.maximum = maximum;
  if (otherwise) parameter.default_value = *otherwise;
  return parameter;
}

/// The same for one that may be left out, which the topology decides then.
inline Parameter declare_optional_integer(const char* name, const char* meaning, double minimum,
                                          double maximum) {
  Parameter parameter = declare_integer(name, meaning, minimum, maximum);
  parameter.optional = true;
  return parameter;
}

}  // namespace routing
}  // namespace netloom
