#pragma once

#include <cstdint>
#include <vector>

#include "routing/topology/topology.h"
#include "routing/types.h"

namespace netloom {

/// k-ary n-tree: k^n hosts below n stages of k^(n-1) switches.
///
/// Host p has the label p_{n-1} … p_0 (digits to base k); switch <s, o_{n-2} … o_0> of stage s has
/// number s * k^(n-1) + o. Ports 0 … k-1 are the down links, k … 2k-1 the up links; switches of the
/// last stage have down links only. Up port k+j of <s, o> leads to the switch of stage s+1 whose
/// digit s is j, and arrives there at down port o_s. Host p is at down port p_0 of switch
/// <0, p_{n-1} … p_1>.
///
/// Link kinds: "host", "up" (from stage s to s+1), "down" (back).
/// Source: 002_93ff7ed2c806cfd2.txt, section 2.1.3.
class FatTree final : public Topology {
 public:
  /// k: 2 … 128, n >= 1. Error: out of range, or more than kMaxHosts hosts or kMaxSwitches
  /// switches.
  FatTree(int k, int n);

  Netlist netlist(const LatencyMap& latency) const override;

  int k() const { return k_; }
  int n() const { return n_; }
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
  /// The switch that the host is connected to.
  SwitchId switch_of(NodeId host) const { return host / static_cast<std::uint32_t>(k_); }

 private:
  int k_;
  int n_;
  std::vector<std::uint32_t> power_;  ///< k^0 … k^(n-1)
};

}  // namespace netloom
