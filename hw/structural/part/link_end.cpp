#include "hw/structural/part/link_end.h"

#include <fmt/format.h>

namespace netloom {
inline namespace hw {
namespace structural {

InputEnd::InputEnd(sc_core::sc_module_name name, SwitchParameters& of) : Part(name, of) {
  each_cycle(Phase::kDrive, &InputEnd::drive);
  each_cycle(Phase::kEnd, &InputEnd::sample);
}

void InputEnd::drive() {
  begin_cycle();
  flit_o.write(pins());
}

LinkPins InputEnd::pins() {
  LinkPins result;
  if (coming_.empty() || coming_.front().flit.arrival > now()) return result;
  Coming& coming = coming_.front();
  result.flit_valid = true;
  result.flit_vc = coming.vc;
  result.flit_head = coming.shown == 0;
  result.flit_tail = ++coming.shown == coming.flit.phits;
  result.flit_first = coming.flit.head();
  result.flit_last = coming.flit.tail();
  if (result.flit_head) result.flit_data = coming.flit;
  if (result.flit_tail) coming_.pop_front();
  return result;
}

void InputEnd::sample() {
  for (const Credit& credit : credit_i.read().credits) credit_leaves(credit);
}

OutputEnd::OutputEnd(sc_core::sc_module_name name, SwitchParameters& of) : Part(name, of) {
  each_cycle(Phase::kDrive, &OutputEnd::drive);
  each_cycle(Phase::kEnd, &OutputEnd::sample);
}

void OutputEnd::drive() {
  begin_cycle();
  CreditPins pins;
  credits_.take(now(), [&](const Credit& credit) { pins.credits.push_back(credit); });
  credit_o.write(pins);
}

void OutputEnd::sample() {
  const LinkPins& pins = flit_i.read();
  if (const char* const wrong = watch_.see(pins)) {
    switch_.fail(fmt::format("{} at {}.flit_i, VC {}", wrong, basename(), pins.flit_vc));
  }
  if (!pins.flit_valid) return;
  if (pins.flit_head) flit_leaves(pins.flit_data, pins.flit_vc);
  if (pins.flit_tail) tail_leaves();
}

void InputBridge::credit_leaves(const Credit& credit) {
  sender_.model->receive_credit(sender_.first_channel + credit.vc,
                                static_cast<std::uint32_t>(credit.phits), now() + sender_.latency);
}

void OutputBridge::flit_leaves(const Flit& flit, int vc) {
  Flit sent = flit;
  sent.arrival = static_cast<std::uint32_t>(now() + receiver_.latency);
  receiver_.model->receive(sent, receiver_.first_channel + vc);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
