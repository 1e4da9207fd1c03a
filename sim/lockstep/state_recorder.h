#pragma once

#include <string>

#include "hw/switch/base/switch_observer.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// Notes how one switch stands before the allocation of one cycle: the flits at the fronts and what
/// keeps them, and the outputs.
class StateRecorder final : public SwitchObserver {
 public:
  /// The configuration outlives it.
  StateRecorder(const Config& config, SwitchId switch_id, Cycle cycle);

  void at_front(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) override;
  void allocating(const ObservedSwitch& at, Cycle now) override;

  /// A line for each; what was noted last before the cycle where the view did nothing in it.
  std::string text() const { return text_; }

 private:
  bool is_it(const ObservedSwitch& at) const { return at.id == switch_id_; }

  const Config& config_;
  SwitchId switch_id_;
  Cycle cycle_;
  int vc_shift_;
  std::vector<std::string> fronts_;  ///< per channel: the flit there; empty: none
  std::string text_;
};

}  // namespace sim
}  // namespace netloom
