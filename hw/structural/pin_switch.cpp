#include "hw/structural/pin_switch.h"

#include <fmt/format.h>

namespace netloom {
inline namespace hw {
namespace structural {

PinSwitch::PinSwitch(sc_core::sc_module_name name, const SwitchPlan& plan, Clock& clock)
    : sc_core::sc_module(name),
      parameters_(plan, clock),
      input_links_(plan.ports.size()),
      output_links_(plan.ports.size()),
      flit_in("flit_in", parameters_.ports()),
      credit_out("credit_out", parameters_.ports()),
      flit_out("flit_out", parameters_.ports()),
      credit_in("credit_in", parameters_.ports()),
      input_ends_(plan.ports.size()),
      output_ends_(plan.ports.size()) {}

void PinSwitch::disconnect() {
  while (!output_ends_.empty()) {
    output_ends_.pop_back();
    input_ends_.pop_back();
  }
}

void PinSwitch::attach(int port, InjectionSide& nic, int latency) {
  at(input_links_, port) = HostInput{&nic, latency};
  at(parameters_.from_host, port) = 1;
}

void PinSwitch::attach(int port, EjectionSide& nic, int latency) {
  at(output_links_, port) = HostOutput{&nic, latency};
  at(parameters_.leads_to_host, port) = 1;
}

void PinSwitch::before_end_of_elaboration() {
  for (int port = 0; port < parameters_.ports(); ++port) make_ends(port);
  if (parameters_.failed.any()) {
    parameters_.clock->add_process(
        {{Phase::kDrive, [this] { parameters_.failed.step(parameters_.clock->cycle()); }}});
  }
  parameters_.clock->add_process({{Phase::kEnd, [this] {
                                     parameters_.observe([this](SwitchObserver& observer) {
                                       observer.cycle_done(parameters_.observed,
                                                           parameters_.clock->cycle());
                                     });
                                   }}});
}

void PinSwitch::make_ends(int port) {
  const std::string input_name = fmt::format("input_end_{}", port);
  const std::string output_name = fmt::format("output_end_{}", port);
  auto& in = at(input_ends_, port);
  if (const auto* sender = std::get_if<Neighbour>(&at(input_links_, port))) {
    in = std::make_unique<InputBridge>(input_name.c_str(), parameters_, *sender);
  } else if (const auto* host = std::get_if<HostInput>(&at(input_links_, port))) {
    in = std::make_unique<InjectionEnd>(input_name.c_str(), parameters_, port, *host->nic,
                                        host->latency);
  }
  if (in) {
    in->flit_o(flit_in[static_cast<std::size_t>(port)]);
    in->credit_i(credit_out[static_cast<std::size_t>(port)]);
  }
  auto& out = at(output_ends_, port);
  if (const auto* receiver = std::get_if<Neighbour>(&at(output_links_, port))) {
    out = std::make_unique<OutputBridge>(output_name.c_str(), parameters_, *receiver);
  } else if (const auto* host = std::get_if<HostOutput>(&at(output_links_, port))) {
    out = std::make_unique<EjectionEnd>(output_name.c_str(), parameters_, port, *host->nic,
                                        host->latency);
  }
  if (out) {
    out->flit_i(flit_out[static_cast<std::size_t>(port)]);
    out->credit_o(credit_in[static_cast<std::size_t>(port)]);
  }
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
