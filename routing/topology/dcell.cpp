#include <cstdint>
#include <memory>
#include <vector>

#include "routing/netlist/topology.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {
namespace {

const char kInDcell[] = "topology dcell";

/// Levels beyond which even DCells of two servers per switch have too many servers.
constexpr int kMaxDcellLevel = 3;

/// DCell_k of n-port switches. DCell_0 is n servers at a switch; DCell_l joins t_{l-1} + 1 DCells
/// of level l-1, which have t_{l-1} servers each: with i < j, server j-1 of the i-th has a cable to
/// server i of the j-th. Each server has a cable at every level.
///
/// Servers forward packets for others. Here a server is a switch with one host, so that forwarding
/// takes what a switch takes: server u (the u-th of the DCell, those of the first DCell_{k-1}
/// before those of the second) is switch u with host u at port 0, the n-port switch at port 1, and
/// the cable of level l at port l+1. The i-th n-port switch has number t_k + i, no host, and server
/// n·i + j at port j.
///
/// Link kinds: "host"; "switch", between a server and an n-port switch; "server", between servers.
/// Source: [DAVC 2018], section 6.2.5; the definition is that of [DCell 2008],
/// section 3.
class DCell final : public Topology {
 public:
  /// n >= 2, k: 0 … 3. Error: more servers and switches than a network may have.
  DCell(std::uint32_t n, int k) : n_(n), servers_{n} {
    for (int level = 1; level <= k; ++level) {
      const std::uint64_t inner = servers_.back();
      const std::uint64_t servers = inner * (inner + 1);
      check_size(kInDcell, servers, servers + servers / n_, n_);
      servers_.push_back(static_cast<std::uint32_t>(servers));
    }
    check_size(kInDcell, servers_.back(), servers_.back() + servers_.back() / n_, n_);
  }

  NetworkSize size() const override {
    // A server has a cable to its host, one to its switch, and half of one at each further level.
    const std::uint64_t servers = servers_.back();
    return {servers, servers + servers / n_, servers * (3 + servers_.size())};
  }

  Netlist netlist(const LatencyMap& latency) const override {
    const int k = static_cast<int>(servers_.size()) - 1;
    const std::uint32_t servers = servers_.back();
    Netlist netlist;
    netlist.topology = "dcell";
    netlist.parameters = {{"n", std::int64_t{n_}}, {"k", std::int64_t{k}}};
    const int host_kind = netlist.kind("host");
    const int switch_kind = netlist.kind("switch");
    const int switch_latency = latency_of(latency, "switch");
    const int server_latency = latency_of(latency, "server");

    for (SwitchId id = 0; id < servers; ++id) add_switch(netlist, k + 2);
    add_switch_hosts(netlist, 1, latency_of(latency, "host"), host_kind);
    for (SwitchId i = 0; i < servers / n_; ++i) add_switch(netlist, static_cast<int>(n_));
    for (SwitchId server = 0; server < servers; ++server) {
      netlist.add_cable(switch_end(server, 1),
                        switch_end(servers + server / n_, static_cast<int>(server % n_)),
                        switch_latency, switch_kind);
    }
    for (int level = 1; level <= k; ++level) {
      const int server_kind = netlist.kind("server");
      const std::uint32_t inner = servers_[static_cast<std::size_t>(level) - 1];
      for (SwitchId first = 0; first < servers; first += inner * (inner + 1)) {
        for (std::uint32_t i = 0; i <= inner; ++i) {
          for (std::uint32_t j = i + 1; j <= inner; ++j) {
            netlist.add_cable(switch_end(first + i * inner + j - 1, level + 1),
                              switch_end(first + j * inner + i, level + 1), server_latency,
                              server_kind);
          }
        }
      }
    }
    return netlist;
  }

 private:
  std::uint32_t n_;
  std::vector<std::uint32_t> servers_;  ///< t_l of the levels 0 … k
};

const TopologyRegistry::Registration kDcell(
    "dcell", {"DCell: n servers per switch, and complete graphs of them at each of k levels",
              {declare_integer("n", "servers per switch, and its ports", 2, kMaxPorts),
               declare_integer("k", "level: servers have k + 1 cables beside their hosts'", 0,
                               kMaxDcellLevel)},
              {"host", "switch", "server"},
              [](const ParameterMap& parameters) {
                return std::make_unique<DCell>(
                    static_cast<std::uint32_t>(integer_parameter(parameters, "n")),
                    static_cast<int>(integer_parameter(parameters, "k")));
              }});

}  // namespace
}  // namespace routing
}  // namespace netloom
