#include "sim/study/register_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "routing/base/bits.h"
#include "routing/base/joined.h"

namespace netloom {
inline namespace sim {
namespace {

std::uint64_t bits_of(std::uint64_t count) {
  return static_cast<std::uint64_t>(bits_for(count));
}

/// Registers that the hardware needs and the formulas of [Fat-Trees 2010] leave out.
bool is_beyond_formula(const std::string& name) {
  if (name == "OPERAND" || name == "EENABLE") return true;
  const std::vector<RegisterInfo> davc = registers_of(kDavcRegisters);
  return std::any_of(davc.begin(), davc.end(), [&name](const RegisterInfo& info) {
    return info.name == name && !info.sets.empty();
  });
}

/// What [Fat-Trees 2010] says that a register set takes.
struct Formula {
  const char* expression;
  std::uint64_t (*bits)(std::uint64_t nodes, int ports, int exclusion_intervals);
};

const std::map<std::string, Formula>& formulas() {
  constexpr Formula kFir = {"2k (3 log N + 2k)", [](std::uint64_t nodes, int ports, int /*none*/) {
                              return fir_formula(nodes, ports);
                            }};
  static const std::map<std::string, Formula> all = {
      {"interval",
       {"2k · 2 log N", [](std::uint64_t nodes, int ports,
                           int /*none*/) { return interval_formula(nodes, ports); }}},
      {"fir", kFir},
      {"fir_source", kFir},
      {"ft2ei", {"(2 + n_ei) · 2k log N", ft2ei_formula}}};
  return all;
}

}  // namespace

RegisterCost::RegisterCost(const std::string& set, const SwitchShape& shape) {
  for (const RegisterInfo& info : registers_of(set, shape.davc)) {
    if (info.register_class == RegisterClass::kIdentity || info.count(shape) == 0) continue;
    registers_.push_back({info.name, info.register_class, info.count(shape), info.bits(shape)});
  }
}

std::uint64_t RegisterCost::bits(RegisterClass register_class) const {
  std::uint64_t sum = 0;
  for (const RegisterBits& each : registers_) {
    if (each.register_class == register_class) sum += each.total();
  }
  return sum;
}

std::uint64_t RegisterCost::total() const {
  std::uint64_t sum = 0;
  for (const RegisterBits& each : registers_) sum += each.total();
  return sum;
}

std::uint64_t interval_formula(std::uint64_t nodes, int ports) {
  return static_cast<std::uint64_t>(ports) * 2 * bits_of(nodes);
}

std::uint64_t fir_formula(std::uint64_t nodes, int ports) {
  const auto p = static_cast<std::uint64_t>(ports);
  return p * (3 * bits_of(nodes) + p);
}

std::uint64_t ft2ei_formula(std::uint64_t nodes, int ports, int exclusion_intervals) {
  return (2 + static_cast<std::uint64_t>(exclusion_intervals)) * static_cast<std::uint64_t>(ports) *
         bits_of(nodes);
}

std::uint64_t table_formula(std::uint64_t nodes, int ports, int choices) {
  return nodes * (bits_of(nodes) +
                  static_cast<std::uint64_t>(choices) * bits_of(static_cast<std::uint64_t>(ports)));
}

bool has_formula(const std::string& set) {
  return formulas().count(set) != 0;
}

FormulaCheck check_formula(const std::string& set, const SwitchShape& shape, int ports) {
  const RegisterCost cost(set, shape);
  FormulaCheck check;
  const Formula& formula = formulas().at(set);
  check.expression = formula.expression;
  check.formula = formula.bits(shape.hosts, ports, shape.exclusion_intervals);
  check.counted = cost.bits(RegisterClass::kRouting);

  // The formula again, for the ports that there are. It takes half of them for up ports, each with
  // exclusion intervals of two bounds.
  const int exclusions = shape.up_ports * shape.exclusion_intervals;
  std::uint64_t expected = formula.bits(shape.hosts, shape.ports, 0);
  if (set == "ft2ei") {
    expected += static_cast<std::uint64_t>(exclusions) * 2 * bits_of(shape.hosts);
  }
  std::vector<std::string> reasons;
  if (expected != check.formula) {
    std::string reason =
        fmt::format("it has {} of {} ports, which take {} bits", shape.ports, ports, expected);
    if (set == "ft2ei" && shape.up_ports * 2 != ports) {
      reason = fmt::format("it has {} of {} ports and {} of them lead up, which take {} bits",
                           shape.ports, ports, shape.up_ports, expected);
    }
    reasons.push_back(reason);
  }
  for (const RegisterBits& each : cost.registers()) {
    if (!is_beyond_formula(each.name)) continue;
    expected += each.total();
    reasons.push_back(
        fmt::format("{} adds {} bits, which the formula leaves out", each.name, each.total()));
  }
  check.explained = expected == check.counted;
  if (!check.explained) {
    reasons.push_back(fmt::format("{} bits were expected", expected));
  }
  check.difference = joined(reasons, "; ");
  return check;
}

}  // namespace sim
}  // namespace netloom
