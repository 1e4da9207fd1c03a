#include "rtl/view/rtl_switch.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/structural/base/hop.h"

namespace netloom {
inline namespace rtl {

using structural::Credit;
using structural::CreditPins;
using structural::LinkPins;
using structural::Phase;

namespace {

/// The first flit of an input channel's that does not leave.
template <class Queue>
auto first_waiting(Queue& queue) {
  return std::find_if(queue.begin(), queue.end(), [](const auto& each) { return !each.leaves; });
}

/// Cycles from one look for what is lost to the next.
constexpr Cycle kLook = 64;

/// What a switch does by itself takes as long as one flit after the other is routed and crosses.
Cycle patience_of(const structural::SwitchParameters& of) {
  constexpr Cycle kMargin = 256;
  const SwitchConfig& config = of.config();
  return kMargin + static_cast<Cycle>(config.crossbar_delay) +
         static_cast<Cycle>(of.vcs()) *
             static_cast<Cycle>(config.routing_delay + of.plan.largest_flit);
}

}  // namespace

RtlSwitch::RtlSwitch(sc_core::sc_module_name name, const SwitchPlan& plan, structural::Clock& clock,
                     const SharedBlock& object, const SwitchKind& kind, const SwitchStraps& straps)
    : PinSwitch(name, plan, clock),
      rtl_(parameters_, object, kind, straps),
      patience_(patience_of(parameters_)),
      going_(plan.ports.size()),
      stored_(static_cast<std::size_t>(parameters_.channels())),
      crossing_(static_cast<std::size_t>(parameters_.channels())),
      started_(static_cast<std::size_t>(parameters_.channels())),
      owned_(static_cast<std::size_t>(parameters_.channels())),
      occupancy_(static_cast<std::size_t>(parameters_.channels())),
      sent_(static_cast<std::size_t>(parameters_.channels())),
      input_free_(static_cast<std::size_t>(parameters_.channels())),
      output_free_(static_cast<std::size_t>(parameters_.channels())),
      link_free_(plan.ports.size()),
      busy_at_(plan.ports.size()) {
  require_watch_pins(*object);
  rst_ni(clock.rst_n);
}

void RtlSwitch::before_end_of_elaboration() {
  PinSwitch::before_end_of_elaboration();
  parameters_.clock->add_process({{Phase::kArrive, [this] { step(); }}}, rst_ni,
                                 [this] { reset(); });
}

void RtlSwitch::reset() {
  rtl_.reset();
  going_.assign(going_.size(), {});
  stored_.assign(stored_.size(), {});
  crossing_.assign(crossing_.size(), {});
  owned_.assign(owned_.size(), false);
  input_free_.assign(input_free_.size(), 0);
  output_free_.assign(output_free_.size(), 0);
  link_free_.assign(link_free_.size(), 0);
  moved_ = 0;
  busy_at_.assign(busy_at_.size(), 0);
}

void RtlSwitch::step() {
  rtl_.begin_cycle();
  take_arrivals();
  rtl_.settle();
  rtl_.require_running();
  if (!rtl_.wrong_access().empty()) fail(rtl_.wrong_access());
  for (int port = 0; port < parameters_.ports(); ++port) {
    flit_out[static_cast<std::size_t>(port)].write(leaving(port));
  }
  parameters_.observe([this](SwitchObserver& observer) {
    // As the allocator sees it, with the credits that have come.
    rtl_.look();
    observer.allocating(parameters_.observed, parameters_.clock->cycle());
  });
  started_.assign(started_.size(), 0);
  note_drops();
  note_grants();
  for (int port = 0; port < parameters_.ports(); ++port) {
    credit_out[static_cast<std::size_t>(port)].write(credits_of(port));
  }
  rtl_.clock();
  rtl_.require_running();
  if (!rtl_.broken_rule().empty()) parameters_.fail("RTL, by its monitor: " + rtl_.broken_rule());
  if (parameters_.clock->cycle() % kLook == 0) require_nothing_lost();
}

void RtlSwitch::fail(const std::string& what) {
  rtl_.clock();  // the monitor sees the pins at the end of the cycle
  rtl_.require_running();
  const std::string& rule = rtl_.broken_rule();
  parameters_.fail("RTL: " + what + (rule.empty() ? "" : "\nthe monitor at its pins: " + rule));
}

// ---- What comes.

void RtlSwitch::take_arrivals() {
  for (int port = 0; port < parameters_.ports(); ++port) {
    const LinkPins& pins = flit_in[static_cast<std::size_t>(port)].read();
    rtl_.take(port, pins);
    if (pins.flit_valid) moved_ = parameters_.clock->cycle();
    if (pins.flit_valid && pins.flit_head) {
      note_arrival(parameters_.channel(port, pins.flit_vc), pins.flit_data);
    }
    for (const Credit& credit : credit_in[static_cast<std::size_t>(port)].read().credits) {
      rtl_.take(port, credit);
      moved_ = parameters_.clock->cycle();
      parameters_.observe([&](SwitchObserver& observer) {
        observer.credited(parameters_.observed, parameters_.channel(port, credit.vc), credit.phits,
                          parameters_.clock->cycle());
      });
    }
  }
}

void RtlSwitch::note_arrival(int input, const Flit& flit) {
  at(stored_, input).push_back({flit});
  parameters_.observe([&](SwitchObserver& observer) {
    observer.arrived(parameters_.observed, input, flit, parameters_.clock->cycle());
  });
  if (front(input) == &at(stored_, input).back()) tell_front(input);
}

// ---- What goes.

const RtlSwitch::StoredFlit* RtlSwitch::front(int input) const {
  const std::deque<StoredFlit>& queue = at(stored_, input);
  const auto found = first_waiting(queue);
  return found == queue.end() ? nullptr : &*found;
}

RtlSwitch::StoredFlit& RtlSwitch::leave(int input, int output) {
  std::deque<StoredFlit>& queue = at(stored_, input);
  const auto waiting = first_waiting(queue);
  if (waiting == queue.end()) {
    const std::string to =
        output < 0 ? "a packet is dropped at"
                   : fmt::format("output {} is granted to", parameters_.channel_name(output));
    fail(fmt::format("{} input {}, where no flit waits", to, parameters_.channel_name(input)));
  }
  waiting->leaves = true;
  moved_ = parameters_.clock->cycle();
  return *waiting;
}

void RtlSwitch::note_left(int input, StoredFlit& stored, Cycle last) {
  stored.gone = last;
  at(occupancy_, input) +=
      static_cast<std::uint64_t>(stored.flit.phits) * (last + 1 - stored.flit.arrival);
  at(input_free_, parameters_.crossbar_input(input)) = last + 1;
}

void RtlSwitch::note_drops() {
  for (int input = 0; input < parameters_.channels(); ++input) {
    if (rtl_.drops(input)) note_drop(input);
  }
}

void RtlSwitch::note_drop(int input) {
  const Cycle now = parameters_.clock->cycle();
  StoredFlit& stored = leave(input, -1);
  structural::drop(parameters_, stored.flit, input, now);
  note_left(input, stored, now + stored.flit.phits - 1);
  if (front(input) != nullptr) tell_front(input);
}

void RtlSwitch::note_grants() {
  for (int side = 0; side < parameters_.ports() * rtl_.lanes(); ++side) {
    if (!rtl_.taken(side)) continue;
    note_grant(rtl_.taken_input(side),
               parameters_.channel(side / rtl_.lanes(), rtl_.taken_vc(side)));
  }
}

void RtlSwitch::note_grant(int input, int output) {
  const Cycle now = parameters_.clock->cycle();
  StoredFlit& stored = leave(input, output);
  Flit& flit = stored.flit;
  const Cycle last = structural::last_cycle(parameters_, flit, output, now);
  parameters_.observe([&](SwitchObserver& observer) {
    observer.granted(parameters_.observed, input, output, flit, now, last);
  });
  if (rtl_.deviates(input)) structural::deviate(parameters_, flit);
  structural::pass_switch(parameters_, flit, input, output, now);
  note_left(input, stored, last);
  owned_[static_cast<std::size_t>(output)] = !flit.tail();
  if (!parameters_.buffered(output)) at(sent_, output) += flit.phits;
  at(output_free_, parameters_.crossbar_output(output)) = last + 1;
  const auto delay = static_cast<Cycle>(parameters_.config().crossbar_delay);
  at(crossing_, output).push_back({flit, now + delay, last + delay});
  if (front(input) != nullptr) tell_front(input);
}

void RtlSwitch::tell_front(int input) {
  parameters_.observe([&](SwitchObserver& observer) {
    observer.at_front(parameters_.observed, input, front(input)->flit, parameters_.clock->cycle());
  });
}

LinkPins RtlSwitch::leaving(int port) {
  LinkPins pins;
  if (!rtl_.flit_valid(port)) return pins;
  pins.flit_valid = true;
  moved_ = parameters_.clock->cycle();
  pins.flit_vc = rtl_.flit_vc(port);
  pins.flit_head = rtl_.flit_head(port);
  pins.flit_tail = rtl_.flit_tail(port);
  pins.flit_first = rtl_.flit_first(port);
  pins.flit_last = rtl_.flit_last(port);
  OnLink& link = at(going_, port);
  if (pins.flit_head) {
    const int output = parameters_.channel(port, pins.flit_vc);
    auto& crossing = at(crossing_, output);
    if (crossing.empty()) {
      fail(fmt::format("flit_head_o at {}, where none comes", parameters_.channel_name(output)));
    }
    link = {crossing.front().flit, 0};
    crossing.pop_front();
    pins.flit_data = link.flit;
    note_start(output, link.flit);
  }
  if (rtl_.flit_data(port) != rtl_.phit(link.flit, link.phits)) {
    fail(fmt::format("flit_data_o of port {} is not phit {} of the packet {} from node {}", port,
                     link.phits, link.flit.tag.number, link.flit.source()));
  }
  ++link.phits;
  return pins;
}

void RtlSwitch::note_start(int output, const Flit& flit) {
  const Cycle now = parameters_.clock->cycle();
  const int port = parameters_.port(output);
  at(busy_at_, port) = now;
  if (parameters_.buffered(output)) {
    at(sent_, output) += flit.phits;
    at(link_free_, port) = now + flit.phits;
    at(started_, output) = flit.phits;
    ++parameters_.counters.link_flits;
  }
  parameters_.observe(
      [&](SwitchObserver& observer) { observer.sent(parameters_.observed, output, flit, now); });
}

CreditPins RtlSwitch::credits_of(int port) {
  CreditPins pins;
  for (int side = port * rtl_.lanes(); side < (port + 1) * rtl_.lanes(); ++side) {
    if (!rtl_.credit_valid(side)) continue;
    const Credit credit{rtl_.credit_vc(side), rtl_.credit_phits(side)};
    release(parameters_.channel(port, credit.vc), credit.phits);
    moved_ = parameters_.clock->cycle();
    pins.credits.push_back(credit);
  }
  return pins;
}

void RtlSwitch::release(int input, int phits) {
  std::deque<StoredFlit>& queue = at(stored_, input);
  if (queue.empty() || !queue.front().leaves || queue.front().flit.phits != phits) {
    fail(fmt::format("credit_valid_o at {} for {} phits; allowed: for the flit that leaves",
                     parameters_.channel_name(input), phits));
  }
  parameters_.observe([&](SwitchObserver& observer) {
    observer.released(parameters_.observed, input, queue.front().flit, parameters_.clock->cycle());
  });
  queue.pop_front();
}

// ---- What does not.

bool RtlSwitch::may_start(int output) const {
  const auto& waiting = crossing(output);
  if (waiting.empty()) return false;
  return parameters_.endless(parameters_.port(output)) ||
         credits(output) >= waiting.front().flit.phits;
}

void RtlSwitch::require_nothing_lost() {
  require_credits();
  require_starts();
}

void RtlSwitch::require_credits() {
  for (int input = 0; input < parameters_.channels(); ++input) {
    const std::deque<StoredFlit>& queue = stored(input);
    if (queue.empty() || !queue.front().leaves) continue;
    const StoredFlit& first = queue.front();
    if (parameters_.clock->cycle() <= first.gone + patience_) continue;
    fail(
        fmt::format("credit_valid_o at {}: none for the packet {} from node {}, of which {} phits "
                    "have left in cycle {}",
                    parameters_.channel_name(input), first.flit.tag.number, first.flit.source(),
                    first.flit.phits, first.gone));
  }
}

void RtlSwitch::require_starts() {
  const Cycle now = parameters_.clock->cycle();
  for (int port = 0; port < parameters_.ports(); ++port) {
    int waiting = -1;
    for (int vc = 0; vc < parameters_.vcs(); ++vc) {
      const int output = parameters_.channel(port, vc);
      const bool may = parameters_.buffered(output) ? may_start(output) : !crossing(output).empty();
      if (may) waiting = output;
    }
    if (waiting < 0) at(busy_at_, port) = now;
    if (now - at(busy_at_, port) <= patience_) continue;
    const CrossingFlit& first = crossing(waiting).front();
    fail(
        fmt::format("flit_head_o at {}: the packet {} from node {} does not come, which was "
                    "granted this output and reached it in cycle {}",
                    parameters_.channel_name(waiting), first.flit.tag.number, first.flit.source(),
                    first.staged));
  }
}

}  // namespace rtl
}  // namespace netloom
