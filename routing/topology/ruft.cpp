#include "routing/topology/ruft.h"

#include <memory>

#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {

NetworkSize Ruft::size() const {
  return {hosts(), switches(), (static_cast<std::uint64_t>(n()) + 1) * hosts()};
}

Netlist Ruft::netlist(const LatencyMap& latency) const {
  Netlist netlist;
  netlist.topology = "ruft";
  netlist.parameters = {{"k", std::int64_t{k()}}, {"n", std::int64_t{n()}}};
  const int host = netlist.kind("host");
  const int up = netlist.kind("up");
  const int host_latency = latency_of(latency, "host");
  const int up_latency = latency_of(latency, "up");
  const int long_latency = latency.count("long") == 0 ? up_latency : latency_of(latency, "long");

  for (SwitchId id = 0; id < switches(); ++id) add_switch(netlist, k());
  add_hosts(netlist, hosts());
  netlist.links.reserve(size().links);
  for (NodeId p = 0; p < hosts(); ++p) {
    netlist.links.push_back(
        {host_end(p), switch_end(switch_of(p), digit(p, 0)), host_latency, host});
  }
  for (int s = 0; s + 1 < n(); ++s) {
    for (std::uint32_t o = 0; o < switches_per_stage(); ++o) {
      for (int j = 0; j < k(); ++j) {
        netlist.links.push_back({switch_end(switch_number(s, o), j),
                                 switch_end(switch_number(s + 1, with_digit(o, s, j)), digit(o, s)),
                                 up_latency, up});
      }
    }
  }
  for (std::uint32_t o = 0; o < switches_per_stage(); ++o) {
    for (int j = 0; j < k(); ++j) {
      const NodeId p = static_cast<std::uint32_t>(j) * switches_per_stage() + o;
      netlist.links.push_back(
          {switch_end(switch_number(n() - 1, o), j), host_end(p), long_latency, host});
    }
  }
  return netlist;
}

namespace {

const TopologyRegistry::Registration kRuft(
    "ruft",
    {"reduced unidirectional fat-tree: the upward half of a k-ary n-tree, its last stage wired to "
     "the hosts",
     {declare_integer("k", "links in, and out, per switch", 2, kMaxPorts),
      declare_integer("n", "stages of switches", 1, KaryLabels::kMaxStages)},
     {"host", "up"},
     [](const ParameterMap& parameters) {
       return std::make_unique<Ruft>(static_cast<int>(integer_parameter(parameters, "k")),
                                     static_cast<int>(integer_parameter(parameters, "n")));
     },
     {{"long", "Latency of the links from the last stage to the hosts, which are host links too",
       "up"}},
     "ruft"});

}  // namespace
}  // namespace routing
}  // namespace netloom
