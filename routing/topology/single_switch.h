#pragma once

#include "routing/netlist/topology.h"

namespace netloom {
inline namespace routing {

/// One switch with nothing but hosts, host i at port i: the setting of crossbar and allocator
/// studies, such as the 58.6 % that head-of-line blocking leaves of an input-queued switch
/// ([Karol 1987]).
///
/// Link kind: "host".
class SingleSwitch final : public Topology {
 public:
  /// hosts: 2 … kMaxPorts. Error: out of range.
  explicit SingleSwitch(int hosts);

  NetworkSize size() const override;
  Netlist netlist(const LatencyMap& latency) const override;

  int hosts() const { return hosts_; }

 private:
  int hosts_;
};

}  // namespace routing
}  // namespace netloom
