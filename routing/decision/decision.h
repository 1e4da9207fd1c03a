#pragma once

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

class RegisterFile;

/// A decision of a switch that a C++ model makes, or a Verilated block in its place or beside it.
/// Each sort of decision is an interface of its own, which model and block share: PortMatcher,
/// VcDecision, RouteDecision, PortSelector, SwitchArbiters, TrafficCounters.
class Decision {
 public:
  virtual ~Decision() = default;

  /// Takes over the register values. Decisions without registers ignore it.
  virtual void registers_written(const RegisterFile& /*file*/) {}
};

}  // namespace routing
}  // namespace netloom
