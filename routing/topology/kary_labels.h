#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/topology.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The labels of a k-ary n-tree, which its relatives share: k^n hosts with n digits to base k, and
/// n stages of k^(n-1) switches, <s, o_{n-2} … o_0> having the number s * k^(n-1) + o.
/// Source: [Fat-Trees 2010], section 2.1.3.
class KaryLabels {
 public:
  /// `topology` is the name in messages, `ports_per_digit` the ports of a switch divided by k.
  /// k: 2 … kMaxPorts / ports_per_digit, n: 1 … kMaxStages. Error: out of range, or more than
  /// kMaxHosts hosts or kMaxSwitches switches.
  KaryLabels(const std::string& topology, int k, int n, int ports_per_digit);

  static constexpr int kMaxStages = 24;  ///< 2^24 hosts with the smallest arity

  int k() const { return k_; }
  int n() const { return n_; }
  /// Ports of a switch that has all of them. (In a fat-tree, those of the last stage have fewer.)
  int complete_ports() const { return ports_per_digit_ * k_; }
  std::uint32_t hosts() const { return switches_per_stage() * static_cast<std::uint32_t>(k_); }
  std::uint32_t switches() const { return switches_per_stage() * static_cast<std::uint32_t>(n_); }
  std::uint32_t switches_per_stage() const { return power_.back(); }

  /// k^exponent, exponent 0 … n-1.
  std::uint32_t power(int exponent) const { return power_[static_cast<std::size_t>(exponent)]; }
  /// Digit i (0 … n-1) of a host's label or of a switch's position.
  int digit(std::uint32_t label, int i) const {
    return static_cast<int>(label / power(i) % static_cast<std::uint32_t>(k_));
  }
  /// The label with digit i set to `value`.
  std::uint32_t with_digit(std::uint32_t label, int i, int value) const {
    return label + static_cast<std::uint32_t>(value) * power(i) -
           static_cast<std::uint32_t>(digit(label, i)) * power(i);
  }

  /// Number of switch <stage, position>; stage 0 … n-1, position 0 … k^(n-1)-1.
  SwitchId switch_number(int stage, std::uint32_t position) const {
    return static_cast<std::uint32_t>(stage) * switches_per_stage() + position;
  }
  int stage(SwitchId switch_id) const { return static_cast<int>(switch_id / switches_per_stage()); }
  /// The digits o_{n-2} … o_0 of the switch as one number.
  std::uint32_t position(SwitchId switch_id) const { return switch_id % switches_per_stage(); }
  /// The n digits of a host's label.
  std::vector<HostDigit> label_digits() const {
    return {static_cast<std::size_t>(n_), {static_cast<std::uint32_t>(k_), false}};
  }
  /// The switch of stage 0 that the host is connected to.
  SwitchId switch_of(NodeId host) const { return host / static_cast<std::uint32_t>(k_); }

 private:
  int k_;
  int n_;
  int ports_per_digit_;
  std::vector<std::uint32_t> power_;  ///< k^0 … k^(n-1)
};

}  // namespace routing
}  // namespace netloom
