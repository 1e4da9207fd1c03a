#pragma once

#include "hw/switch/core.h"

namespace netloom {
inline namespace hw {

// What has been scheduled for a cycle.

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_timers(Cycle now) {
  const auto due = std::exchange(calendar.timers(now), {});
  crossbar.free(due.inputs_free, due.outputs_free);
  if (due.outputs_free.any()) {
    relieved(due.outputs_free);
    wakeup.freed(numbers, due.outputs_free);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_credits(const Mask& credited, Cycle now) {
  outputs.take_credits(*this, credited, now);
  if (checking()) {
    for (Mask rest = credited; rest.any(); rest.remove_first()) check_credits(rest.first(), now);
  }
}

/// Output stages are the most frequent events where there are any, and the simplest.
template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_event(Event event, Cycle now) {
  if (has(kOutputBuffers) && event.kind() == EventKind::kOutputStage) {
    outputs.buffers().arrived(event.channel());
  } else {
    handle(event, now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::handle(Event event, Cycle now) {
  const int channel = event.channel();
  switch (event.kind()) {
    case EventKind::kCredit:
      outputs.take_credit(*this, channel, event.phits(), now);
      if (checking()) check_credits(channel, now);
      break;
    case EventKind::kOutputStage:
      break;  // take_event() has it
    case EventKind::kLinkDone:
      outputs.link_done(*this, channel, event.phits());
      break;
    case EventKind::kInject:
      hosts.link_free(numbers, channel);
      break;
    case EventKind::kInjectCredit:
      tell(&SwitchObserver::nic_credited, channel, event.phits(), now);
      hosts.credit(numbers, channel, event.phits());
      break;
    case EventKind::kGenerate:
      hosts.generate(*this, channel, now, quantum_end);
      break;
    case EventKind::kDelivery:
      hosts.deliver(*this, channel, now);
      break;
    case EventKind::kTail:
      inputs.take_tail(*this, channel, now);
      break;
    case EventKind::kFault:
      break;  // only makes the cycle active
    case EventKind::kCountedInjection:
      source_decision.count_stored(*this, channel, now);
      inputs.take_arrival(*this, channel, now);
      break;
    case EventKind::kAcknowledge:
      hosts.take_acknowledgements(numbers, channel, now);
      break;
  }
}

}  // namespace hw
}  // namespace netloom
