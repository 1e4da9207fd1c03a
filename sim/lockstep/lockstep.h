#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/lockstep/port_event.h"
#include "sim/lockstep/side.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {

/// What the first cycle has that is not the same.
struct LockstepDifference {
  /// The first event that one side has and the other has not, in the order of ports; none: it has
  /// no more.
  std::optional<PortEvent> first, second;

  Cycle cycle() const;
  SwitchId switch_id() const;
};

struct LockstepResult {
  std::uint64_t cycles = 0;  ///< in which anything happened
  std::uint64_t events = 0;  ///< that both sides have
  std::uint64_t grants = 0;
  std::optional<LockstepDifference> difference;
  Json first_point, second_point;  ///< what the runs came to; null with a difference
};

/// Runs one point of both, each in a process of its own, and compares every event at every port,
/// cycle by cycle, up to the first difference. `told`, if there is one, is told twice a second
/// which share of its cycles the second side has simulated.
LockstepResult run_lockstep(const LockstepSide& first, const LockstepSide& second,
                            const PointRequest& request,
                            const std::function<void(double share)>& told = {});

/// simulate_point() in a process of its own.
Json simulate_apart(const LockstepSide& side, const PointRequest& request);

/// How a switch stands before the allocation of a cycle: its heads and its outputs.
std::string switch_state(const LockstepSide& side, const PointRequest& request, SwitchId switch_id,
                         Cycle cycle);

}  // namespace sim
}  // namespace netloom
