#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/visible.h"
#include "routing/davc/settings.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What DAVC compares of every link of a network, as its registers will hold it.
class DavcLabels {
 public:
  DavcLabels(const Netlist& netlist, const DavcSettings& settings) : rule_(settings.rule) {
    ends_.reserve(netlist.links.size());
    for (const Link& link : netlist.links) {
      const bool from_host = link.from.type == Endpoint::Type::kHost;
      const bool to_host = link.to.type == Endpoint::Type::kHost;
      ends_.push_back(
          {from_host
               ? 0
               : settings.ids.ports[link.from.index][static_cast<std::size_t>(link.from.port)],
           to_host ? 0 : settings.ids.nodes[link.to.index]});
    }
  }

  /// VC of a packet on link `to`, when it comes from VC `vc` of link `from`, which leads to the
  /// switch that `to` leaves.
  int next_vc(int from, int vc, int to) const {
    const Ends& in = ends_[static_cast<std::size_t>(from)];
    const Ends& out = ends_[static_cast<std::size_t>(to)];
    return rule_.next_vc(vc, in.port, out.port, in.node, out.node);
  }

  /// The label of a channel.
  DavcLabel label(int link, int vc) const {
    const Ends& ends = ends_[static_cast<std::size_t>(link)];
    return {vc, ends.port, ends.node};
  }

 private:
  struct Ends {
    std::uint32_t port;  ///< id of the sender's port; 0 of a host
    std::uint32_t node;  ///< id of the switch behind; 0 of a host
  };

  DavcRule rule_;
  std::vector<Ends> ends_;
};

}  // namespace routing
}  // namespace netloom
