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
  /// For so many cycles `next` is looked for.
  static constexpr Cycle kLookAhead = 1000;

  /// The first event, in the order of ports, that one side has and the other has not.
  PortEvent event;
  bool of_first = true;           ///< the first side has it, else the second
  std::optional<PortEvent> next;  ///< of the other: its next one there, from the same cycle on

  Cycle cycle() const { return event.cycle; }
  SwitchId switch_id() const { return event.switch_id; }
};

struct LockstepResult {
  std::uint64_t cycles = 0;  ///< in which anything happened
  std::uint64_t events = 0;  ///< that both sides have
  std::uint64_t grants = 0;
  std::optional<LockstepDifference> difference;
  /// What the runs came to; with a difference null, or what the run came to that had ended by then.
  Json first_point, second_point;
};

/// Runs one point of both, each in a process of its own, and compares every event at every port,
/// cycle by cycle, up to the first difference. It is found when the side that lacks the event has
/// passed its cycle, whether anything happens there or not. `told`, if there is one, is told twice
/// a second which share of its cycles the second side has simulated.
LockstepResult run_lockstep(const LockstepSide& first, const LockstepSide& second,
                            const PointRequest& request,
                            const std::function<void(double share)>& told = {});

/// simulate_point() in a process of its own.
Json simulate_apart(const LockstepSide& side, const PointRequest& request);

/// How a switch stands before the allocation of a cycle: its heads and its outputs. The run ends
/// there.
std::string switch_state(const LockstepSide& side, const PointRequest& request, SwitchId switch_id,
                         Cycle cycle);

}  // namespace sim
}  // namespace netloom
