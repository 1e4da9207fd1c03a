#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/switch/base/switch_model.h"
#include "hw/switch/core.h"

namespace netloom {
inline namespace hw {

/// A Core as what the network steps, connects and asks. What it has for both, kBits and kFeatures,
/// is the core's.
template <int kBits, Features kFeatures>
class SwitchCore final : public SwitchModel {
 public:
  SwitchCore(const SwitchPlan& plan, Arena& arena) : core_(plan, arena), arena_(arena) {}

  void run(Cycle from, Cycle to) override { core_.run(from, to); }
  Cycle failed_in() const override { return core_.running; }
  void registers_written() override;
  void prefetch(int step, Cycle from, Cycle to) const override;

  void connect(int port, SwitchModel& receiver, int input_port, int latency,
               const LinkMail& mail) override;
  void connect_output(int port, const MailRoute& receiver, int input_port, int latency) override;
  void connect_input(int port, const MailRoute& sender, int output_port, int latency) override;
  void receive(const Flit& flit, int channel) override;
  void receive_credit(int channel, std::uint32_t phits, Cycle cycle) override;
  void credit_from_host(int port, int vc, std::uint32_t phits, Cycle cycle) override;
  void attach(int port, InjectionSide& injection, int latency) override;
  void attach(int port, EjectionSide& ejection, int latency) override;
  void wake_host(int port, Cycle cycle) override {
    core_.hosts.wake(core_, port, cycle, core_.quantum_end);
  }
  void acknowledge_host(int port, NodeId destination, Cycle cycle) override;

  const std::string& name() const override { return core_.name; }
  CoreDescription core() const override { return {kFeatures, core_.checking(), kBits}; }
  CoreIdentity identity() const override { return CoreIdentity::of<SwitchCore>(); }
  SwitchCounters counters() const override;
  void contents(std::uint64_t& packets, std::uint64_t& fingerprint) const override;
  void coming_to_host(int port, std::vector<Arrival>& arrivals) const override;
  std::uint64_t channel_sent(int port, int vc) const override {
    return core_.outputs[channel(port, vc)].sent;
  }
  std::uint64_t channel_occupancy(int port, int vc) const override {
    return core_.inputs[channel(port, vc)].occupancy;
  }
  std::vector<WaitEdge> waits() const override;
  std::vector<WaitEdge> blocked() const override;
  bool scheduled() const override { return core_.calendar.any_active(); }
  int buffered_phits(int port, int vc) const override;
  int credits(int port, int vc) const override {
    const int output = channel(port, vc);
    return core_.outputs[output].credits + reserved_credits(output);
  }
  int credits_in_flight(int port, int vc) const override {
    const int output = channel(port, vc);
    return in_flight(EventKind::kCredit, output) +
           core_.calendar.credits(output) * core_.largest_flit;
  }
  int injection_credits_in_flight(int port, int vc) const override {
    return in_flight(EventKind::kInjectCredit, channel(port, vc));
  }
  int input_arbiter_pointer(int port) const override {
    return core_.allocator.input_pointer(core_.numbers, port);
  }
  int output_arbiter_pointer(int port) const override {
    return core_.allocator.output_pointer(core_.numbers, port);
  }
  int cyclic_port() const override { return core_.selection.cyclic_port(); }

  void observe(const ObservedSwitch& at, SwitchObserver* observer) override;
  HeadStatus head_status(int input, Cycle now) const override;
  OutputStatus output_status(int output, Cycle now) const override;

 private:
  using TheCore = Core<kBits, kFeatures>;
  using Mask = typename TheCore::Mask;

  // Steps of prefetch().
  void prefetch_channels(Cycle from, Cycle to) const;
  void prefetch_flits(Cycle from, Cycle to) const;
  void prefetch_coming(int step, Cycle from, Cycle to) const;

  int channel(int port, int vc) const { return core_.numbers.of(port, vc); }
  /// Keeps the route of what leaves by an output port, or of the credits for what enters by an
  /// input port.
  const MailRoute& keep_output_route(int port, const MailRoute& route) {
    return keep_route(port, route);
  }
  const MailRoute& keep_input_route(int port, const MailRoute& route) {
    return keep_route(core_.numbers.ports() + port, route);
  }
  const MailRoute& keep_route(int place, const MailRoute& route);
  /// Credits that heads which have chosen this output have reserved.
  int reserved_credits(int output) const;
  int in_flight(EventKind kind, int channel) const;
  Obstacle obstacle_of(int input, int output, const Mask& usable, const Mask& stalled) const;
  /// Whether only the flit at the front of the channel behind `output` can change that a head is
  /// kept from it by `obstacle`.
  bool waits_behind(int output, Obstacle obstacle) const;

  TheCore core_;
  Arena& arena_;
  MailRoute* routes_ = nullptr;  ///< of each output port, then of each input port
};

}  // namespace hw
}  // namespace netloom
