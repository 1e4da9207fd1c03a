#include "hw/structural/part/in_order_routing_unit.h"

#include <algorithm>
#include <utility>

#include "hw/switch/no_output_error.h"

namespace netloom {
inline namespace hw {
namespace structural {

const PartRegistry<RoutingUnit>::Registration kInOrder(
    "in_order", PartEntry<RoutingUnit>::of<InOrderRoutingUnit>(
                    "one head after the other, first come, first served"));

InOrderRoutingUnit::InOrderRoutingUnit(sc_core::sc_module_name name, SwitchParameters& of,
                                       int first, int count)
    : RoutingUnit(name, of, first, count),
      // With a result at once there is nothing to wait for.
      at_end_(of.config().routing_units == RoutingUnits::kSwitch && of.config().routing_delay > 0) {
  InOrderRoutingUnit::reset();
  each_cycle(Phase::kRoute, &InOrderRoutingUnit::route);
  each_cycle(Phase::kLink, &InOrderRoutingUnit::tell_routed);
  each_cycle(Phase::kFollow, &InOrderRoutingUnit::follow);
  each_cycle(Phase::kDecide, &InOrderRoutingUnit::tell_routed);
  if (!of.plan.router->decides()) return;
  each_cycle(Phase::kDecided, &InOrderRoutingUnit::decided);
  each_cycle(Phase::kTell, &InOrderRoutingUnit::tell_routed);
}

void InOrderRoutingUnit::reset() {
  free_ = 0;
  routed_.clear();
  entries_.assign(static_cast<std::size_t>(count_), {});
}

void InOrderRoutingUnit::route() {
  look_at_heads(!at_end_);
}

void InOrderRoutingUnit::follow() {
  for (int i = 0; i < count_; ++i) {
    const Grant& grant = grant_i[i].read();
    Entry& channel = entry(i);
    if (grant.picked) {
      channel.request.committed = true;
      channel.request.candidates = {grant.output};
    }
    if (!grant.valid) continue;
    const Flit& gone = channel.request.flit;
    channel.held = gone.tail() ? -1 : grant.output;
    channel.taken = false;
    channel.seen = false;
    channel.request = {};
  }
  look_at_heads(true);
}

void InOrderRoutingUnit::decided() {
  for (int i = 0; i < count_; ++i) {
    const Decision& decision = decision_i[i].read();
    if (!decision.valid) continue;
    Request& request = entry(i).request;
    request.flit.set_state(decision.state);
    if (!decision.again) {
      take(i, Flit(request.flit));
      if (request.undecided) fail_without_output(i);
    } else {
      // Without another routing delay: it counts from the next cycle.
      find_candidates(request, first_ + i);
      if (request.candidates.empty()) fail_without_output(i);
      note_routed(i, now(), now() + 1);
    }
  }
  for (int i = 0; i < count_; ++i) show(i);
}

void InOrderRoutingUnit::look_at_heads(bool routes) {
  for (int i = 0; i < count_; ++i) {
    const Head& head = head_i[static_cast<std::size_t>(i)].read();
    Entry& channel = entry(i);
    if (channel.taken && channel.held < 0 && switch_.failed.any()) {
      keep_off_failed_links(channel.request, first_ + i);
    }
    if (!head.valid || channel.taken) continue;
    if (!std::exchange(channel.seen, true)) {
      switch_.observe([&](SwitchObserver& observer) {
        observer.at_front(switch_.observed, first_ + i, head.flit, now());
      });
    }
    const bool follows = channel.held >= 0;
    const bool whole =
        switch_.config().switching == Switching::kStoreAndForward || head.flit.control();
    if (follows || (routes && (!whole || head.complete))) take(i, head.flit);
  }
  for (int i = 0; i < count_; ++i) show(i);
}

void InOrderRoutingUnit::take(int index, const Flit& flit) {
  Entry& channel = entry(index);
  channel.taken = true;
  channel.request = {};
  channel.request.flit = flit;
  Request& request = channel.request;
  if (channel.held >= 0) {
    request.body = true;
    request.candidates = {channel.held};
    request.minimal = request.candidates;
    channel.counts = now();
    return;
  }
  const int input = first_ + index;
  find_candidates(request, input);
  // Where links have failed, a head without an output is dropped.
  if (request.candidates.empty() && !switch_.failed.any()) {
    if (!switch_.plan.router->decides()) fail_without_output(index);
    request.undecided = true;
    return;
  }
  request.preferred_port = switch_.plan.preferred.of(flit.source(), flit.destination);
  const Cycle begin = std::max(free_, now());
  free_ = begin + static_cast<Cycle>(switch_.config().routing_delay);
  channel.counts = free_;
  note_routed(index, begin, free_);
}

void InOrderRoutingUnit::tell_routed() {
  for (const Routed& routed : routed_) {
    const int input = first_ + routed.index;
    const Flit& flit = entry(routed.index).request.flit;
    switch_.observe([&](SwitchObserver& observer) {
      observer.routed(switch_.observed, input, flit, switch_.query(input, flit, now()),
                      routed.begin, routed.ready);
    });
  }
  routed_.clear();
}

void InOrderRoutingUnit::fail_without_output(int index) {
  const SwitchPlan& plan = switch_.plan;
  throw NoOutputError(plan.id, plan.name, switch_.channel_name(first_ + index),
                      entry(index).request.flit, plan.router->decides() || plan.board != nullptr,
                      now());
}

void InOrderRoutingUnit::show(int index) {
  Entry& channel = entry(index);
  channel.request.ready = channel.taken && !channel.request.undecided && channel.counts <= now();
  request_o[static_cast<std::size_t>(index)].write(channel.request);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
