#include "sim/lockstep/event_recorder.h"

#include <algorithm>

#include "hw/config/lookahead.h"

namespace netloom {
inline namespace sim {

PortEvent& EventRecorder::add(const ObservedSwitch& at, PortEvent::Kind kind, int channel,
                              Cycle cycle, Cycle now) {
  pass(now);
  PortEvent event;
  event.cycle = cycle;
  event.switch_id = at.id;
  event.kind = kind;
  event.channel = channel;
  std::vector<PortEvent>& events = waiting_[cycle];
  events.push_back(event);
  return events.back();
}

PortEvent& EventRecorder::add(const ObservedSwitch& at, PortEvent::Kind kind, int channel,
                              const Flit& flit, Cycle cycle, Cycle now) {
  PortEvent& event = add(at, kind, channel, cycle, now);
  event.source = flit.source();
  event.destination = flit.destination;
  event.number = flit.tag.number;
  event.phits = flit.phits;
  event.head = flit.head();
  event.tail = flit.tail();
  if (kind == PortEvent::Kind::kSent) event.state = flit.state();
  return event;
}

void EventRecorder::granted(const ObservedSwitch& at, int input, int output, const Flit& flit,
                            Cycle now, Cycle /*last*/) {
  add(at, PortEvent::Kind::kGranted, input, flit, now, now).output = output;
}

void EventRecorder::pass(Cycle now) {
  if (now <= now_) return;
  now_ = now;
  // Another switch may be a window behind, but no more.
  constexpr Cycle kBehind = kLongestWindow;
  if (now <= kBehind) return;
  const Cycle before = now - kBehind;
  hand_over(before);
  if (!passed_ || before < said_ + kBehind) return;
  said_ = before;
  passed_(before);
}

void EventRecorder::hand_over(Cycle before) {
  while (!waiting_.empty() && waiting_.begin()->first < before) {
    std::vector<PortEvent>& events = waiting_.begin()->second;
    std::sort(events.begin(), events.end());
    sink_(events);
    waiting_.erase(waiting_.begin());
  }
}

}  // namespace sim
}  // namespace netloom
