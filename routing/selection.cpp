#include "routing/selection.h"

#include <algorithm>
#include <utility>

#include "routing/error.h"
#include "routing/kary_tree_of.h"

namespace netloom {
namespace {

using Table = std::shared_ptr<const std::vector<std::uint8_t>>;

/// The up port that digit `index` of a node names, for every node.
Table up_ports(const FatTree& tree, int index) {
  std::vector<std::uint8_t> table(tree.hosts());
  for (NodeId node = 0; node < tree.hosts(); ++node) {
    table[node] = static_cast<std::uint8_t>(tree.k() + tree.digit(node, index));
  }
  return std::make_shared<const std::vector<std::uint8_t>>(std::move(table));
}

/// The preferences of the switches of one stage below the last.
void add_stage(SelectionKind kind, const FatTree& tree, int stage, const Table& lowest_digit,
               std::vector<PreferredPort>& result) {
  using Key = PreferredPort::Key;
  const std::uint32_t switches = tree.switches_per_stage();
  switch (kind) {
    case SelectionKind::kSwitch:
      for (std::uint32_t position = 0; position < switches; ++position) {
        result.emplace_back(tree.k() + tree.digit(position, stage));
      }
      return;
    case SelectionKind::kDestination:
      result.insert(result.end(), switches, PreferredPort(Key::kDestination, lowest_digit));
      return;
    case SelectionKind::kOrigin:
      result.insert(result.end(), switches, PreferredPort(Key::kSource, lowest_digit));
      return;
    case SelectionKind::kStageAndDestination:
      result.insert(result.end(), switches,
                    PreferredPort(Key::kDestination, up_ports(tree, stage)));
      return;
    case SelectionKind::kAdaptiveLinear:
      result.insert(result.end(), switches, PreferredPort(Key::kSource, up_ports(tree, stage)));
      return;
    case SelectionKind::kFirstFree:
    case SelectionKind::kCyclic:
    case SelectionKind::kMostCredits:
    case SelectionKind::kRandom:
      result.insert(result.end(), switches, PreferredPort(tree.k()));
      return;
  }
}

std::vector<PreferredPort> fat_tree_ports(SelectionKind kind, const Netlist& netlist) {
  const FatTree tree =
      fat_tree_of(netlist, "selection '" + selection_names()[static_cast<std::size_t>(kind)] + "'");
  const bool by_lowest_digit =
      kind == SelectionKind::kDestination || kind == SelectionKind::kOrigin;
  const Table lowest_digit = by_lowest_digit ? up_ports(tree, 0) : nullptr;

  std::vector<PreferredPort> result;
  result.reserve(tree.switches());
  for (int stage = 0; stage + 1 < tree.n(); ++stage) {
    add_stage(kind, tree, stage, lowest_digit, result);
  }
  // The last stage has no up ports: what arrives there has one way, down. Any preference does, but
  // it has to name a port that exists.
  result.insert(result.end(), tree.switches_per_stage(), PreferredPort(0));
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

std::vector<PreferredPort> preferred_ports(SelectionKind kind, const Netlist& netlist) {
  if (netlist.topology == "fat_tree") return fat_tree_ports(kind, netlist);
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
  return std::vector<PreferredPort>(netlist.switches.size(), PreferredPort(0));
}

}  // namespace netloom
