#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/registers/register_table.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// The classes whose bits are flip-flops, in the order of reports.
inline constexpr std::array kCostedClasses = {RegisterClass::kRouting, RegisterClass::kCounters,
                                              RegisterClass::kBuffers, RegisterClass::kCredits,
                                              RegisterClass::kArbitration};

/// One register of the table in a switch.
struct RegisterBits {
  std::string name;
  RegisterClass register_class = RegisterClass::kRouting;
  int count = 0;  ///< instances
  int bits = 0;   ///< of each

  std::uint64_t total() const {
    return static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(bits);
  }
};

/// The registers of a switch, counted from the register table; wired constants cost nothing and
/// are left out.
class RegisterCost {
 public:
  RegisterCost(const std::string& set, const SwitchShape& shape);

  const std::vector<RegisterBits>& registers() const { return registers_; }
  std::uint64_t bits(RegisterClass register_class) const;
  std::uint64_t total() const;

 private:
  std::vector<RegisterBits> registers_;
};

// Formulas for the memory of routing in a switch, in bits: N nodes, P = 2k ports, logarithms to
// base 2, rounded up. Source: [Fat-Trees 2010], sections 3.4.5 and 4.3.5.

/// P · 2 log N.
std::uint64_t interval_formula(std::uint64_t nodes, int ports);
/// P (3 log N + P).
std::uint64_t fir_formula(std::uint64_t nodes, int ports);
/// (2 + n_ei) · P log N.
std::uint64_t ft2ei_formula(std::uint64_t nodes, int ports, int exclusion_intervals);
/// A forwarding table with `choices` ports for each node: N (log N + choices · log P).
/// [Fat-Trees 2010] has one choice in deterministic routing and k in adaptive routing.
std::uint64_t table_formula(std::uint64_t nodes, int ports, int choices);

/// The counted routing registers of a switch beside what [Fat-Trees 2010] says of them.
struct FormulaCheck {
  std::string expression;     ///< the formula, as text
  std::uint64_t formula = 0;  ///< its value for a switch with all ports, bits
  std::uint64_t counted = 0;  ///< bits of class routing in this switch
  /// Why they differ, if they do: ports that the switch does not have, bits that it does
  /// not count.
  std::string difference;
  /// Whether `difference` accounts for every bit (no difference at all: true).
  bool explained = true;

  bool equal() const { return formula == counted; }
};

/// Whether [Fat-Trees 2010] has a formula for a register set: not for kNone.
bool has_formula(const std::string& set);

/// Compares a switch with the formula of [Fat-Trees 2010]; `ports` is 2k, the ports of a switch
/// that is not a root. For a set that has a formula.
FormulaCheck check_formula(const std::string& set, const SwitchShape& shape, int ports);

}  // namespace sim
}  // namespace netloom
