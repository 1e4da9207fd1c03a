#pragma once

#include <cstdint>
#include <string>

#include "routing/base/visible.h"
#include "routing/decision/decision.h"
#include "routing/decision/routing_function.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A hop that a head may take, if there is a virtual channel for it.
struct VcHop {
  /// Output ports that are alike may be asked for once, by any of them.
  int output_port = 0;
  /// A hop off the minimal path inside a group, for routing functions that treat it apart.
  bool misrouted = false;
};

/// The decision which virtual channels a head may take on an output port, in routing functions
/// whose VCs follow from the packet's way and not from a VC policy: the interface that the C++
/// model and the Verilated block of such a rule share.
class VcDecision : public Decision {
 public:
  /// Bit v: the head may take VC v. None: the hop is not allowed.
  virtual std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) = 0;

  /// Of a model: the virtual channels that an answer may name for a hop by this port. By default
  /// all: no answer can name one that does not exist, or who asks leaves it out.
  virtual std::uint64_t vcs_of(int /*port*/) const { return ~std::uint64_t{0}; }

  /// Says why, see SwitchRouter::explain.
  virtual std::string explain(const RouteQuery& /*head*/, const VcHop& /*hop*/,
                              const RegisterFile& /*registers*/) const {
    return {};
  }
};

}  // namespace routing
}  // namespace netloom
