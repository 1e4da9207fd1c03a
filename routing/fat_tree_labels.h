#pragma once

#include <cstdint>
#include <string>

#include "routing/error.h"
#include "routing/netlist.h"
#include "routing/parameters.h"

namespace netloom {

/// The labels of a k-ary n-tree, read off a netlist that its topology generated: switch
/// <s, o_{n-2} … o_0> has number s * k^(n-1) + o, node p has the digits p_{n-1} … p_0, ports
/// 0 … k-1 lead down and, below the last stage, ports k … 2k-1 up.
/// Source: 002_93ff7ed2c806cfd2.txt, section 2.1.3.
class FatTreeLabels {
 public:
  /// Error: the netlist is not a fat-tree, or has not the parts that its k and n call for.
  /// `user` ("routing function 'interval'") begins the message.
  FatTreeLabels(const Netlist& netlist, const std::string& user) {
    if (netlist.topology != "fat_tree") {
      throw Error(
          user + " is defined on fat-trees only; the topology here is " +
          (netlist.topology.empty() ? "a netlist without one" : "'" + netlist.topology + "'"));
    }
    const std::int64_t k = integer_parameter(netlist.parameters, "k");
    const std::int64_t n = integer_parameter(netlist.parameters, "n");
    std::uint64_t per_stage = 1;
    bool fits = k >= 1 && n >= 1;
    for (std::int64_t i = 1; fits && i < n; ++i) {
      per_stage *= static_cast<std::uint64_t>(k);
      fits = per_stage <= netlist.switches.size() && i < 64;
    }
    fits = fits && netlist.switches.size() == per_stage * static_cast<std::uint64_t>(n) &&
           netlist.hosts.size() == per_stage * static_cast<std::uint64_t>(k);
    for (std::size_t i = 0; fits && i < netlist.switches.size(); ++i) {
      const bool root = i >= netlist.switches.size() - per_stage;
      fits = netlist.switches[i].ports >= (root ? k : 2 * k);
    }
    if (!fits) {
      throw Error(user + ": the netlist says that it is a fat-tree with k = " + std::to_string(k) +
                  ", n = " + std::to_string(n) + ", but its switches, ports or hosts (" +
                  std::to_string(netlist.switches.size()) + " switches, " +
                  std::to_string(netlist.hosts.size()) + " hosts) are not those of one");
    }
    arity_ = static_cast<std::uint32_t>(k);
    stages_ = static_cast<std::uint32_t>(n);
    switches_per_stage_ = static_cast<std::uint32_t>(per_stage);
  }

  std::uint32_t arity() const { return arity_; }
  std::uint32_t stages() const { return stages_; }
  std::uint32_t nodes() const { return switches_per_stage_ * arity_; }
  std::uint32_t switches_per_stage() const { return switches_per_stage_; }

  std::uint32_t stage(SwitchId switch_id) const { return switch_id / switches_per_stage_; }
  /// The label's digits o_{n-2} … o_0 as one number.
  std::uint32_t position(SwitchId switch_id) const { return switch_id % switches_per_stage_; }
  /// The last stage has no up links.
  bool is_root(SwitchId switch_id) const { return stage(switch_id) + 1 == stages_; }

  /// k^exponent.
  std::uint32_t power(std::uint32_t exponent) const {
    std::uint32_t result = 1;
    for (std::uint32_t i = 0; i < exponent; ++i) result *= arity_;
    return result;
  }

  /// Digit `index` of a node or of a switch's position.
  std::uint32_t digit(std::uint32_t label, std::uint32_t index) const {
    return label / power(index) % arity_;
  }

 private:
  std::uint32_t arity_ = 1;
  std::uint32_t stages_ = 1;
  std::uint32_t switches_per_stage_ = 1;
};

}  // namespace netloom
