#include <cstdint>
#include <memory>

#include "routing/netlist/topology.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {
namespace {

const char kInBcube[] = "topology bcube";

/// Levels beyond which even BCubes of 2-port switches have too many parts.
constexpr int kMaxBcubeLevel = 12;

/// BCube_k of n-port switches: n^(k+1) servers a_k … a_0 (digits to base n) with a cable to one
/// switch at each of the levels 0 … k. A switch of level i has the n servers that differ only in
/// digit i: an n-ary (k+1)-cube whose rows are switches.
///
/// Servers forward packets for others. Here a server is a switch with one host, so that forwarding
/// takes what a switch takes: server a is switch a with host a at port 0 and the cable of level i
/// at port i+1. Switch <i, s> of level i, s being the digits of its servers without digit i, has
/// number n^(k+1) + i·n^k + s, no host, and at port j the server whose digit i is j.
///
/// Link kinds: "host"; "switch", between a server and an n-port switch.
/// Source: [DAVC 2018], section 6.2.5; the definition is that of [BCube 2009],
/// section 3.
class BCube final : public Topology {
 public:
  /// n >= 2, k: 0 … 12. Error: more servers and switches than a network may have.
  BCube(std::uint32_t n, int k) : n_(n), k_(k) {
    std::uint64_t per_level = 1;  // switches
    for (int level = 0; level <= k; ++level) {
      const auto levels = static_cast<std::uint64_t>(level) + 1;
      if (level > 0) per_level *= n_;
      check_size(kInBcube, per_level * n_, per_level * (n_ + levels), n_);
    }
    per_level_ = static_cast<std::uint32_t>(per_level);
  }

  NetworkSize size() const override {
    // A server has a cable to its host, and one to a switch at each level.
    const std::uint64_t servers = std::uint64_t{per_level_} * n_;
    const auto levels = static_cast<std::uint64_t>(k_) + 1;
    return {servers, servers + levels * per_level_, 2 * servers * (1 + levels)};
  }

  Netlist netlist(const LatencyMap& latency) const override {
    const std::uint32_t servers = per_level_ * n_;
    Netlist netlist;
    netlist.topology = "bcube";
    netlist.parameters = {{"n", std::int64_t{n_}}, {"k", std::int64_t{k_}}};
    const int host_kind = netlist.kind("host");
    const int switch_kind = netlist.kind("switch");
    const int switch_latency = latency_of(latency, "switch");

    for (SwitchId id = 0; id < servers; ++id) add_switch(netlist, k_ + 2);
    add_switch_hosts(netlist, 1, latency_of(latency, "host"), host_kind);
    std::uint32_t stride = 1;  // n^level
    for (int level = 0; level <= k_; ++level, stride *= n_) {
      for (std::uint32_t s = 0; s < per_level_; ++s) {
        add_switch(netlist, static_cast<int>(n_));
        const std::uint32_t server = s / stride * stride * n_ + s % stride;  // with digit 0
        for (std::uint32_t j = 0; j < n_; ++j) {
          netlist.add_cable(
              switch_end(server + j * stride, level + 1),
              switch_end(static_cast<SwitchId>(netlist.switches.size() - 1), static_cast<int>(j)),
              switch_latency, switch_kind);
        }
      }
    }
    return netlist;
  }

 private:
  std::uint32_t n_;
  int k_;
  std::uint32_t per_level_ = 1;  ///< n^k
};

const TopologyRegistry::Registration kBcube(
    "bcube", {"BCube: n^(k+1) servers, each at one n-port switch of every one of k + 1 levels",
              {declare_integer("n", "ports of a switch, all to servers", 2, kMaxPorts),
               declare_integer("k", "highest level: servers have k + 1 cables beside their hosts'",
                               0, kMaxBcubeLevel)},
              {"host", "switch"},
              [](const ParameterMap& parameters) {
                return std::make_unique<BCube>(
                    static_cast<std::uint32_t>(integer_parameter(parameters, "n")),
                    static_cast<int>(integer_parameter(parameters, "k")));
              }});

}  // namespace
}  // namespace routing
}  // namespace netloom
