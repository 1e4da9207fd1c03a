#include "hw/structural/pin_model.h"

#include "hw/structural/part/host_end.h"

namespace netloom {
inline namespace hw {
namespace structural {

CoreDescription PinModel::core() const {
  return {kAllFeatures, true, parameters().channels()};
}

void PinModel::connect(int port, SwitchModel& receiver, int input_port, int latency,
                       const LinkMail& mail) {
  connect_output(port, {&receiver, mail.there}, input_port, latency);
  receiver.connect_input(input_port, {this, mail.back}, port, latency);
}

void PinModel::connect_output(int port, const MailRoute& receiver, int input_port, int latency) {
  pins().connect_output(
      port, {receiver.to, parameters().channel(input_port, 0), static_cast<Cycle>(latency)});
}

void PinModel::connect_input(int port, const MailRoute& sender, int output_port, int latency) {
  pins().connect_input(
      port, {sender.to, parameters().channel(output_port, 0), static_cast<Cycle>(latency)});
}

void PinModel::attach(int port, InjectionSide& injection, int latency) {
  pins().attach(port, injection, latency);
  injection_[static_cast<std::size_t>(port)] = &injection;
}

void PinModel::attach(int port, EjectionSide& ejection, int latency) {
  pins().attach(port, ejection, latency);
}

void PinModel::receive(const Flit& flit, int channel) {
  pins().input_end(parameters().port(channel))->add(flit, parameters().vc(channel));
}

void PinModel::receive_credit(int channel, std::uint32_t phits, Cycle cycle) {
  const Credit credit{parameters().vc(channel), static_cast<int>(phits)};
  pins().output_end(parameters().port(channel))->credits().add(credit, cycle);
}

void PinModel::wake_host(int port, Cycle cycle) {
  injection_[static_cast<std::size_t>(port)]->wake(cycle);
}

void PinModel::acknowledge_host(int port, NodeId destination, Cycle cycle) {
  injection_[static_cast<std::size_t>(port)]->acknowledge(destination, cycle);
}

void PinModel::contents(std::uint64_t& packets, std::uint64_t& fingerprint) const {
  packets = 0;
  fingerprint = 0;
  const auto count = [&](const Flit& flit) {
    if (!flit.tail()) return;
    ++packets;
    fingerprint += flit.fingerprint();
  };
  for (int port = 0; port < parameters().ports(); ++port) {
    if (const InputEnd* const end = pins().input_end(port)) {
      end->for_each_flit([&](const Flit& flit, int) { count(flit); });
    }
    if (const auto* const host = dynamic_cast<const EjectionEnd*>(pins().output_end(port))) {
      host->for_each_flit(count);
    }
  }
  for_each_flit_inside(count);
}

void PinModel::coming_to_host(int port, std::vector<Arrival>& arrivals) const {
  if (const auto* const host = dynamic_cast<const EjectionEnd*>(pins().output_end(port))) {
    host->coming(arrivals);
  }
}

int PinModel::buffered_phits(int port, int vc) const {
  int phits = stored_phits(port, vc);
  if (const InputEnd* const end = pins().input_end(port)) {
    end->for_each_flit([&](const Flit& flit, int of) { phits += of == vc ? flit.phits : 0; });
  }
  return phits;
}

int PinModel::credits_in_flight(int port, int vc) const {
  const OutputEnd* const end = pins().output_end(port);
  return crossing_phits(port, vc) + (end == nullptr ? 0 : end->credits().phits(vc));
}

int PinModel::injection_credits_in_flight(int port, int vc) const {
  const auto* const host = dynamic_cast<const InjectionEnd*>(pins().input_end(port));
  return host == nullptr ? 0 : host->credits().phits(vc);
}

bool PinModel::scheduled() const {
  if (parameters().failed.scheduled()) return true;
  for (int port = 0; port < parameters().ports(); ++port) {
    const InputEnd* const in = pins().input_end(port);
    const OutputEnd* const out = pins().output_end(port);
    if (in != nullptr && in->scheduled()) return true;
    if (out != nullptr && out->scheduled()) return true;
  }
  return scheduled_inside();
}

void PinModel::observe(const ObservedSwitch& at, SwitchObserver* observer) {
  pins().observe(at, observer);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
