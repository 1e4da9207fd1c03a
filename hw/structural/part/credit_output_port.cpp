#include "hw/structural/part/credit_output_port.h"

#include <fmt/format.h>

#include <limits>

namespace netloom {
inline namespace hw {
namespace structural {

const PartRegistry<OutputPort>::Registration kCredit(
    "credit", PartEntry<OutputPort>::of<CreditOutputPort>(
                  "counts credits, with a buffer for each VC if switch.output_buffer says so"));

CreditOutputPort::CreditOutputPort(sc_core::sc_module_name name, SwitchParameters& of, int port)
    : OutputPort(name, of), port_(port), arbiter_(of, ArbiterPlace::kLink, port, 1) {
  CreditOutputPort::reset();
  each_cycle(Phase::kArrive, &CreditOutputPort::take_credits);
  each_cycle(Phase::kLink, &CreditOutputPort::run_link);
  each_cycle(Phase::kCross, &CreditOutputPort::take_grants);
}

void CreditOutputPort::reset() {
  Channel channel;
  channel.credits = switch_.shape(port_).credits;
  channel.space = switch_.shape(port_).output_buffer;
  vcs_.assign(static_cast<std::size_t>(switch_.vcs()), channel);
  arbiter_.reset();
  sending_ = 0;
  freed_ = 0;
}

std::vector<const Flit*> CreditOutputPort::buffered_flits(int vc) const {
  std::vector<const Flit*> result;
  for (const Flit& flit : at(vc).buffer) result.push_back(&flit);
  return result;
}

void CreditOutputPort::take_credits() {
  for (const Credit& credit : credit_i.read().credits) {
    const int output = switch_.channel(port_, credit.vc);
    switch_.observe([&](SwitchObserver& observer) {
      observer.credited(switch_.observed, output, credit.phits, now());
    });
    at(credit.vc).credits += credit.phits;
    if (at(credit.vc).credits > switch_.shape(port_).credits) {
      switch_.fail("too many credits behind " + switch_.channel_name(output));
    }
  }
}

void CreditOutputPort::run_link() {
  LinkPins pins;
  for (int vc = 0; vc < switch_.vcs(); ++vc) {
    const Crossing& crossing = crossing_i[static_cast<std::size_t>(vc)].read();
    if (crossing.phits == 0) continue;
    if (!buffered()) {
      if (pins.flit_valid) {
        switch_.fail(fmt::format("two flits at once on the link of port {}", port_));
      }
      pins = from_crossbar(vc, crossing);
    } else {
      store(vc, crossing);
    }
  }
  if (buffered()) {
    if (freed_ > 0) at(link_vc_).space += freed_;
    freed_ = 0;
    if (sending_ == 0) {
      const int vc = pick();
      if (vc >= 0) start(vc);
    }
    if (sending_ > 0) pins = from_buffer();
  }
  flit_o.write(pins);
  show();
}

void CreditOutputPort::take_grants() {
  for (int vc = 0; vc < switch_.vcs(); ++vc) {
    const Taking& taking = taking_i[static_cast<std::size_t>(vc)].read();
    Channel& channel = at(vc);
    channel.reserved += taking.reserved;
    if (!taking.valid) continue;
    if (taking.has_room) channel.reserved -= taking.phits;
    if (buffered()) {
      channel.space -= taking.phits;
    } else {
      if (!endless()) channel.credits -= taking.phits;
      channel.sent += static_cast<std::uint64_t>(taking.phits);
      channel.crossing += taking.phits;
    }
    if (switch_.config().switching == Switching::kWormhole) channel.owned = !taking.tail;
  }
  show();
}

LinkPins CreditOutputPort::from_crossbar(int vc, const Crossing& crossing) {
  if (crossing.head) {
    on_link_ = crossing.flit;
    at(vc).crossing -= crossing.flit.phits;
    tell_sent(vc);
  }
  return phit(vc, crossing.head, crossing.tail);
}

void CreditOutputPort::store(int vc, const Crossing& crossing) {
  Channel& channel = at(vc);
  const bool in_order = crossing.head == (channel.coming == 0);
  if (in_order && crossing.head) {
    channel.buffer.push_back(crossing.flit);
    channel.coming = crossing.flit.phits;
  }
  channel.coming -= crossing.phits;
  if (!in_order || channel.coming < 0 || crossing.tail != (channel.coming == 0)) {
    switch_.fail("phits come out of the crossbar that are no flit, for " +
                 switch_.channel_name(switch_.channel(port_, vc)));
  }
}

LinkPins CreditOutputPort::from_buffer() {
  const int phits = on_link_.phits;
  const bool head = sending_ == phits;
  if (--sending_ == 0) freed_ = phits;
  if (at(link_vc_).buffer.empty() && at(link_vc_).coming > sending_) {
    switch_.fail("the link sends a phit that has not come out of the crossbar, of " +
                 switch_.channel_name(switch_.channel(port_, link_vc_)));
  }
  return phit(link_vc_, head, sending_ == 0);
}

LinkPins CreditOutputPort::phit(int vc, bool head, bool tail) const {
  LinkPins pins;
  pins.flit_valid = true;
  pins.flit_vc = vc;
  pins.flit_head = head;
  pins.flit_tail = tail;
  pins.flit_first = on_link_.head();
  pins.flit_last = on_link_.tail();
  if (head) pins.flit_data = on_link_;
  return pins;
}

int CreditOutputPort::pick() {
  ChannelList able, control;
  for (int vc = 0; vc < switch_.vcs(); ++vc) {
    const Channel& channel = at(vc);
    if (channel.buffer.empty()) continue;
    const Flit& flit = channel.buffer.front();
    if (!endless() && channel.credits < flit.phits) continue;
    able.push_back(switch_.channel(port_, vc));
    if (flit.control()) control.push_back(able.back());
  }
  if (able.empty() || switch_.stalled(port_, now())) return -1;
  if (switch_.config().control_priority && !control.empty()) able = control;
  const auto front = [this](int output) -> const Flit& {
    return at(switch_.vc(output)).buffer.front();
  };
  const int output =
      arbiter_.pick(able, [&](int a, int b) { return front(a).older_than(front(b)); });
  arbiter_.matched(output);
  return switch_.vc(output);
}

void CreditOutputPort::start(int vc) {
  Channel& channel = at(vc);
  on_link_ = channel.buffer.front();
  link_vc_ = vc;
  sending_ = on_link_.phits;
  channel.buffer.pop_front();
  if (!endless()) channel.credits -= sending_;
  channel.sent += static_cast<std::uint64_t>(sending_);
  ++switch_.counters.link_flits;
  tell_sent(vc);
}

void CreditOutputPort::tell_sent(int vc) const {
  switch_.observe([&](SwitchObserver& observer) {
    observer.sent(switch_.observed, switch_.channel(port_, vc), on_link_, now());
  });
}

void CreditOutputPort::show() {
  const PortShape& shape = switch_.shape(port_);
  for (int vc = 0; vc < switch_.vcs(); ++vc) {
    const Channel& channel = at(vc);
    OutputState state;
    state.buffered = buffered();
    state.owned = channel.owned;
    state.credits = endless() ? std::numeric_limits<int>::max() : channel.credits;
    state.capacity = shape.credits;
    if (!endless()) state.waiting = shape.credits - channel.credits;
    if (buffered()) {
      state.room = channel.space - channel.reserved;
      state.waiting += shape.output_buffer - state.room;
      state.capacity += shape.output_buffer;
    } else if (endless()) {
      state.room = state.credits;
    } else {
      state.room = state.credits - channel.reserved;
      state.credits = state.room;
      state.waiting += channel.reserved;
    }
    state_o[static_cast<std::size_t>(vc)].write(state);
  }
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
