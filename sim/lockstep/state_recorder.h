#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hw/switch/base/switch_observer.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// Notes how one switch stands before the allocation of one cycle: the flits at the fronts and what
/// keeps them, and the outputs. A view that passes over the cycle stands as its last one has left
/// it.
class StateRecorder final : public SwitchObserver {
 public:
  /// The configuration outlives it. `passed` is called, again and again, once all switches have
  /// passed the cycle.
  StateRecorder(
      const Config& config, SwitchId switch_id, Cycle cycle, std::function<void()> passed = [] {});

  void at_front(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void granted(const ObservedSwitch& at, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override;
  void lost(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void allocating(const ObservedSwitch& at, Cycle now) override;
  void cycle_done(const ObservedSwitch& at, Cycle now) override;

  /// A line for each; where the run ends before the cycle, of its end.
  std::string text() const { return text_; }

 private:
  bool is_it(const ObservedSwitch& at) const { return at.id == switch_id_; }
  std::string& front(int input) { return fronts_[static_cast<std::size_t>(input)]; }
  void note(const ObservedSwitch& at);

  const Config& config_;
  SwitchId switch_id_;
  Cycle cycle_;
  std::function<void()> passed_;
  int vc_shift_;
  std::vector<std::string> fronts_;  ///< per channel: the flit there; empty: none
  bool untouched_ = true;            ///< no flit has come
  std::string text_;
};

}  // namespace sim
}  // namespace netloom
