#include "routing/topology/kary_tree_of.h"

#include <fmt/format.h>

#include "routing/base/error.h"

namespace netloom {
inline namespace routing {
namespace {

/// `ports` says how many ports a switch of a stage has at least.
template <class Tree, class Ports>
Tree tree_of(const Netlist& netlist, const std::string& user, const std::string& words,
             Ports ports) {
  const Tree tree = *topology_as<Tree>(netlist, user, words + 's');
  bool fits = netlist.switches.size() == tree.switches() && netlist.hosts.size() == tree.hosts();
  for (SwitchId id = 0; fits && id < tree.switches(); ++id) {
    fits = netlist.switches[id].ports >= ports(tree, tree.stage(id));
  }
  if (!fits) {
    throw Error(fmt::format(
        "{}: the netlist says that it is a {} with k = {}, n = {}, but its switches, ports or "
        "hosts ({} switches, {} hosts) are not those of one",
        user, words, tree.k(), tree.n(), netlist.switches.size(), netlist.hosts.size()));
  }
  return tree;
}

}  // namespace

FatTree fat_tree_of(const Netlist& netlist, const std::string& user) {
  return tree_of<FatTree>(netlist, user, "fat-tree", [](const FatTree& tree, int stage) {
    return stage + 1 == tree.n() ? tree.k() : 2 * tree.k();
  });
}

Ruft ruft_of(const Netlist& netlist, const std::string& user) {
  return tree_of<Ruft>(netlist, user, "RUFT",
                       [](const Ruft& tree, int /*stage*/) { return tree.k(); });
}

}  // namespace routing
}  // namespace netloom
