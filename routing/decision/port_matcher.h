#pragma once

#include <cstdint>

#include "routing/base/visible.h"
#include "routing/decision/decision.h"
#include "routing/decision/routing_function.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The decision "which output ports may this destination take", made by all ports at once from
/// their registers: the interface that the C++ model and the Verilated block of a port matcher
/// share.
class PortMatcher : public Decision {
 public:
  /// Sets bit p of `ports` (as many bits as the switch has ports, rounded up to 64; given zero) for
  /// every port p that allows the destination: the allowed-ports register (AR).
  virtual void match(const RouteQuery& query, std::uint64_t* ports) = 0;

  /// Says which registers and digits allow or exclude which port, see SwitchRouter::explain.
  virtual void explain(const RouteQuery& /*query*/, const RegisterFile& /*registers*/,
                       Explanation& /*explanation*/) const {}
};

}  // namespace routing
}  // namespace netloom
