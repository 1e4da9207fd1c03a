#include <cstdint>
#include <memory>

#include "routing/topology/fat_tree.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {
namespace {

/// A k-ary n-tree whose every switch has a host of its own, the management agent, so that switches
/// of any stage send to each other. Such packets cannot always go up first and then down: between
/// two switches of the last stage, all paths go down first.
///
/// Switches, hosts h0 … h(k^n - 1) and links are those of FatTree. Host k^n + i is the agent of
/// switch i, at its port 0; all ports of FatTree are one higher.
///
/// Link kinds: "host", "up" (from stage s to s+1), "down" (back).
/// Source: [DAVC 2018], section 6.2.2.
class ManagedFatTree final : public Topology {
 public:
  /// k: 2 … 127, n >= 1. Error: as FatTree.
  ManagedFatTree(int k, int n) : tree_(k, n) {
    check_size("topology managed_fat_tree", tree_.hosts() + std::uint64_t{tree_.switches()},
               tree_.switches(), 2 * static_cast<std::uint64_t>(k) + 1);
  }

  NetworkSize size() const override {
    NetworkSize size = tree_.size();
    size.hosts += size.switches;
    size.links += 2 * size.switches;
    return size;
  }

  Netlist netlist(const LatencyMap& latency) const override {
    Netlist netlist = tree_.netlist(latency);
    netlist.topology = "managed_fat_tree";
    for (SwitchInfo& info : netlist.switches) ++info.ports;
    for (Link& link : netlist.links) {
      for (Endpoint* end : {&link.from, &link.to}) {
        if (end->type == Endpoint::Type::kSwitch) ++end->port;
      }
    }
    const int host_kind = netlist.kind("host");
    const int host_latency = latency_of(latency, "host");
    add_hosts(netlist, tree_.hosts() + tree_.switches());
    for (SwitchId id = 0; id < tree_.switches(); ++id) {
      netlist.add_cable(host_end(tree_.hosts() + id), switch_end(id, 0), host_latency, host_kind);
    }
    return netlist;
  }

 private:
  FatTree tree_;
};

const TopologyRegistry::Registration kManagedFatTree(
    "managed_fat_tree",
    {"k-ary n-tree with a further host, for management traffic, at every switch",
     {declare_integer("k", "links down, and up, per switch", 2, (kMaxPorts - 1) / 2),
      declare_integer("n", "stages of switches", 1, KaryLabels::kMaxStages)},
     {"host", "up", "down"},
     [](const ParameterMap& parameters) {
       return std::make_unique<ManagedFatTree>(
           static_cast<int>(integer_parameter(parameters, "k")),
           static_cast<int>(integer_parameter(parameters, "n")));
     }});

}  // namespace
}  // namespace routing
}  // namespace netloom
