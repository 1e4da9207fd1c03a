#pragma once

#include <vector>

#include "routing/base/visible.h"
#include "routing/netlist/topology.h"
#include "routing/topology/kary_labels.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Reduced unidirectional fat-tree: the upward half of a k-ary n-tree. n stages of k^(n-1) switches
/// with k input and k output ports, k^n hosts, (n+1) k^n links, all in one direction.
///
/// Labels are those of the fat-tree: host p has the digits p_{n-1} … p_0, switch <s, o> of stage s
/// the digits o_{n-2} … o_0 and the number s * k^(n-1) + o. Host p sends to input port p_0 of
/// <0, p_{n-1} … p_1>. Output port j of <s, o> leads to the switch of stage s+1 whose digit s is j,
/// and arrives there at input port o_s. Output port j of <n-1, o> is wired to host
/// j * k^(n-1) + o. So a packet that leaves stage s by the port of digit s of its destination
/// arrives there.
///
/// Link kinds: "host" (both ends of the network, so that packets enter and leave by this kind) and
/// "up". Latency keys: "host" (into the first stage), "up" (between stages), and "long" for the
/// links from the last stage to the hosts, which are "host" links too.
/// Source: [Fat-Trees 2010], sections 5.2 and 5.4.3.
class Ruft final : public Topology, public KaryLabels {
 public:
  /// k: 2 … kMaxPorts, n >= 1. Error: out of range, or more than kMaxHosts hosts or kMaxSwitches
  /// switches.
  Ruft(int k, int n) : KaryLabels("ruft", k, n, 1) {}

  NetworkSize size() const override;
  Netlist netlist(const LatencyMap& latency) const override;
  std::vector<HostDigit> host_digits() const override { return label_digits(); }
};

}  // namespace routing
}  // namespace netloom
