#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/structural/pin_switch.h"
#include "hw/switch/base/switch_model.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// A switch with pins, as what a network connects and asks. Its clock runs it.
class PinModel : public SwitchModel {
 public:
  void run(Cycle /*from*/, Cycle /*to*/) override {}
  Cycle failed_in() const override { return 0; }
  void prefetch(int /*step*/, Cycle /*from*/, Cycle /*to*/) const override {}

  void disconnect() override { pins().disconnect(); }

  const std::string& name() const override { return parameters().plan.name; }
  CoreDescription core() const override;

  void connect(int port, SwitchModel& receiver, int input_port, int latency,
               const LinkMail& mail) override;
  void connect_output(int port, const MailRoute& receiver, int input_port, int latency) override;
  void connect_input(int port, const MailRoute& sender, int output_port, int latency) override;
  void attach(int port, InjectionSide& injection, int latency) override;
  void attach(int port, EjectionSide& ejection, int latency) override;
  void receive(const Flit& flit, int channel) override;
  void receive_credit(int channel, std::uint32_t phits, Cycle cycle) override;
  void credit_from_host(int port, int vc, std::uint32_t phits, Cycle cycle) override {
    receive_credit(parameters().channel(port, vc), phits, cycle);
  }
  void wake_host(int port, Cycle cycle) override;
  void acknowledge_host(int port, NodeId destination, Cycle cycle) override;

  SwitchCounters counters() const override { return parameters().counters; }
  void contents(std::uint64_t& packets, std::uint64_t& fingerprint) const override;
  void coming_to_host(int port, std::vector<Arrival>& arrivals) const override;
  int buffered_phits(int port, int vc) const override;
  int credits_in_flight(int port, int vc) const override;
  int injection_credits_in_flight(int port, int vc) const override;
  bool scheduled() const override;

  void observe(const ObservedSwitch& at, SwitchObserver* observer) override;

 protected:
  explicit PinModel(const SwitchPlan& plan) : injection_(plan.ports.size()) {}

  virtual PinSwitch& pins() = 0;
  virtual const PinSwitch& pins() const = 0;
  const SwitchParameters& parameters() const { return pins().parameters(); }

  using UseFlit = std::function<void(const Flit& flit)>;
  /// Of those between the pins: whose head has come in and not gone out.
  virtual void for_each_flit_inside(const UseFlit& use) const = 0;
  /// Phits of the flits in an input buffer whose last phit has not left it.
  virtual int stored_phits(int port, int vc) const = 0;
  /// Phits of the flits whose credits have been taken for an output, and whose head has not come to
  /// its link.
  virtual int crossing_phits(int port, int vc) const = 0;
  /// Whether anything between the pins is still going to happen by itself.
  virtual bool scheduled_inside() const = 0;

 private:
  std::vector<InjectionSide*> injection_;  ///< per port; null: no host injects there
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
