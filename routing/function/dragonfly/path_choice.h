#pragma once

#include <cstdint>
#include <string>

#include "routing/base/types.h"
#include "routing/decision/congestion_view.h"
#include "routing/function/dragonfly/dragonfly_ways.h"
#include "routing/function/dragonfly/valiant_rules.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace routing {

/// Decides between the minimal and the Valiant path of a packet, at one switch.
class PathChoice {
 public:
  virtual ~PathChoice() = default;

  /// Path A of a packet's Valiant path, if there are ValiantRules::path_a_choices.
  virtual PathA path_a(const DragonflyWays& /*ways*/, const DragonflyGoal& /*destination*/,
                       const CongestionView& /*view*/) {
    return PathA::kLgl;
  }
  /// Whether the packet goes minimally. The goals differ from where it is.
  virtual bool minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
                       const DragonflyGoal& intermediate, const CongestionView& view) const = 0;
  /// path_a() for an explanation: nothing is counted or compared.
  virtual PathA explained_path_a(const DragonflyWays& ways, const DragonflyGoal& destination,
                                 const CongestionView& view) {
    return path_a(ways, destination, view);
  }
  /// Says what minimal() compares.
  virtual std::string explain(const DragonflyWays& /*ways*/, const DragonflyGoal& /*destination*/,
                              const DragonflyGoal& /*intermediate*/,
                              const CongestionView& /*view*/) const {
    return {};
  }
  /// See SwitchRouter.
  virtual void publish(const DragonflyWays& /*ways*/, const CongestionView& /*view*/,
                       std::uint32_t* /*words*/) const {}
  virtual void registers_written(const RegisterFile& /*file*/) {}

  /// Whether it counts_injections(), by the group to which packets go (their own: not told).
  virtual bool counts_injections() const { return false; }
  /// See InjectionCounter.
  virtual void stored(int /*group*/, Cycle /*now*/) {}
  virtual void injected(int /*group*/, Cycle /*now*/, Cycle /*waited*/) {}
  virtual std::uint32_t counter(const std::string& /*name*/, int /*index*/, Cycle /*now*/) {
    return 0;
  }
};

}  // namespace routing
}  // namespace netloom
