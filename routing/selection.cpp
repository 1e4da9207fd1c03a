#include "routing/selection.h"

#include <algorithm>
#include <utility>

#include "routing/error.h"
#include "routing/fat_tree_labels.h"

namespace netloom {
namespace {

using Table = std::shared_ptr<const std::vector<std::uint8_t>>;

/// The up port that digit `index` of a node names, for every node.
Table up_ports(const FatTreeLabels& tree, std::uint32_t index) {
  std::vector<std::uint8_t> table(tree.nodes());
  for (NodeId node = 0; node < tree.nodes(); ++node) {
    table[node] = static_cast<std::uint8_t>(tree.arity() + tree.digit(node, index));
  }
  return std::make_shared<const std::vector<std::uint8_t>>(std::move(table));
}

std::vector<PreferredPort> fat_tree_ports(SelectionKind kind, const Netlist& netlist) {
  const FatTreeLabels tree(netlist,
                           "selection '" + selection_names()[static_cast<std::size_t>(kind)] + "'");
  std::vector<PreferredPort> result;
  result.reserve(netlist.switches.size());

  Table table;
  for (std::uint32_t stage = 0; stage < tree.stages(); ++stage) {
    // The last stage has no up ports: what arrives there has one way, down. Any preference does.
    const bool root = stage + 1 == tree.stages();
    // Tables of one digit serve all stages or, if the digit is the stage's, one.
    if (!root &&
        (kind == SelectionKind::kStageAndDestination || kind == SelectionKind::kAdaptiveLinear)) {
      table = up_ports(tree, stage);
    } else if (!root && table == nullptr &&
               (kind == SelectionKind::kDestination || kind == SelectionKind::kOrigin)) {
      table = up_ports(tree, 0);
    }
    for (std::uint32_t o = 0; o < tree.switches_per_stage(); ++o) {
      if (root) {
        result.emplace_back(0);
        continue;
      }
      switch (kind) {
        case SelectionKind::kSwitch:
          result.emplace_back(static_cast<int>(tree.arity() + tree.digit(o, stage)));
          break;
        case SelectionKind::kDestination:
        case SelectionKind::kStageAndDestination:
          result.emplace_back(PreferredPort::Key::kDestination, table);
          break;
        case SelectionKind::kOrigin:
        case SelectionKind::kAdaptiveLinear:
          result.emplace_back(PreferredPort::Key::kSource, table);
          break;
        case SelectionKind::kFirstFree:
        case SelectionKind::kCyclic:
        case SelectionKind::kMostCredits:
        case SelectionKind::kRandom:
          result.emplace_back(static_cast<int>(tree.arity()));
          break;
      }
    }
  }
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
