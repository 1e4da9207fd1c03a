#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hw/link/flit.h"
#include "hw/switch/base/fault_unit.h"
#include "hw/switch/base/inlining.h"
#include "hw/switch/base/switch_model.h"

namespace netloom {
inline namespace hw {

/// Links that fail: what a switch does beside the packet path in a network whose links fail.
/// docs/live_faults.md has the rules; what is decided, the FaultUnit decides.
///
/// What it asks and tells the switch is a `Core`; see core.h.
template <class Core>
class FaultHandler {
 public:
  using Mask = typename Core::Mask;

  FaultHandler(Core& core, const SwitchPlan& plan)
      : unit_(plan.faults), output_ends_(plan.output_ends) {
    output_ends_.resize(plan.ports.size(), FaultWork::kNoCycle);
    const int port = core.channels().ports() - 1;
    control_input_ = core.channels().first(port);
    // What leaves the port by which control packets enter makes room for the next one.
    auto& link = core.inputs.link(port);
    link.reach(core.calendar, control_input_, 1, false);
    link.kind = EventKind::kFault;
  }

  const Mask& dead_outputs() const { return dead_outputs_; }
  /// Where this switch's own control packets enter the crossbar.
  int control_input() const { return control_input_; }

  /// Makes the next action of the fault unit an event, if it is due in this quantum.
  NETLOOM_NEVER_INLINE void schedule(Core& core) {
    const Cycle next = unit_->next();
    if (next < core.quantum_end) core.calendar.post(next, Event(EventKind::kFault, 0));
  }

  /// What is due in this cycle.
  NETLOOM_NEVER_INLINE void work(Core& core, Cycle now) {
    using Kind = FaultUnit::Action::Kind;
    while (unit_->next() <= now) {
      const FaultUnit::Action action = unit_->take();
      switch (action.kind) {
        case Kind::kOutputFails:
          dead_outputs_ |= core.channels().of_port(action.port);
          if (unit_->failed(action.port)) output_known_to_have_failed(core, action.port, now);
          break;
        case Kind::kInputFails:
          unit_->input_failed(action.port);
          input_fails(core, action.port, now);
          break;
        case Kind::kDetect:
          unit_->detected(action.port, action.fault, now);
          output_known_to_have_failed(core, action.port, now);
          break;
        case Kind::kProcess:
          control_processed(core, action.port, now);
          break;
        case Kind::kUpdate:
          unit_->update(action, now);
          break;
        case Kind::kSend:
          own_.emplace_back(unit_->control_packet(action, now), action);
          break;
      }
    }
    load_control(core, now);
    schedule(core);
  }

  // ---- What comes to the front of an input channel.

  /// A control packet is there.
  void arrived(Core& core, int input, Cycle now) {
    unit_->arrived(input, now);
    // What is due in this cycle is done in it, and then the next is scheduled.
    if (unit_->next() > now) schedule(core);
  }
  /// Whether the flit is of no use any more.
  bool is_remains(int input, const Flit& flit) const {
    return flit.cut() && dead_inputs_.test(input);
  }
  /// After routing: takes failed outputs from the candidates, and deviates or drops a packet that
  /// has none left. Whether it is still there.
  NETLOOM_NEVER_INLINE bool keep_off_failed_links(Core& core, int input, Cycle now) {
    auto& channel = core.inputs[input];
    decided_.set(input);
    channel.candidates -= known_outputs_;
    if (channel.front().deviated()) {
      // Back up by another way than it came down.
      const Mask onward = channel.candidates - core.channels().of_port(core.channels().port(input));
      if (onward.any()) channel.candidates = onward;
    }
    return channel.candidates.any() || deviate_or_drop(core, input, now);
  }
  void remove_front(Core& core, int input, Cycle now, bool lost) {
    const Flit& flit = core.inputs[input].front();
    if (lost && flit.for_switches()) {
      ++unit_->work(flit).stranded;
    } else if (lost) {
      core.tell_lost(input, flit, now);
      ++(flit.cut() ? core.counters.cut : core.counters.dropped);
      core.counters.lost_fingerprint += flit.fingerprint();
    }
    if (decided_.test(input)) core.calendar.forget_routed(input);
    decided_.reset(input);
    copying_.reset(input);
    // It may have come in this very cycle.
    core.heads.reset(input);
    core.source_decision.forget(input);
    core.inputs.ready.reset(input);
    core.wakeup.awake.reset(input);
    const Cycle last = std::max(now, Cycle{flit.arrival} + flit.phits - 1);
    core.release(input, flit, last, false, now);
  }

  // ---- What is granted.

  NETLOOM_NEVER_INLINE void before_send(const Core& core, Flit& flit, int output, Cycle now) {
    const int port = core.channels().port(output);
    const Cycle last =
        now + core.crossbar_delay + core.outputs.link(port).latency() + flit.phits - 1;
    if (last >= output_ends_[static_cast<std::size_t>(port)]) flit.set_cut(true);
    if (flit.for_switches()) ++unit_->work(flit).control_packets;
  }
  /// A control packet has gone to one of several outputs: it stays for the others.
  NETLOOM_NEVER_INLINE bool stays_for_more(Core& core, int input, int output) {
    auto& channel = core.inputs[input];
    if (copying_.test(input)) {
      channel.candidates.reset(output);
      if (channel.candidates.any()) {
        Flit& flit = channel.front();
        flit.uncount_hop();
        flit.set_cut(false);
        return true;
      }
    }
    copying_.reset(input);
    decided_.reset(input);
    return false;
  }

 private:
  void output_known_to_have_failed(Core& core, int port, Cycle now) {
    const Mask group = core.channels().of_port(port);
    known_outputs_ |= group;
    for (Mask rest = decided_; rest.any(); rest.remove_first()) {
      const int input = rest.first();
      auto& channel = core.inputs[input];
      if ((channel.candidates & group).none()) continue;
      channel.candidates -= group;
      const Flit& flit = channel.front();
      if (flit.for_switches()) {
        FaultWork& work = unit_->work(flit);
        if (copying_.test(input) || channel.candidates.none()) ++work.stranded;
        if (channel.candidates.none()) {
          remove_front(core, input, now, false);
          continue;
        }
      } else if (channel.candidates.none() && !deviate_or_drop(core, input, now)) {
        continue;
      }
      if (core.inputs.ready.test(input)) core.wakeup.awake.set(input);
    }
  }

  void input_fails(Core& core, int port, Cycle now) {
    dead_inputs_ |= core.channels().of_port(port);
    for (int vc = 0; vc < core.shapes[static_cast<std::size_t>(port)].input_vcs; ++vc) {
      const int input = core.channels().of(port, vc);
      if (core.inputs.occupied.test(input) && is_remains(input, core.inputs[input].front())) {
        remove_front(core, input, now, true);
      }
    }
  }

  bool deviate_or_drop(Core& core, int input, Cycle now) {
    auto& channel = core.inputs[input];
    Flit& flit = channel.front();
    if (unit_->emergency_path()) {
      for (const int port : unit_->emergency_ports(core.channels().port(input))) {
        for (int vc = 0; vc < core.output_vcs(port); ++vc) {
          channel.candidates.set(core.channels().of(port, vc));
        }
      }
      if (channel.candidates.any()) {
        if (!flit.deviated()) ++core.counters.deviated;
        flit.set_deviated(true);
        return true;
      }
    }
    remove_front(core, input, now, true);
    return false;
  }

  // ---- Control packets.

  void control_processed(Core& core, int input, Cycle now) {
    if (!core.inputs.occupied.test(input)) return;  // the link failed while it was being processed
    const Flit& flit = core.inputs[input].front();
    forward(core, input, unit_->process(flit, core.channels().port(input), now), now);
  }

  void load_control(Core& core, Cycle now) {
    const int input = control_input_;
    while (!own_.empty() && !core.inputs.occupied.test(input) &&
           core.inputs[input].front().arrival == Flit::kEmpty) {
      auto [flit, action] = own_.front();
      own_.pop_front();
      flit.arrival = static_cast<std::uint32_t>(now);
      core.inputs[input].front() = flit;
      core.inputs.occupied.set(input);
      core.inputs.control.set(input);
      forward(core, input, unit_->departure(action), now);
    }
  }

  void forward(Core& core, int input, const FaultUnit::Forwarding& forwarding, Cycle now) {
    auto& channel = core.inputs[input];
    unit_->work(channel.front()).stranded += forwarding.stranded;
    channel.candidates = Mask();
    channel.preferred = 0;
    for (const int port : forwarding.ports) channel.candidates.set(core.channels().first(port));
    if (channel.candidates.none()) {
      remove_front(core, input, now, false);
      return;
    }
    copying_.assign(input, !forwarding.any_one);
    decided_.set(input);
    core.inputs.ready.set(input);
    core.wakeup.awake.set(input);
  }

  FaultUnit* unit_;
  Mask dead_outputs_;   ///< their links move nothing
  Mask known_outputs_;  ///< and the switch knows it
  Mask dead_inputs_;
  Mask decided_;                    ///< inputs whose candidates are those of the flit at the front
  Mask copying_;                    ///< inputs whose control packet leaves by every candidate
  std::vector<Cycle> output_ends_;  ///< per port: from when its link moves nothing
  int control_input_ = 0;
  std::deque<std::pair<Flit, FaultUnit::Action>> own_;  ///< control packets that wait to enter
};

}  // namespace hw
}  // namespace netloom
