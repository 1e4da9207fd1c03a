#pragma once

#include <cstdint>
#include <vector>

#include "hw/switch/base/fault_unit.h"
#include "hw/switch/base/switch_model.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The output links of a switch with pins that fail: which move nothing, and of which the switch
/// knows. docs/live_faults.md, "Cycle by cycle", has the rules; the registers are the fabric
/// manager's.
class FailedLinks {
 public:
  explicit FailedLinks(const SwitchPlan& plan)
      : unit_(plan.faults),
        ends_(plan.output_ends),
        dead_(plan.ports.size(), 0),
        known_(plan.ports.size(), 0) {}

  /// Whether there are such links in the network.
  bool any() const { return unit_ != nullptr; }
  /// What happens in this cycle.
  void step(Cycle now);
  /// Whether anything will.
  bool scheduled() const { return any() && unit_->next() != FaultWork::kNoCycle; }

  /// The link moves nothing any more; … and the switch knows it.
  bool dead(int port) const { return dead_[static_cast<std::size_t>(port)] != 0; }
  bool known(int port) const { return known_[static_cast<std::size_t>(port)] != 0; }
  /// Whether it fails before a flit has arrived whose last phit does so in a cycle.
  bool cuts(int port, Cycle last) const {
    return any() && last >= ends_[static_cast<std::size_t>(port)];
  }
  /// By which a head goes that has no way left; see FaultUnit.
  std::vector<int> emergency_ports(int input_port) const {
    return unit_->emergency_ports(input_port);
  }

 private:
  FaultUnit* unit_;
  std::vector<Cycle> ends_;  ///< per port; see SwitchPlan
  std::vector<std::uint8_t> dead_, known_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
