#include "routing/decision/selection.h"

#include <algorithm>
#include <map>
#include <utility>

#include "routing/base/error.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
namespace {

/// The preference of the switch <stage, position>; stages below the last.
PortPreference preference(SelectionKind kind, const FatTree& tree, int stage,
                          std::uint32_t position) {
  using Operand = PortPreference::Operand;
  const auto digit = [&tree](Operand operand, int index) {
    return PortPreference{operand, tree.k(), tree.power(index),
                          static_cast<std::uint32_t>(tree.k())};
  };
  PortPreference result;
  result.base = tree.k();
  switch (kind) {
    case SelectionKind::kSwitch:
      result.base += tree.digit(position, stage);
      return result;
    case SelectionKind::kDestination:
      return digit(Operand::kDestination, 0);
    case SelectionKind::kOrigin:
      return digit(Operand::kSource, 0);
    case SelectionKind::kStageAndDestination:
      return digit(Operand::kDestination, stage);
    case SelectionKind::kAdaptiveLinear:
      return digit(Operand::kSource, stage);
    case SelectionKind::kFirstFree:
    case SelectionKind::kCyclic:
    case SelectionKind::kMostCredits:
    case SelectionKind::kRandom:
      return result;
  }
  return result;
}

std::vector<PortPreference> fat_tree_preferences(SelectionKind kind, const Netlist& netlist) {
  const FatTree tree =
      fat_tree_of(netlist, "selection '" + selection_names()[static_cast<std::size_t>(kind)] + "'");
  std::vector<PortPreference> result;
  result.reserve(tree.switches());
  for (int stage = 0; stage + 1 < tree.n(); ++stage) {
    for (std::uint32_t position = 0; position < tree.switches_per_stage(); ++position) {
      result.push_back(preference(kind, tree, stage, position));
    }
  }
  // The last stage has no up ports: what arrives there has one way, down. Any preference does, but
  // it has to name a port that exists.
  result.resize(tree.switches());
  return result;
}

}  // namespace

const std::vector<std::string>& selection_names() {
  static const std::vector<std::string> names = {"ff",   "ssp",      "sdp", "sop",   "cp",
                                                 "sadp", "adap_lin", "mc",  "random"};
  return names;
}

SelectionKind parse_selection(const std::string& name) {
  const std::vector<std::string>& names = selection_names();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it != names.end()) return static_cast<SelectionKind>(it - names.begin());
  std::string known;
  for (const std::string& n : names) known += (known.empty() ? "" : ", ") + n;
  throw Error("unknown selection '" + name + "'; known: " + known);
}

bool needs_fat_tree(SelectionKind kind) {
  switch (kind) {
    case SelectionKind::kSwitch:
    case SelectionKind::kDestination:
    case SelectionKind::kOrigin:
    case SelectionKind::kStageAndDestination:
    case SelectionKind::kAdaptiveLinear:
      return true;
    case SelectionKind::kFirstFree:
    case SelectionKind::kCyclic:
    case SelectionKind::kMostCredits:
    case SelectionKind::kRandom:
      return false;
  }
  return false;
}

bool searches_cyclically(SelectionKind kind) {
  return kind != SelectionKind::kMostCredits && kind != SelectionKind::kRandom;
}

std::vector<PortPreference> port_preferences(SelectionKind kind, const Netlist& netlist) {
  if (netlist.topology == "fat_tree") return fat_tree_preferences(kind, netlist);
  if (needs_fat_tree(kind)) {
    std::string allowed;
    for (std::size_t i = 0; i < selection_names().size(); ++i) {
      if (needs_fat_tree(static_cast<SelectionKind>(i))) continue;
      allowed += (allowed.empty() ? "" : ", ") + selection_names()[i];
    }
    throw Error(
        "selection '" + selection_names()[static_cast<std::size_t>(kind)] +
        "' is defined by the digits of a fat-tree, and the topology is " +
        (netlist.topology.empty() ? "a netlist without one" : "'" + netlist.topology + "'") +
        "; allowed here: " + allowed);
  }
  return std::vector<PortPreference>(netlist.switches.size());
}

std::vector<PreferredPort> preferred_ports(SelectionKind kind, const Netlist& netlist) {
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
  for (const PortPreference& preference : port_preferences(kind, netlist)) {
    if (preference.operand == PortPreference::Operand::kNone) {
      result.emplace_back(preference.base);
    } else {
      result.emplace_back(preference.operand, table_of(preference));
    }
  }
  return result;
}

}  // namespace netloom
