#include "hw/structural/part/fifo_input_port.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/structural/base/hop.h"

namespace netloom {
inline namespace hw {
namespace structural {

const PartRegistry<InputPort>::Registration kFifo(
    "fifo", PartEntry<InputPort>::of<FifoInputPort>("a FIFO for each VC"));

FifoInputPort::FifoInputPort(sc_core::sc_module_name name, SwitchParameters& of, int port)
    : InputPort(name, of), port_(port) {
  FifoInputPort::reset();
  each_cycle(Phase::kArrive, &FifoInputPort::arrive);
  each_cycle(Phase::kCross, &FifoInputPort::cross);
}

void FifoInputPort::reset() {
  vcs_.assign(static_cast<std::size_t>(switch_.vcs()), {});
  watch_ = {};
}

std::vector<FifoInputPort::HeldFlit> FifoInputPort::flits(int vc) const {
  std::vector<HeldFlit> result;
  for (const Stored& stored : queue(vc)) result.push_back({&stored.flit, stored.leaves});
  return result;
}

void FifoInputPort::arrive() {
  const LinkPins& pins = flit_i.read();
  if (const char* const wrong = watch_.see(pins)) {
    switch_.fail(
        fmt::format("{} at {}", wrong, switch_.channel_name(switch_.channel(port_, pins.flit_vc))));
  }
  if (pins.flit_valid) store(pins);
  for (int vc = 0; vc < switch_.vcs(); ++vc) show_head(vc);
}

void FifoInputPort::store(const LinkPins& pins) {
  if (!pins.flit_head) {
    ++queue(pins.flit_vc).back().arrived;
    return;
  }
  const int input = switch_.channel(port_, pins.flit_vc);
  queue(pins.flit_vc).push_back({pins.flit_data, 1});
  if (phits_in(pins.flit_vc) > switch_.shape(port_).input_buffer) {
    switch_.fail("buffer overrun at " + switch_.channel_name(input));
  }
  switch_.observe([&](SwitchObserver& observer) {
    observer.arrived(switch_.observed, input, pins.flit_data, now());
  });
}

void FifoInputPort::cross() {
  CreditPins credits;
  for (int vc = 0; vc < switch_.vcs(); ++vc) {
    if (grant_i[vc].read().valid) begin_to_leave(vc, queue(vc).front(), grant_i[vc].read());
    Crossing crossing;
    if (!queue(vc).empty() && queue(vc).front().leaves) {
      Stored& stored = queue(vc).front();
      crossing = advance(stored);
      if (!crossing.stays) {
        credits.credits.push_back({vc, stored.flit.phits});
        release(vc, stored.flit);
        queue(vc).pop_front();
      }
    }
    crossing_o[vc].write(crossing);
    show_head(vc);
  }
  credit_o.write(credits);
}

void FifoInputPort::begin_to_leave(int vc, Stored& stored, const Grant& grant) {
  stored.leaves = true;
  if (grant.drops) {
    begin_to_drop(vc, stored);
  } else {
    begin_to_cross(vc, stored, grant.output);
  }
}

void FifoInputPort::begin_to_drop(int vc, const Stored& stored) {
  const Flit& flit = stored.flit;
  drop(switch_, flit, switch_.channel(port_, vc), now());
  note_occupancy(vc, flit, now() + flit.phits - 1);
}

void FifoInputPort::begin_to_cross(int vc, Stored& stored, int output) {
  stored.output = output;
  const int input = switch_.channel(port_, vc);
  Flit& flit = stored.flit;
  const Flit& routed = request_i[static_cast<std::size_t>(vc)].read().flit;
  flit.set_state(routed.state());
  if (routed.deviated()) deviate(switch_, flit);
  const Cycle last = last_cycle(switch_, flit, output, now());
  switch_.observe([&](SwitchObserver& observer) {
    observer.granted(switch_.observed, input, output, flit, now(), last);
  });
  pass_switch(switch_, flit, input, output, now());
  note_occupancy(vc, flit, last);
}

void FifoInputPort::note_occupancy(int vc, const Flit& flit, Cycle last) {
  vcs_[static_cast<std::size_t>(vc)].occupancy +=
      static_cast<std::uint64_t>(flit.phits) * (last + 1 - flit.arrival);
}

void FifoInputPort::release(int vc, const Flit& flit) {
  switch_.observe([&](SwitchObserver& observer) {
    observer.released(switch_.observed, switch_.channel(port_, vc), flit, now());
  });
}

Crossing FifoInputPort::advance(Stored& stored) const {
  Crossing crossing;
  if (stored.output < 0) {
    ++stored.left;
    crossing.stays = stored.left != stored.flit.phits;
    return crossing;
  }
  crossing.output = stored.output;
  crossing.phits = std::min(switch_.speed(stored.output), stored.arrived - stored.left);
  crossing.head = stored.left == 0;
  stored.left += crossing.phits;
  crossing.tail = stored.left == stored.flit.phits;
  crossing.stays = !crossing.tail;
  if (crossing.head) crossing.flit = stored.flit;
  return crossing;
}

void FifoInputPort::show_head(int vc) {
  Head head;
  for (const Stored& stored : queue(vc)) {
    if (stored.leaves) continue;
    head.valid = true;
    head.complete = stored.arrived == stored.flit.phits;
    head.flit = stored.flit;
    break;
  }
  head_o[vc].write(head);
}

int FifoInputPort::phits_in(int vc) const {
  int phits = 0;
  for (const Stored& stored : queue(vc)) phits += stored.flit.phits;
  return phits;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
