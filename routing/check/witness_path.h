#pragma once

#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A virtual channel of a link.
struct ChannelName {
  int link = 0;  ///< in Netlist::links
  int vc = 0;
};

inline bool operator==(const ChannelName& a, const ChannelName& b) {
  return a.link == b.link && a.vc == b.vc;
}

/// A way of a packet between hosts, up to the channel of interest.
struct WitnessPath {
  NodeId source = 0;
  NodeId destination = 0;
  std::vector<ChannelName> hops;  ///< on links between switches
};

/// "s0.p3.vc1": by the end that sends.
std::string channel_text(const Netlist& netlist, const ChannelName& channel);

/// "s0.p3.vc1 -> s2.p4.vc0 -> …", closed by the first channel.
std::string cycle_text(const Netlist& netlist, const std::vector<ChannelName>& cycle);

/// "h3 to h9: s1.p2.vc0, s4.p3.vc1": by the ends that send.
std::string path_text(const Netlist& netlist, const WitnessPath& path);

}  // namespace routing
}  // namespace netloom
