#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What identifiers a VC transition of DAVC (Dynamic Assignment of Virtual Channels) depends on.
/// Source: [DAVC 2018], section 5, Algorithms 1 to 3.
enum class DavcFunction : std::uint8_t {
  kNode,      ///< "n": F_N, node ids
  kPort,      ///< "p": F_P, port ids
  kNodePort,  ///< "np": F_NP, port ids, and node ids where they are equal
};

/// "n", "p", "np", in the order of DavcFunction.
const std::vector<std::string>& davc_function_names();
/// Error: none of them.
DavcFunction parse_davc_function(const std::string& name);

/// A channel as DAVC orders them. Packets only go from a channel to one with a higher label, so
/// that no waiting goes in circles.
/// Source: [DAVC 2018], Definition 4.3 and Theorems 4.4 and 4.5.
struct DavcLabel {
  int vc = 0;
  std::uint32_t port = 0;  ///< id of the port by which the channel leaves its tail
  std::uint32_t node = 0;  ///< id of its head
};

/// The whole decision of DAVC hardware, from identifiers alone: no topology, no destination.
class DavcRule {
 public:
  explicit DavcRule(DavcFunction function) : function_(function) {}

  DavcFunction function() const { return function_; }

  /// VC of the next hop of a packet that is on VC `vc` in switch `node`: `inbound_port` is the id
  /// of the port by which its sender sent it (not of the port where it came in), `outbound_port`
  /// that of the port by which it leaves, `next_node` that of the switch behind. Any vc >= 0.
  int next_vc(int vc, std::uint32_t inbound_port, std::uint32_t outbound_port, std::uint32_t node,
              std::uint32_t next_node) const {
    return vc + (rises(inbound_port, outbound_port, node, next_node) ? 1 : 0);
  }

  /// Whether `a` comes before `b` in the strict order of the function: by VC, then by what it
  /// compares. Source: [DAVC 2018], section 4.1, the relation <_n.
  bool less(const DavcLabel& a, const DavcLabel& b) const {
    switch (function_) {
      case DavcFunction::kNode:
        return std::tie(a.vc, a.node) < std::tie(b.vc, b.node);
      case DavcFunction::kPort:
        return std::tie(a.vc, a.port) < std::tie(b.vc, b.port);
      case DavcFunction::kNodePort:
        break;
    }
    return std::tie(a.vc, a.port, a.node) < std::tie(b.vc, b.port, b.node);
  }

 private:
  bool rises(std::uint32_t inbound_port, std::uint32_t outbound_port, std::uint32_t node,
             std::uint32_t next_node) const {
    switch (function_) {
      case DavcFunction::kNode:
        return next_node <= node;
      case DavcFunction::kPort:
        return outbound_port <= inbound_port;
      case DavcFunction::kNodePort:
        break;
    }
    return outbound_port < inbound_port || (outbound_port == inbound_port && next_node <= node);
  }

  DavcFunction function_;
};

}  // namespace routing
}  // namespace netloom
