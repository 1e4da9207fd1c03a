#pragma once

#include "hw/switch/core.h"

namespace netloom {
inline namespace hw {

// What has been scheduled for a cycle, and the links behind output buffers.

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_timers(Cycle now) {
  const auto due = std::exchange(calendar.timers(now), {});
  crossbar.free(due.inputs_free, due.outputs_free);
  if (due.outputs_free.any()) {
    outputs_relieved(due.outputs_free);
    wakeup.freed(numbers, due.outputs_free);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_routed(const Mask& routed) {
  inputs.ready |= routed;
  wakeup.awake |= routed;
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_arrivals(Mask arrived, Cycle now) {
  if (observing()) {
    for (Mask rest = arrived; rest.any(); rest.remove_first()) tell_arrival(rest.first(), now);
  }
  for (arrived -= inputs.occupied; arrived.any(); arrived.remove_first()) {
    const int input = arrived.first();
    flit_at_front(input, inputs[input].front(), now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_credits(const Mask& credited, Cycle now) {
  if (observing()) {
    for (Mask rest = credited; rest.any(); rest.remove_first()) {
      tell_credited(rest.first(), largest_flit, now);
    }
  }
  outputs_relieved(credited);
  if constexpr (!has(kMixedSizes | kBubble)) {
    for (Mask opened = outputs.credit_each(credited); opened.any(); opened.remove_first()) {
      wakeup.changed(numbers, numbers.port(opened.first()));
    }
  } else {
    for (Mask rest = credited; rest.any(); rest.remove_first()) {
      if (outputs.credit(rest.first(), largest_flit)) {
        wakeup.changed(numbers, numbers.port(rest.first()));
      }
    }
  }
  if (checking()) {
    for (Mask rest = credited; rest.any(); rest.remove_first()) check_credits(rest.first(), now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::handle(Event event, Cycle now) {
  const int channel = event.channel();
  switch (event.kind()) {
    case EventKind::kCredit:
      tell_credited(channel, event.phits(), now);
      outputs_relieved(Mask::bit(channel));
      if (outputs.credit(channel, event.phits())) wakeup.changed(numbers, numbers.port(channel));
      if (checking()) check_credits(channel, now);
      break;
    case EventKind::kOutputStage:
      outputs.staged.set(channel);
      break;
    case EventKind::kLinkDone:
      outputs.link_busy -= numbers.of_port(numbers.port(channel));
      outputs_relieved(Mask::bit(channel));
      outputs.space(channel, event.phits());
      wakeup.changed(numbers, numbers.port(channel));
      break;
    case EventKind::kInject:
      hosts.link_free(numbers, channel);
      break;
    case EventKind::kInjectCredit:
      tell_nic_credited(channel, event.phits(), now);
      hosts.credit(numbers, channel, event.phits());
      break;
    case EventKind::kGenerate:
      hosts.generate(*this, channel, now, quantum_end);
      break;
    case EventKind::kDelivery:
      hosts.deliver(*this, channel, now);
      break;
    case EventKind::kTail:
      if (inputs.occupied.test(channel)) start_routing(channel, inputs[channel].front(), now);
      break;
    case EventKind::kFault:
      break;  // only makes the cycle active
    case EventKind::kCountedInjection:
      source_decision.count_stored(*this, channel, now);
      if (observing()) tell_arrival(channel, now);
      if (!inputs.occupied.test(channel)) flit_at_front(channel, inputs[channel].front(), now);
      break;
    case EventKind::kAcknowledge:
      hosts.take_acknowledgements(numbers, channel, now);
      break;
  }
}

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::start_links(Cycle now) {
  Mask staged = outputs.staged - outputs.link_busy;
  while (staged.any()) {
    const int port = numbers.port(staged.first());
    const Mask group = staged & numbers.of_port(port);
    staged -= group;
    Mask able, control;
    for (Mask rest = group; rest.any(); rest.remove_first()) {
      const int output = rest.first();
      const auto front = [&]() -> const Flit& { return outputs.buffer(output).front(); };
      const std::int32_t phits = one_size() ? largest_flit : front().phits;
      if (outputs[output].credits < phits) continue;
      able.set(output);
      if (allocator.prioritises_control() && front().control()) control.set(output);
    }
    if (able.none()) continue;  // a credit will make the switch active
    if (stalling() && stalled(port, now)) {
      calendar.activate(now + 1);
      continue;
    }
    if (control.any()) able = control;
    const int output = allocator.pick_link(*this, port, able, now, [this](int a, int b) {
      return outputs.buffer(a).front().older_than(outputs.buffer(b).front());
    });
    const Flit& flit = outputs.buffer(output).front();
    if (checking() && outputs[output].overruns()) {
      fail("buffer overrun behind " + channel_name(output), now);
    }
    if (observing()) observer->sent(observed, output, flit, now);
    outputs.send(numbers, flit, output, now, *outbox);
    outputs.link_busy |= numbers.of_port(port);
    output_filled(output);
    calendar.post(now + flit.phits, Event(EventKind::kLinkDone, output, flit.phits));
    ++counters.link_flits;
    outputs.remove_front(output, now);
  }
}

}  // namespace hw
}  // namespace netloom
