#include "hw/structural/part/end_of_cycle_decision.h"

#include <algorithm>

#include "hw/switch/base/status_board.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// The queues as the output ports show them.
class EndOfCycleDecision::View final : public CongestionView {
 public:
  View(const EndOfCycleDecision& part, const SwitchParameters& of) : part_(part), switch_(of) {}

  Cycle cycle() const override { return part_.now(); }
  int phits_behind(int port) const override {
    int phits = 0;
    for (int vc = 0; vc < switch_.shape(port).output_vcs; ++vc) phits += phits_behind(port, vc);
    return phits;
  }
  int phits_behind(int port, int vc) const override {
    return part_.output_i[static_cast<std::size_t>(switch_.channel(port, vc))].read().waiting;
  }
  const std::uint32_t* status(SwitchId other, int delay) const override {
    return switch_.plan.board->read(other, part_.now(), delay);
  }

 private:
  const EndOfCycleDecision& part_;
  const SwitchParameters& switch_;
};

const PartRegistry<SourceDecision>::Registration kEndOfCycle(
    "end_of_cycle",
    PartEntry<SourceDecision>::of<EndOfCycleDecision>("by the queues at the end of a cycle"));

EndOfCycleDecision::EndOfCycleDecision(sc_core::sc_module_name name, SwitchParameters& of)
    : SourceDecision(name, of), words_(of.plan.board == nullptr ? 0 : of.plan.board->words(), 0) {
  EndOfCycleDecision::reset();
  const SwitchRouter& router = *of.plan.router;
  if (of.plan.router->injection_counter() != nullptr) {
    each_cycle(Phase::kArrive, &EndOfCycleDecision::count_arrivals);
  }
  if (router.decides() || of.plan.board != nullptr) {
    each_cycle(Phase::kCross, &EndOfCycleDecision::count_grants);
    each_cycle(Phase::kDecide, &EndOfCycleDecision::decide);
  }
}

void EndOfCycleDecision::reset() {
  const auto channels = static_cast<std::size_t>(switch_.channels());
  decided_.assign(channels, 0);
  drawn_.assign(channels, 0);
  ready_.assign(channels, 0);
}

void EndOfCycleDecision::count_arrivals() {
  InjectionCounter& counter = *switch_.plan.router->injection_counter();
  for (int port = 0; port < switch_.ports(); ++port) {
    const LinkPins& pins = flit_i[static_cast<std::size_t>(port)].read();
    const bool head = pins.flit_valid && pins.flit_head && pins.flit_first;
    if (head && from_host(switch_.channel(port, 0))) {
      counter.stored(pins.flit_data.destination, now());
    }
  }
}

void EndOfCycleDecision::count_grants() {
  InjectionCounter* const counter = switch_.plan.router->injection_counter();
  for (int input = 0; input < switch_.channels(); ++input) {
    const auto at = static_cast<std::size_t>(input);
    const Flit& flit = request_i[at].read().flit;
    if (!grant_i[at].read().valid || !flit.head()) continue;
    decided_[at] = 0;
    if (counter != nullptr && from_host(input)) {
      counter->injected(flit.destination, now(), now() - std::min(now(), ready_[at]));
    }
  }
}

void EndOfCycleDecision::decide() {
  const View view(*this, switch_);
  for (int input = 0; input < switch_.channels(); ++input) {
    decision_o[static_cast<std::size_t>(input)].write(decide_on(input, view));
  }
  publish(view);
}

Decision EndOfCycleDecision::decide_on(int input, const View& view) {
  const auto at = static_cast<std::size_t>(input);
  const SwitchRouter& router = *switch_.plan.router;
  const Request& request = request_i[at].read();
  RouteQuery query = switch_.query(input, request.flit, now());
  Decision decision;
  if (request.undecided) {
    drawn_[at] = switch_.random.draw(now(), DrawPlace::kDecision, input).bits();
    decided_[at] = router.decides_again() && from_host(input) ? 1 : 0;
    ready_[at] = now() + static_cast<Cycle>(std::max(switch_.config().routing_delay, 1));
  } else if (decided_[at] != 0 && !request.committed) {
    // As if it came to the front now; with the bits of then.
    constexpr std::uint16_t kFromHost = 0;
    query.state = kFromHost;
    decision.again = true;
  } else {
    return decision;
  }
  const Draw draw(drawn_[at]);
  decision.state = router.decide(query, view, draw);
  const bool changes = decision.state != request.flit.state();
  decision.valid = changes || !decision.again;
  if (changes) {
    switch_.observe([&](SwitchObserver& observer) {
      observer.decided(switch_.observed, input, request.flit, query, view, draw, decision.state);
    });
  }
  return decision;
}

void EndOfCycleDecision::publish(const View& view) {
  if (switch_.plan.board == nullptr) return;
  switch_.plan.router->publish(view, words_.data());
  switch_.plan.board->publish(switch_.plan.id, now(), words_.data());
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
