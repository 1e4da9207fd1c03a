#pragma once

#include <cstdint>
#include <vector>

#include "hw/structural/pin_model.h"
#include "routing/base/visible.h"
#include "rtl/view/rtl_switch.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// The RTL view of a switch.
class RtlModel final : public structural::PinModel {
 public:
  RtlModel(const SwitchPlan& plan, structural::Clock& clock, const SharedBlock& object,
           const SwitchKind& kind, const SwitchStraps& straps);

  void registers_written() override { switch_.registers_written(); }

  std::uint64_t channel_sent(int port, int vc) const override;
  std::uint64_t channel_occupancy(int port, int vc) const override;
  std::vector<WaitEdge> waits() const override;
  std::vector<WaitEdge> blocked() const override;
  int credits(int port, int vc) const override;
  int input_arbiter_pointer(int port) const override;
  int output_arbiter_pointer(int port) const override;
  int cyclic_port() const override;

  HeadStatus head_status(int input, Cycle now) const override;
  OutputStatus output_status(int output, Cycle now) const override;

 private:
  structural::PinSwitch& pins() override { return switch_; }
  const structural::PinSwitch& pins() const override { return switch_; }
  void for_each_flit_inside(const UseFlit& use) const override;
  int stored_phits(int port, int vc) const override;
  int crossing_phits(int port, int vc) const override;
  bool scheduled_inside() const override;

  Cycle cycle() const { return parameters().clock->cycle(); }
  bool leads_to_host(int output) const;
  bool link_busy(int port) const { return switch_.link_free_from(port) > cycle(); }
  /// Whether the link behind the output buffers can start a flit.
  /// The outputs that the routed flit at the front of an input channel may take, and what keeps it
  /// from each.
  std::vector<OutputStatus> candidates(int input, const Flit& flit, Cycle now) const;
  /// What does, but for the misrouting trigger.
  Obstacle obstacle(int input, const Flit& flit, int output, Cycle now) const;
  /// Whether only the flit at the front of the channel behind an output can change what keeps a
  /// head from it.
  bool waits_behind(int output, Obstacle obstacle) const;
  int register_value(const char* name, int index) const;

  RtlSwitch switch_;
};

}  // namespace rtl
}  // namespace netloom
