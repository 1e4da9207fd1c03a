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
#include "hw/switch/base/switch_observer.h"
#include "routing/decision/vc_classes.h"

namespace netloom {
inline namespace hw {

/// Links that fail: what a switch does beside the packet path in a network whose links fail.
/// docs/live_faults.md, "Cycle by cycle", has the rules; what is decided, the FaultUnit decides.
///
/// In: heads that have been routed, flits that are granted, and the ends of what the unit waits
/// for. Out: outputs that move nothing, flits that are cut or gone. What it asks and tells the
/// switch is a `Core`, with
///   channels(), calendar, quantum_end, counters, output_vcs(port), input_vcs(port)
///   inputs, outputs, crossbar, wakeup, routing_units, source_decision
///   input_group(input)           input channels that share its input of the crossbar
///   may_go(input), gone(input)   a head may be granted; it is not there any more
///   tell(event, …)               what an observer is told
template <class Core>
class FaultHandler {
 public:
  using Mask = typename Core::Mask;

  FaultHandler(Core& core, const SwitchPlan& plan)
      : unit_(plan.faults), classes_(plan.config->nic.classes), output_ends_(plan.output_ends) {
    output_ends_.resize(plan.ports.size(), FaultWork::kNoCycle);
    if (!plan.config->floods()) return;
    const int port = core.channels().ports() - 1;
    control_input_ = core.channels().first(port);
    // What leaves the port by which control packets enter makes room for the next one.
    auto& link = core.inputs.link(port);
    link.reach(core.calendar, control_input_, 1, false);
    link.kind = EventKind::kFault;
  }

  const Mask& dead_outputs() const { return dead_outputs_; }
  /// Where this switch's own control packets enter the crossbar; -1: it has none.
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
  /// After routing: takes failed outputs from the candidates, and deviates a packet that has none
  /// left, or dooms it to be dropped. Whether it has a way.
  NETLOOM_NEVER_INLINE bool keep_off_failed_links(Core& core, int input) {
    decided_.set(input);
    Mask candidates = core.inputs.candidates(input) - known_outputs_;
    if (core.inputs.front(input).deviated()) {
      // Back up by another way than it came down.
      const Mask onward = candidates - core.channels().of_port(core.channels().port(input));
      if (onward.any()) candidates = onward;
    }
    core.inputs.set_candidates(input, candidates);
    return candidates.any() || deviate_or_doom(core, input);
  }
  /// What is no packet any more leaves its buffer as soon as it has come.
  void remove_front(Core& core, int input, Cycle now, bool lost) {
    const Flit& flit = core.inputs.front(input);
    if (lost && flit.for_switches()) {
      ++unit_->work(flit).stranded;
    } else if (lost) {
      count_lost(core, input, flit, now);
    }
    if (decided_.test(input)) core.calendar.forget_routed(input);
    copying_.reset(input);
    // It may have come in this very cycle.
    core.routing_units.forget(input);
    core.source_decision.forget(input);
    const Cycle last = std::max(now, Cycle{flit.arrival} + flit.phits - 1);
    leave(core, input, last, now);
  }

  // ---- Before the allocation.

  /// Drops the doomed heads whose turn it is: whose routing counts, and whose input of the crossbar
  /// is free. It is taken until their last phit has left, one in each cycle, for no output.
  void drop(Core& core, Cycle now) {
    if (__builtin_expect((doomed_ & core.inputs.ready()).any(), 0)) drop_ready(core, now);
  }

  // ---- What is granted.

  NETLOOM_NEVER_INLINE void before_send(Core& core, Flit& flit, int input, int output, Cycle now) {
    if (deviating_.test(input)) ++core.counters.deviated;
    deviating_.reset(input);
    const int port = core.channels().port(output);
    const Cycle last =
        now + core.crossbar.delay() + core.outputs.link(port).latency() + flit.phits - 1;
    if (last >= output_ends_[static_cast<std::size_t>(port)]) flit.set_cut(true);
    if (flit.for_switches()) ++unit_->work(flit).control_packets;
  }
  /// A control packet has gone to one of several outputs: it stays for the others.
  NETLOOM_NEVER_INLINE bool stays_for_more(Core& core, int input, int output) {
    if (copying_.test(input)) {
      const Mask others = core.inputs.candidates(input) - Mask::bit(output);
      core.inputs.set_candidates(input, others);
      if (others.any()) {
        Flit& flit = core.inputs.front(input);
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
      const Mask before = core.inputs.candidates(input);
      if ((before & group).none()) continue;
      const Mask left = before - group;
      core.inputs.set_candidates(input, left);
      const Flit& flit = core.inputs.front(input);
      if (flit.for_switches()) {
        FaultWork& work = unit_->work(flit);
        if (copying_.test(input) || left.none()) ++work.stranded;
        if (left.none()) {
          remove_front(core, input, now, false);
          continue;
        }
      } else if (left.none() && !deviate_or_doom(core, input)) {
        continue;
      }
      if (core.inputs.ready().test(input)) core.wakeup.wake(input);
    }
  }

  void input_fails(Core& core, int port, Cycle now) {
    dead_inputs_ |= core.channels().of_port(port);
    for (int vc = 0; vc < core.input_vcs(port); ++vc) {
      const int input = core.channels().of(port, vc);
      if (core.inputs.occupied().test(input) && is_remains(input, core.inputs.front(input))) {
        remove_front(core, input, now, true);
      }
    }
  }

  void count_lost(Core& core, int input, const Flit& flit, Cycle now) {
    core.tell(&SwitchObserver::lost, input, flit, now);
    core.counters.count_lost(flit);
  }

  /// Its last phit does in `last`, and the next flit comes to the front.
  void leave(Core& core, int input, Cycle last, Cycle now) {
    decided_.reset(input);
    doomed_.reset(input);
    deviating_.reset(input);
    core.gone(input);
    core.inputs.release(core, input, last, false, now);
  }

  NETLOOM_NEVER_INLINE void drop_ready(Core& core, Cycle now) {
    for (Mask rest = doomed_ & core.inputs.ready(); rest.any(); rest.remove_first()) {
      const int input = rest.first();
      if (core.crossbar.inputs_busy().test(input)) continue;
      const Flit& flit = core.inputs.front(input);
      const Cycle last = core.crossbar.last_phit(now, flit.phits, Cycle{flit.arrival}, false);
      count_lost(core, input, flit, now);
      core.crossbar.take(core.input_group(input), Mask(), last, core.calendar);
      leave(core, input, last, now);
    }
  }

  bool deviate_or_doom(Core& core, int input) {
    Mask candidates;
    const int from = core.channels().port(input);
    for (const int port : unit_->emergency_ports(from)) {
      const VcRange vcs = vcs_of_same_class(core.channels().vc(input), core.input_vcs(from),
                                            core.output_vcs(port), classes_);
      for (int vc = vcs.first; vc < vcs.end; ++vc) candidates.set(core.channels().of(port, vc));
    }
    core.inputs.set_candidates(input, candidates);
    if (candidates.none()) {
      doomed_.set(input);
      return false;
    }
    Flit& flit = core.inputs.front(input);
    if (!flit.deviated()) deviating_.set(input);
    flit.set_deviated(true);
    return true;
  }

  // ---- Control packets.

  void control_processed(Core& core, int input, Cycle now) {
    // The link may have failed while it was being processed.
    if (!core.inputs.occupied().test(input)) return;
    const Flit& flit = core.inputs.front(input);
    forward(core, input, unit_->process(flit, core.channels().port(input), now), now);
  }

  void load_control(Core& core, Cycle now) {
    const int input = control_input_;
    while (!own_.empty() && core.inputs.empty(input)) {
      auto [flit, action] = own_.front();
      own_.pop_front();
      flit.arrival = static_cast<std::uint32_t>(now);
      core.inputs.enter(input, flit);
      forward(core, input, unit_->departure(action), now);
    }
  }

  void forward(Core& core, int input, const FaultUnit::Forwarding& forwarding, Cycle now) {
    unit_->work(core.inputs.front(input)).stranded += forwarding.stranded;
    Mask candidates;
    for (const int port : forwarding.ports) candidates.set(core.channels().first(port));
    core.inputs.set_candidates(input, candidates);
    core.inputs.set_preferred(input, 0);
    if (candidates.none()) {
      remove_front(core, input, now, false);
      return;
    }
    copying_.assign(input, !forwarding.any_one);
    decided_.set(input);
    core.may_go(input);
  }

  FaultUnit* unit_;
  int classes_;         ///< of messages
  Mask dead_outputs_;   ///< their links move nothing
  Mask known_outputs_;  ///< and the switch knows it
  Mask dead_inputs_;
  Mask decided_;                    ///< inputs whose candidates are those of the flit at the front
  Mask copying_;                    ///< inputs whose control packet leaves by every candidate
  Mask doomed_;                     ///< inputs whose packet has no way left, and is dropped
  Mask deviating_;                  ///< inputs whose packet will be deviated, for the first time
  std::vector<Cycle> output_ends_;  ///< per port: from when its link moves nothing
  int control_input_ = -1;
  std::deque<std::pair<Flit, FaultUnit::Action>> own_;  ///< control packets that wait to enter
};

}  // namespace hw
}  // namespace netloom
