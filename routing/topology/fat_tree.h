#pragma once

#include <vector>

#include "routing/base/visible.h"
#include "routing/netlist/topology.h"
#include "routing/topology/kary_labels.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// k-ary n-tree: k^n hosts below n stages of k^(n-1) switches.
///
/// Host p has the label p_{n-1} … p_0 (digits to base k); switch <s, o_{n-2} … o_0> of stage s has
/// number s * k^(n-1) + o. Ports 0 … k-1 are the down links, k … 2k-1 the up links; switches of the
/// last stage have down links only. Up port k+j of <s, o> leads to the switch of stage s+1 whose
/// digit s is j, and arrives there at down port o_s. Host p is at down port p_0 of switch
/// <0, p_{n-1} … p_1>.
///
/// Link kinds: "host", "up" (from stage s to s+1), "down" (back).
/// Source: [Fat-Trees 2010], section 2.1.3.
class FatTree final : public Topology, public KaryLabels {
 public:
  /// k: 2 … 128, n >= 1. Error: out of range, or more than kMaxHosts hosts or kMaxSwitches
  /// switches.
  FatTree(int k, int n) : KaryLabels("fat_tree", k, n, 2) {}

  NetworkSize size() const override;
  Netlist netlist(const LatencyMap& latency) const override;
  std::vector<HostDigit> host_digits() const override { return label_digits(); }

  /// The hosts below a switch of stage s are k^(s+1) numbers from this one on, o_{n-2} … o_s 0 … 0;
  /// down link j leads to the k^s of them that have j as digit s.
  NodeId first_below(SwitchId switch_id) const {
    const std::uint32_t per_link = power(stage(switch_id));
    return position(switch_id) / per_link * static_cast<std::uint32_t>(k()) * per_link;
  }
};

}  // namespace routing
}  // namespace netloom
