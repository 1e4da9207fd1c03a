#pragma once

#include <cstdint>
#include <string>

#include "routing/error.h"
#include "routing/netlist.h"
#include "routing/parameters.h"
#include "routing/topology/fat_tree.h"

namespace netloom {

/// The fat-tree that a netlist says it is, for those whose decisions are defined by its labels.
/// Error: it is none, or has not the switches, ports and hosts that its k and n call for; `user`
/// ("routing function 'interval'") begins the message.
inline FatTree fat_tree_of(const Netlist& netlist, const std::string& user) {
  if (netlist.topology != "fat_tree") {
    throw Error(
        user + " is defined on fat-trees only; the topology here is " +
        (netlist.topology.empty() ? "a netlist without one" : "'" + netlist.topology + "'"));
  }
  FatTree tree(static_cast<int>(integer_parameter(netlist.parameters, "k")),
               static_cast<int>(integer_parameter(netlist.parameters, "n")));
  bool fits = netlist.switches.size() == tree.switches() && netlist.hosts.size() == tree.hosts();
  for (SwitchId id = 0; fits && id < tree.switches(); ++id) {
    const bool root = tree.stage(id) + 1 == tree.n();
    fits = netlist.switches[id].ports >= (root ? tree.k() : 2 * tree.k());
  }
  if (!fits) {
    throw Error(user +
                ": the netlist says that it is a fat-tree with k = " + std::to_string(tree.k()) +
                ", n = " + std::to_string(tree.n()) + ", but its switches, ports or hosts (" +
                std::to_string(netlist.switches.size()) + " switches, " +
                std::to_string(netlist.hosts.size()) + " hosts) are not those of one");
  }
  return tree;
}

}  // namespace netloom
