#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/registry.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

class FatTree;

/// How a switch picks one of several candidates whose output is free and has credits.
enum class Picking : std::uint8_t {
  kPreferred,  ///< by a cyclic search, upwards from the preferred port of the head
  kCyclic,     ///< by a cyclic search, upwards from the port after the one used last (round robin)
  kMostCredits,  ///< the port with the most credits, the lowest on a tie
  kRandom,       ///< uniformly, from the switch's own generator
};

/// How one switch comes to the preferred port of a head: port `base`, plus a digit of the
/// destination or of the source.
struct PortPreference {
  enum class Operand : std::uint8_t { kNone, kDestination, kSource };

  Operand operand = Operand::kNone;
  int base = 0;
  // Of the digit, operand / weight % radix.
  std::uint32_t weight = 1;  ///< radix to the power of the digit's index
  std::uint32_t radix = 1;   ///< arity of the tree; 1 without an operand
};

/// A selection function, as `routing.selection` names it.
struct SelectionEntry {
  static constexpr const char* kKind = "selection";

  std::string summary;
  Picking picking = Picking::kPreferred;
  /// Picking::kPreferred, where the preferred port is one of a k-ary n-tree: that of the switch
  /// <stage, position>, in the stages below the last. None: the first up port there, and port 0 in
  /// other networks.
  std::function<PortPreference(const FatTree& tree, int stage, std::uint32_t position)> preference =
      {};

  /// Whether the preferred port is defined by the digits of a fat-tree label.
  bool needs_fat_tree() const { return preference != nullptr; }
  /// Whether it searches cyclically from a port on.
  bool searches_cyclically() const {
    return picking == Picking::kPreferred || picking == Picking::kCyclic;
  }
};

using SelectionRegistry = Registry<SelectionEntry>;

/// The selections that are defined in any network, as messages list them: "cp, ff, mc, random".
std::string selections_without_fat_tree();

/// One per switch; what the preference of a selection without one says does not matter. Error:
/// there is no selection of this name, or it needs a fat-tree and the netlist is not one.
std::vector<PortPreference> port_preferences(const std::string& selection, const Netlist& netlist);

/// The preferred port of each head at one switch, worked out for all of them: a constant, or a
/// table over destinations or sources (shared by the switches of a stage).
class PreferredPort {
 public:
  using Key = PortPreference::Operand;

  PreferredPort() = default;
  explicit PreferredPort(int port) : constant_(static_cast<std::uint8_t>(port)) {}
  PreferredPort(Key key, std::shared_ptr<const std::vector<std::uint8_t>> table)
      : key_(key), table_(std::move(table)), data_(table_->data()) {}

  int of(NodeId source, NodeId destination) const {
    if (key_ == Key::kNone) return constant_;
    return data_[key_ == Key::kDestination ? destination : source];
  }

 private:
  Key key_ = Key::kNone;
  std::uint8_t constant_ = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> table_;
  const std::uint8_t* data_ = nullptr;
};

/// One PreferredPort per switch, as port_preferences() says. Error: as there.
std::vector<PreferredPort> preferred_ports(const std::string& selection, const Netlist& netlist);

}  // namespace routing
}  // namespace netloom
