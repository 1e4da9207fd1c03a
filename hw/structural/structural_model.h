#pragma once

#include <cstdint>
#include <vector>

#include "hw/structural/base/clock.h"
#include "hw/structural/pin_model.h"
#include "hw/structural/structural_switch.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The structural view of a switch.
class StructuralModel : public PinModel {
 public:
  /// Error: the plan has links that fail while the network runs.
  StructuralModel(const SwitchPlan& plan, Clock& clock);

  void registers_written() override { switch_.registers_written(); }

  std::uint64_t channel_sent(int port, int vc) const override;
  std::uint64_t channel_occupancy(int port, int vc) const override;
  std::vector<WaitEdge> waits() const override;
  std::vector<WaitEdge> blocked() const override;
  int credits(int port, int vc) const override;
  int input_arbiter_pointer(int port) const override;
  int output_arbiter_pointer(int port) const override;
  int cyclic_port() const override { return switch_.allocator().cyclic_port(); }

  HeadStatus head_status(int input, Cycle now) const override;
  OutputStatus output_status(int output, Cycle now) const override;

  const StructuralSwitch& modules() const { return switch_; }

 private:
  PinSwitch& pins() override { return switch_; }
  const PinSwitch& pins() const override { return switch_; }
  void for_each_flit_inside(const UseFlit& use) const override;
  int stored_phits(int port, int vc) const override;
  int crossing_phits(int port, int vc) const override;
  bool scheduled_inside() const override;
  /// How inputs and outputs stand for the allocator in cycle `now`, which has not looked yet.
  OutputChoice choice(Cycle now) const;
  /// The same in the cycle that comes, as if no output stalled: that ends by itself. `at_end`: what
  /// has crossed in the last cycle is as if it still did.
  OutputChoice choice_without_stalls(bool at_end) const;
  void set_channels(OutputChoice& choice, bool at_end) const;
  OutputStatus status_of(int output, const OutputState& state) const;
  /// Whether the router decides on the head of an input channel again in each cycle.
  bool may_change(int input) const {
    const SourceDecision* const decision = switch_.source_decision();
    return decision != nullptr && decision->may_change(input);
  }
  /// Whether a flit in an output buffer has its credits: it starts when the link does not stall.
  bool may_start(int port) const;
  /// Whether only the flit at the front of the channel behind `output` can change that a head is
  /// kept from it by `obstacle`.
  bool waits_behind(int output, Obstacle obstacle) const;

  StructuralSwitch switch_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
