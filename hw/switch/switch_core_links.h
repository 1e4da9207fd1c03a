#pragma once

#include <fmt/format.h>

#include "hw/switch/switch_core.h"

namespace netloom {
inline namespace hw {

// How a switch is connected.

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::connect(int port, SwitchModel& receiver, int input_port,
                                           int latency, const LinkMail& mail) {
  if (mail.always || !same_core(receiver.identity(), identity())) {
    connect_output(port, {&receiver, mail.there}, input_port, latency);
    receiver.connect_input(input_port, {this, mail.back}, port, latency);
    return;
  }
  auto& link = core_.outputs.link(port);
  TheCore& other = static_cast<SwitchCore&>(receiver).core_;
  const bool by_outbox = core_.fetching == Fetching::kEverything && &other != &core_;
  link.reach(other.calendar, channel(input_port, 0), latency, by_outbox);
  for (int vc = 0; vc < core_.output_vcs(port); ++vc) {
    core_.outputs.send_into(channel(port, vc), other.inputs[channel(input_port, vc)]);
  }
  auto& credits = other.inputs.link(input_port);
  credits.reach(core_.calendar, channel(port, 0), latency, by_outbox);
  credits.kind = EventKind::kCredit;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::connect_output(int port, const MailRoute& receiver,
                                                  int input_port, int latency) {
  core_.outputs.link(port).reach(keep_output_route(port, receiver), channel(input_port, 0),
                                 latency);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::connect_input(int port, const MailRoute& sender, int output_port,
                                                 int latency) {
  core_.inputs.expect_mail(arena_, core_.numbers);
  auto& credits = core_.inputs.link(port);
  credits.reach(keep_input_route(port, sender), channel(output_port, 0), latency);
  credits.kind = EventKind::kCredit;
}

template <int kBits, Features kFeatures>
const MailRoute& SwitchCore<kBits, kFeatures>::keep_route(int place, const MailRoute& route) {
  if (routes_ == nullptr) {
    routes_ = arena_.array<MailRoute>(2 * static_cast<std::size_t>(core_.numbers.ports()));
  }
  return routes_[place] = route;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::receive(const Flit& flit, int input) {
  if (!core_.inputs.receive(input, flit) && core_.checking()) {
    core_.fail("buffer overrun at " + core_.channel_name(input), flit.arrival);
  }
  core_.calendar.post_arrival(flit.arrival, input);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::receive_credit(int output, std::uint32_t phits, Cycle cycle) {
  if (core_.one_size()) {
    core_.calendar.post_credit(cycle, output);
  } else {
    core_.calendar.post(cycle, Event(EventKind::kCredit, output, phits));
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::credit_from_host(int port, int vc, std::uint32_t phits,
                                                    Cycle cycle) {
  // Of several flits, perhaps, and of several packets in one cycle.
  core_.calendar.post(cycle, Event(EventKind::kCredit, channel(port, vc), phits));
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::attach(int port, InjectionSide& injection, int latency) {
  core_.hosts.attach(port, injection, latency);
  core_.allocator.injects(core_.numbers, port);
  auto& credits = core_.inputs.link(port);
  credits.reach(core_.calendar, channel(port, 0), latency, false);
  credits.kind = EventKind::kInjectCredit;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::attach(int port, EjectionSide& ejection, int latency) {
  core_.hosts.attach(port, ejection);
  auto& link = core_.outputs.link(port);
  link.reach(core_.calendar, channel(port, 0), latency, false);
  link.host = true;
  link.endless = core_.shapes[static_cast<std::size_t>(port)].credits == 0;
  // Flits that can be on their way at once: one per link time, and those still in the crossbar.
  const int flits = latency + static_cast<int>(core_.crossbar.delay()) + 3;
  for (int vc = 0; vc < core_.output_vcs(port); ++vc) {
    core_.outputs.send_to_host(arena_, channel(port, vc), flits);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::acknowledge_host(int port, NodeId destination, Cycle cycle) {
  core_.hosts.injection(port).acknowledge(destination, cycle);
  core_.calendar.post(cycle, Event(EventKind::kAcknowledge, core_.numbers.first(port)));
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::registers_written() {
  if (!core_.misrouting.any_held_back()) return;
  core_.wakeup.wake(core_.misrouting.let_go());
  core_.calendar.activate(core_.quantum_end);
}

}  // namespace hw
}  // namespace netloom
