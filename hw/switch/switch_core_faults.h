#pragma once

#include <deque>
#include <utility>

#include "hw/switch/switch_core.h"

namespace netloom {
inline namespace hw {

// Links that fail: what a core with kFaults does beside the packet path; docs/live_faults.md has
// the rules.

/// Of a switch in a network whose links fail.
template <int kBits, Features kFeatures>
struct SwitchCore<kBits, kFeatures>::FaultState {
  FaultUnit* unit = nullptr;
  Mask dead_outputs;   ///< their links move nothing
  Mask known_outputs;  ///< and the switch knows it
  Mask dead_inputs;
  Mask decided;                    ///< inputs whose candidates are those of the flit at the front
  Mask copying;                    ///< inputs whose control packet leaves by every candidate
  std::vector<Cycle> output_ends;  ///< per port: from when its link moves nothing
  int control_input = 0;           ///< where this switch's own control packets enter the crossbar
  std::deque<std::pair<Flit, FaultUnit::Action>> own;  ///< those that wait before it
};

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::build_faults(const SwitchPlan& plan) {
  faults_ = std::make_unique<FaultState>();
  faults_->unit = plan.faults;
  faults_->output_ends = plan.output_ends;
  faults_->output_ends.resize(plan.ports.size(), FaultWork::kNoCycle);
  const int port = ports_ - 1;
  faults_->control_input = channel(port, 0);
  // What leaves the port by which control packets enter makes room for the next one.
  auto& target = inputs_.target(port);
  target.calendar = &calendar_;
  target.kind = EventKind::kFault;
  target.channel = static_cast<std::uint16_t>(channel(port, 0));
  target.latency = 1;
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::schedule_faults() {
  const Cycle next = faults_->unit->next();
  if (next < end_) calendar_.post(next, Event(EventKind::kFault, 0));
}

template <int kBits, Features kFeatures>
typename SwitchCore<kBits, kFeatures>::Mask SwitchCore<kBits, kFeatures>::unusable_outputs() const {
  if constexpr (has(kFaults)) {
    if (failing()) return faults_->dead_outputs;
  }
  return Mask();
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::work_on_faults(Cycle now) {
  using Kind = FaultUnit::Action::Kind;
  FaultUnit& unit = *faults_->unit;
  while (unit.next() <= now) {
    const FaultUnit::Action action = unit.take();
    switch (action.kind) {
      case Kind::kOutputFails:
        faults_->dead_outputs |= port_group(action.port);
        if (unit.failed(action.port)) output_known_to_have_failed(action.port, now);
        break;
      case Kind::kInputFails:
        unit.input_failed(action.port);
        input_fails(action.port, now);
        break;
      case Kind::kDetect:
        unit.detected(action.port, action.fault, now);
        output_known_to_have_failed(action.port, now);
        break;
      case Kind::kProcess:
        control_processed(action.port, now);
        break;
      case Kind::kUpdate:
        unit.update(action, now);
        break;
      case Kind::kSend:
        faults_->own.emplace_back(unit.control_packet(action, now), action);
        break;
    }
  }
  load_control(now);
  schedule_faults();
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::output_known_to_have_failed(int port, Cycle now) {
  const Mask group = port_group(port);
  faults_->known_outputs |= group;
  for (Mask rest = faults_->decided; rest.any(); rest.remove_first()) {
    const int input = rest.first();
    InputChannel<Mask>& state = inputs_[input];
    if ((state.candidates & group).none()) continue;
    state.candidates -= group;
    const Flit& flit = state.front();
    if (flit.for_switches()) {
      FaultWork& work = faults_->unit->work(flit);
      if (faults_->copying.test(input) || state.candidates.none()) ++work.stranded;
      if (state.candidates.none()) {
        remove_front(input, now, false);
        continue;
      }
    } else if (state.candidates.none() && !deviate_or_drop(input, now)) {
      continue;
    }
    if (inputs_.ready.test(input)) inputs_.awake.set(input);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::input_fails(int port, Cycle now) {
  faults_->dead_inputs |= port_group(port);
  for (int vc = 0; vc < at(shapes_, port).input_vcs; ++vc) {
    const int input = channel(port, vc);
    if (inputs_.occupied.test(input) && is_remains(input, inputs_[input].front())) {
      remove_front(input, now, true);
    }
  }
}

template <int kBits, Features kFeatures>
bool SwitchCore<kBits, kFeatures>::is_remains(int input, const Flit& flit) const {
  return flit.cut() && faults_->dead_inputs.test(input);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::remove_front(int input, Cycle now, bool lost) {
  const Flit& flit = inputs_[input].front();
  if (lost && flit.for_switches()) {
    ++faults_->unit->work(flit).stranded;
  } else if (lost) {
    if (observing()) observer_->lost(observed_, input, flit, now);
    ++(flit.cut() ? counters_.cut : counters_.dropped);
    counters_.lost_fingerprint += flit.fingerprint();
  }
  if (faults_->decided.test(input)) calendar_.forget_routed(input);
  faults_->decided.reset(input);
  faults_->copying.reset(input);
  // It may have come in this very cycle.
  heads_.reset(input);
  to_decide_.reset(input);
  inputs_.ready.reset(input);
  inputs_.awake.reset(input);
  const Cycle last = std::max(now, Cycle{flit.arrival} + flit.phits - 1);
  if (observing()) observer_->released(observed_, input, flit, last);
  Flit& next = inputs_.release(input, vc_shift(), last, false, *outbox_);
  if (next.arrival <= now) {
    flit_at_front(input, next, now);
  } else {
    inputs_.occupied.reset(input);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE bool SwitchCore<kBits, kFeatures>::keep_off_failed_links(int input,
                                                                              Cycle now) {
  InputChannel<Mask>& state = inputs_[input];
  faults_->decided.set(input);
  state.candidates -= faults_->known_outputs;
  if (state.front().deviated()) {
    // Back up by another way than it came down.
    const Mask onward = state.candidates - port_group(input >> vc_shift());
    if (onward.any()) state.candidates = onward;
  }
  return state.candidates.any() || deviate_or_drop(input, now);
}

template <int kBits, Features kFeatures>
bool SwitchCore<kBits, kFeatures>::deviate_or_drop(int input, Cycle now) {
  InputChannel<Mask>& state = inputs_[input];
  Flit& flit = state.front();
  if (faults_->unit->emergency_path()) {
    for (const int port : faults_->unit->emergency_ports(input >> vc_shift())) {
      for (int vc = 0; vc < at(shapes_, port).output_vcs; ++vc) {
        state.candidates.set(channel(port, vc));
      }
    }
    if (state.candidates.any()) {
      if (!flit.deviated()) ++counters_.deviated;
      flit.set_deviated(true);
      return true;
    }
  }
  remove_front(input, now, true);
  return false;
}

// ---- Control packets.

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::control_processed(int input, Cycle now) {
  if (!inputs_.occupied.test(input)) return;  // the link failed while it was being processed
  const Flit& flit = inputs_[input].front();
  forward_control(input, faults_->unit->process(flit, input >> vc_shift(), now), now);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::load_control(Cycle now) {
  const int input = faults_->control_input;
  while (!faults_->own.empty() && !inputs_.occupied.test(input) &&
         inputs_[input].front().arrival == Flit::kEmpty) {
    auto [flit, action] = faults_->own.front();
    faults_->own.pop_front();
    flit.arrival = static_cast<std::uint32_t>(now);
    inputs_[input].front() = flit;
    inputs_.occupied.set(input);
    inputs_.control.set(input);
    forward_control(input, faults_->unit->departure(action), now);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::forward_control(int input,
                                                   const FaultUnit::Forwarding& forwarding,
                                                   Cycle now) {
  InputChannel<Mask>& state = inputs_[input];
  faults_->unit->work(state.front()).stranded += forwarding.stranded;
  state.candidates = Mask();
  state.preferred = 0;
  for (const int port : forwarding.ports) state.candidates.set(channel(port, 0));
  if (state.candidates.none()) {
    remove_front(input, now, false);
    return;
  }
  faults_->copying.assign(input, !forwarding.any_one);
  faults_->decided.set(input);
  inputs_.ready.set(input);
  inputs_.awake.set(input);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::before_send(Flit& flit, int output,
                                                                    Cycle now) {
  const int port = output >> vc_shift();
  const Cycle last = now + crossbar_delay_ + outputs_.target(port).latency + flit.phits - 1;
  if (last >= at(faults_->output_ends, port)) flit.set_cut(true);
  if (flit.for_switches()) ++faults_->unit->work(flit).control_packets;
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE bool SwitchCore<kBits, kFeatures>::stays_for_more(int input, int output) {
  InputChannel<Mask>& state = inputs_[input];
  if (faults_->copying.test(input)) {
    state.candidates.reset(output);
    if (state.candidates.any()) {
      Flit& flit = state.front();
      flit.uncount_hop();
      flit.set_cut(false);
      return true;
    }
  }
  faults_->copying.reset(input);
  faults_->decided.reset(input);
  return false;
}

}  // namespace hw
}  // namespace netloom
