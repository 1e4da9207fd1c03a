#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/netlist/netlist.h"

namespace netloom {

/// How a switch picks one of several candidates whose output is free and has credits.
/// All but kMostCredits and kRandom have a preferred port, from which the search goes on
/// cyclically upwards. Source: 002_93ff7ed2c806cfd2.txt, section 4.3.1.
enum class SelectionKind : std::uint8_t {
  kFirstFree,            ///< ff: the first up port (elsewhere than in a fat-tree: port 0)
  kSwitch,               ///< ssp: port k + o_s of switch <s, o_{n-2} … o_0>
  kDestination,          ///< sdp: port k + p_0 of the destination
  kOrigin,               ///< sop: port k + p_0 of the source
  kCyclic,               ///< cp: the port after the one used last (round robin)
  kStageAndDestination,  ///< sadp: port k + p_s of the destination
  kAdaptiveLinear,       ///< adap_lin: port k + p_s of the source
  kMostCredits,          ///< mc: the port with the most credits, the lowest on a tie
  kRandom,               ///< random: uniformly, from the switch's own generator
};

/// The names used in configurations, in the order of the enumeration.
const std::vector<std::string>& selection_names();
/// Error: unknown name; lists the known ones.
SelectionKind parse_selection(const std::string& name);
/// Whether the preferred port is defined by the digits of a fat-tree label.
bool needs_fat_tree(SelectionKind kind);
/// Whether it searches cyclically from a port on: all but kMostCredits and kRandom.
bool searches_cyclically(SelectionKind kind);

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

/// One per switch; what the preference of a selection without one says does not matter. Error:
/// `kind` needs a fat-tree and the netlist is not one.
std::vector<PortPreference> port_preferences(SelectionKind kind, const Netlist& netlist);

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
std::vector<PreferredPort> preferred_ports(SelectionKind kind, const Netlist& netlist);

}  // namespace netloom
