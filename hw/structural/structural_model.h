#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/structural/base/clock.h"
#include "hw/structural/structural_switch.h"
#include "hw/switch/base/switch_model.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// The structural view of a switch, as what a network connects and asks. Its clock runs it.
class StructuralModel final : public SwitchModel {
 public:
  /// Error: the plan has links that fail while the network runs.
  StructuralModel(const SwitchPlan& plan, Clock& clock);

  void run(Cycle /*from*/, Cycle /*to*/) override {}
  Cycle failed_in() const override { return 0; }
  void registers_written() override { switch_.registers_written(); }
  void prefetch_object() const override {}
  void prefetch_channels(Cycle /*from*/, Cycle /*to*/) const override {}
  void prefetch_flits(Cycle /*from*/, Cycle /*to*/) const override {}

  void disconnect() override { switch_.disconnect(); }

  const std::string& name() const override { return parameters().plan.name; }
  CoreDescription core() const override;

  void connect(int port, SwitchModel& receiver, int input_port, int latency,
               const LinkMail& mail) override;
  void connect_output(int port, const MailRoute& receiver, int input_port, int latency) override;
  void connect_input(int port, const MailRoute& sender, int output_port, int latency) override;
  void attach(int port, InjectionSide& injection, int latency) override {
    switch_.attach(port, injection, latency);
    injection_[static_cast<std::size_t>(port)] = &injection;
  }
  void attach(int port, EjectionSide& ejection, int latency) override {
    switch_.attach(port, ejection, latency);
  }
  void receive(const Flit& flit, int channel) override;
  void receive_credit(int channel, std::uint32_t phits, Cycle cycle) override;
  void wake_host(int port, Cycle cycle) override;
  void acknowledge_host(int port, NodeId destination, Cycle cycle) override;

  SwitchCounters counters() const override { return parameters().counters; }
  void contents(std::uint64_t& packets, std::uint64_t& fingerprint) const override;
  std::uint64_t channel_sent(int port, int vc) const override;
  std::uint64_t channel_occupancy(int port, int vc) const override;
  std::vector<WaitEdge> waits() const override;
  std::vector<WaitEdge> blocked() const override;
  bool scheduled() const override;
  int buffered_phits(int port, int vc) const override;
  int credits(int port, int vc) const override;
  int credits_in_flight(int port, int vc) const override;
  int injection_credits_in_flight(int port, int vc) const override;
  int input_arbiter_pointer(int port) const override;
  int output_arbiter_pointer(int port) const override;
  int cyclic_port() const override { return switch_.allocator().cyclic_port(); }

  void observe(const ObservedSwitch& at, SwitchObserver* observer) override;
  HeadStatus head_status(int input, Cycle now) const override;
  OutputStatus output_status(int output, Cycle now) const override;

  const StructuralSwitch& modules() const { return switch_; }

 private:
  const SwitchParameters& parameters() const { return switch_.parameters(); }
  template <class Use>
  void for_each_flit_inside(Use use) const;
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
  std::vector<InjectionSide*> injection_;  ///< per port; null: no host injects there
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
