#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// Switches of a network in RTL that are elaborated with the same parameters.
struct ElaboratedKind {
  std::string name;                     ///< "netloom_switch_0", as `netloom rtl` names it
  std::vector<std::string> switches;    ///< their names; at least one
  std::vector<std::string> parameters;  ///< of the module netloom_switch: NAME=VALUE
};

/// What is not as the configuration has it.
struct ElaborationChanges {
  int phit_bits = 0;        ///< of a phit; 0: whole bytes that the header fits into
  std::uint32_t hosts = 0;  ///< of the network, with as many more switches; 0: its own
};

/// The kinds of switches of a configuration whose switches are all in the RTL view, in the order of
/// the netlist. Error: what RTL does not do, by name; the header is wider than `phit_bits`; packets
/// find their way by more than registers and tables, and `hosts` is given; the configuration has a
/// switch of its own in `rtl`.
std::vector<ElaboratedKind> elaborated_kinds(const Config& config,
                                             const ElaborationChanges& changes = {});

/// The widest phit that is asked for, in bits.
inline constexpr int kMostPhitBits = 65536;

/// The parameters of a switch, with phits of another width. Error: the header is wider.
void set_phit_bits(std::vector<std::string>& parameters, int header_bits, int phit_bits);

/// "s0, s1 and 2 more".
std::string switches_text(const ElaboratedKind& kind);

}  // namespace sim
}  // namespace netloom
