#include "hw/structural/base/hop.h"

#include <algorithm>

#include "hw/switch/hop_watch.h"

namespace netloom {
inline namespace hw {
namespace structural {

void pass_switch(SwitchParameters& of, Flit& flit, int input, int output, Cycle now) {
  ++of.counters.flit_hops;
  flit.count_hop();
  const int port = of.port(output);
  const Cycle arrives = now + static_cast<Cycle>(of.config().crossbar_delay) +
                        of.output_latency[static_cast<std::size_t>(port)] + flit.phits - 1;
  if (of.failed.cuts(port, arrives)) flit.set_cut(true);
  if (!flit.head()) return;
  ++of.counters.packet_hops;
  const SwitchPlan& plan = of.plan;
  if (plan.hop_watch != nullptr && flit.hops() > plan.hop_watch->limit()) {
    plan.hop_watch->passed(flit, plan.id, port, now);
  }
  const RouteQuery query = of.query(input, flit, now);
  if (plan.check_invariants) plan.router->check_hop(query, port, of.vc(output));
  flit.set_state(plan.router->next_state(query, port, of.vc(output)));
}

void drop(SwitchParameters& of, const Flit& flit, int input, Cycle now) {
  of.observe([&](SwitchObserver& observer) { observer.lost(of.observed, input, flit, now); });
  of.counters.count_lost(flit);
}

void deviate(SwitchParameters& of, Flit& flit) {
  if (!flit.deviated()) ++of.counters.deviated;
  flit.set_deviated(true);
}

Cycle last_cycle(const SwitchParameters& of, const Flit& flit, int output, Cycle now) {
  const Cycle phits = flit.phits;
  const auto speed = static_cast<Cycle>(of.speed(output));
  return std::max(now + (phits + speed - 1) / speed, Cycle{flit.arrival} + phits) - 1;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
