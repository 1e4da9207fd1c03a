#include "routing/decision/selection.h"

#include <map>
#include <utility>

#include "routing/base/error.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
inline namespace routing {
namespace {

std::vector<PortPreference> fat_tree_preferences(const std::string& name, const Netlist& netlist) {
  const FatTree tree = fat_tree_of(netlist, "selection '" + name + "'");
  const SelectionEntry& entry = SelectionRegistry::instance().find(name);
  PortPreference first_up;
  first_up.base = tree.k();
  std::vector<PortPreference> result;
  result.reserve(tree.switches());
  for (int stage = 0; stage + 1 < tree.n(); ++stage) {
    for (std::uint32_t position = 0; position < tree.switches_per_stage(); ++position) {
      result.push_back(entry.preference ? entry.preference(tree, stage, position) : first_up);
    }
  }
  // The last stage has no up ports: what arrives there has one way, down. Any preference does, but
  // it has to name a port that exists.
  result.resize(tree.switches());
  return result;
}

}  // namespace

std::string selections_without_fat_tree() {
  std::string text;
  for (const std::string& name : SelectionRegistry::instance().names()) {
    if (SelectionRegistry::instance().find(name).needs_fat_tree()) continue;
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

std::vector<PortPreference> port_preferences(const std::string& selection, const Netlist& netlist) {
  if (netlist.topology == "fat_tree") return fat_tree_preferences(selection, netlist);
  if (SelectionRegistry::instance().find(selection).needs_fat_tree()) {
    throw Error(
        "selection '" + selection +
        "' is defined by the digits of a fat-tree, and the topology is " +
        (netlist.topology.empty() ? "a netlist without one" : "'" + netlist.topology + "'") +
        "; allowed here: " + selections_without_fat_tree());
  }
  return std::vector<PortPreference>(netlist.switches.size());
}

std::vector<PreferredPort> preferred_ports(const std::string& selection, const Netlist& netlist) {
  using Table = std::shared_ptr<const std::vector<std::uint8_t>>;
  std::map<std::uint32_t, Table> tables;  // by weight: base and radix are those of the tree
  const auto table_of = [&](const PortPreference& preference) {
    Table& table = tables[preference.weight];
    if (table != nullptr) return table;
    std::vector<std::uint8_t> ports(netlist.hosts.size());
    for (NodeId node = 0; node < ports.size(); ++node) {
      const std::uint32_t digit = node / preference.weight % preference.radix;
      ports[node] = static_cast<std::uint8_t>(static_cast<std::uint32_t>(preference.base) + digit);
    }
    return table = std::make_shared<const std::vector<std::uint8_t>>(std::move(ports));
  };

  std::vector<PreferredPort> result;
  result.reserve(netlist.switches.size());
  for (const PortPreference& preference : port_preferences(selection, netlist)) {
    if (preference.operand == PortPreference::Operand::kNone) {
      result.emplace_back(preference.base);
    } else {
      result.emplace_back(preference.operand, table_of(preference));
    }
  }
  return result;
}

}  // namespace routing
}  // namespace netloom
