#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "routing/base/bits.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/decision.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Where a head may go on.
struct Routed {
  /// Bit p: by output port p.
  std::array<std::uint64_t, kMaxPorts / 64> ports = {};
  /// Bit v: on VC v of each of these ports.
  std::uint64_t vcs = 0;
  /// Those of `vcs` by which it comes into a ring of channels, see SwitchRouter::entering.
  std::uint64_t entering = 0;

  void add_port(int port) {
    ports[static_cast<std::size_t>(port) / 64] |= std::uint64_t{1} << port % 64;
  }
  /// Calls use(port) for each port.
  template <class Use>
  void for_each_port(const Use& use) const {
    for_each_bit(ports.data(), ports.size(), use);
  }

  friend bool operator==(const Routed& a, const Routed& b) {
    return a.ports == b.ports && a.vcs == b.vcs && a.entering == b.entering;
  }
};

/// The decision "which output ports may this head take, and which virtual channels there", made at
/// once: the interface that the C++ model and the Verilated block of a whole routing unit share.
class RouteDecision : public Decision {
 public:
  virtual Routed route(const RouteQuery& head) = 0;

  /// Of a model: the virtual channels that an output port of the switch has, bit v for VC v; none
  /// where no link leaves. An answer offers a port those of its VCs that the port has.
  virtual std::uint64_t vcs_of(int /*port*/) const { return 0; }
};

}  // namespace routing
}  // namespace netloom
