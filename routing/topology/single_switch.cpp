#include "routing/topology/single_switch.h"

#include <memory>
#include <string>

#include "routing/base/error.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {

SingleSwitch::SingleSwitch(int hosts) : hosts_(hosts) {
  if (hosts < 2 || hosts > kMaxPorts) {
    throw Error("topology single_switch: hosts is " + std::to_string(hosts) + "; allowed: 2 to " +
                std::to_string(kMaxPorts));
  }
}

NetworkSize SingleSwitch::size() const {
  const auto hosts = static_cast<std::uint64_t>(hosts_);
  return {hosts, 1, 2 * hosts};
}

Netlist SingleSwitch::netlist(const LatencyMap& latency) const {
  Netlist netlist;
  netlist.topology = "single_switch";
  netlist.parameters = {{"hosts", std::int64_t{hosts_}}};
  const int kind = netlist.kind("host");
  const int cycles = latency_of(latency, "host");
  add_switch(netlist, hosts_);
  add_hosts(netlist, static_cast<std::uint64_t>(hosts_));
  for (int i = 0; i < hosts_; ++i) {
    netlist.add_cable(host_end(static_cast<NodeId>(i)), switch_end(0, i), cycles, kind);
  }
  return netlist;
}

namespace {

const TopologyRegistry::Registration kSingleSwitch(
    "single_switch", {"one switch and its hosts, for crossbar and allocator studies",
                      {declare_integer("hosts", "hosts, and ports of the switch", 2, kMaxPorts)},
                      {"host"},
                      [](const ParameterMap& parameters) {
                        return std::make_unique<SingleSwitch>(
                            static_cast<int>(integer_parameter(parameters, "hosts")));
                      }});

}  // namespace
}  // namespace routing
}  // namespace netloom
