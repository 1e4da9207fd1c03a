#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/switch/base/inlining.h"
#include "hw/switch/base/status_board.h"
#include "hw/switch/base/switch_observer.h"
#include "routing/decision/congestion_view.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/switch_random.h"

namespace netloom {
inline namespace hw {

/// Routing that decides at the source, by the queues at the end of a cycle (docs/timing.md, rule
/// 2): the heads that wait for a decision, what the switches publish of their queues, and what is
/// counted of injected packets.
///
/// In: heads that come to the front without a way, and the ends of cycles. Out: decided heads, for
/// which the routing starts. What it asks and tells the switch is a `Core`, with
///   channels(), calendar, random(), router, id, output_vcs(port)
///   inputs, outputs, routing_units, reservations, wakeup
///   query_of(input, flit, now)        what the router is asked about a head
///   start_routing(input, flit, now)   of a head that has been decided on
///   find_candidates(input, query)     of one that waits, again
///   no_output(input, now)             the decision has left it none
///   tell(event, …)                    what an observer is told
template <class Channels>
class SourceDecision {
 public:
  using Mask = typename Channels::Mask;

  void build(const Channels& channels, SwitchRouter& router, StatusBoard* board) {
    again_ = router.decides_again();
    board_ = board;
    there_ = router.decides() || board != nullptr;
    counter_ = router.injection_counter();
    const auto count = static_cast<std::size_t>(channels.count());
    if (again_) drawn_.resize(count);
    if (counter_ != nullptr) counted_.resize(count);
    if (board != nullptr) status_.assign(board->words(), 0);
  }

  /// Whether the router decides on heads, or publishes, at the end of a cycle.
  bool there() const { return there_; }
  /// Whether end_cycle() has anything to do.
  bool due() const { return waiting_.any() || again_ || board_ != nullptr; }
  bool counts() const { return counter_ != nullptr; }
  const StatusBoard* board() const { return board_; }

  /// The head of an input channel has no candidates before it is decided on.
  void wait(int input) { waiting_.set(input); }
  void forget(int input) { waiting_.reset(input); }
  /// Whether the head, granted or not, is decided on again in each cycle.
  bool may_change(int input) const { return again_ && decided_.test(input); }
  /// It has been granted its output.
  void granted(int input) { decided_.reset(input); }

  /// After a cycle: lets the router decide on the heads that wait for it, and publish.
  template <class Core>
  NETLOOM_NEVER_INLINE void end_cycle(Core& core, Cycle now) {
    const View<Core> view(core, *this, now);
    if (again_) decide_again(core, view, now);
    for (Mask rest = std::exchange(waiting_, Mask()); rest.any(); rest.remove_first()) {
      const int input = rest.first();
      auto& flit = core.inputs.front(input);
      const Draw draw = core.random().draw(now, DrawPlace::kDecision, input);
      if (again_) at(drawn_, input) = draw.bits();
      decide(core, input, flit.state(), view, draw, now);
      core.start_routing(input, flit, now);
      if (counter_ != nullptr) {
        at(counted_, input).ready = now + std::max(core.routing_units.delay(), 1u);
      }
      if (waiting_.any()) core.no_output(input, now);
      if (again_ && core.outputs.leads_to_host(core.channels().port(input))) decided_.set(input);
      if (core.routing_units.delay() == 0) core.calendar.activate(now + 1);
    }
    if (decided_.any()) core.calendar.activate(now + 1);
    core.routing_units.serve_together(core, now);
    if (board_ == nullptr) return;
    core.router->publish(view, status_.data());
    board_->publish(core.id, now, status_.data());
  }

  // ---- What is counted of injected packets.

  /// A flit from a host is in the input channel.
  template <class Core>
  NETLOOM_NEVER_INLINE void count_stored(const Core& core, int input, Cycle now) {
    Counted& channel = at(counted_, input);
    const auto& queue = core.inputs[input];
    const auto& flit = queue.ring[channel.next];
    channel.next = queue.after(channel.next);
    if (flit.head()) counter_->stored(flit.destination, now);
  }
  /// A head from a host has been granted an output.
  void count_injected(int input, NodeId destination, Cycle now) {
    counter_->injected(destination, now, now - std::min(now, at(counted_, input).ready));
  }

 private:
  struct Counted {
    std::uint32_t next = 0;  ///< slot of the flit that arrives next
    Cycle ready = 0;         ///< when the head at the front could have been granted first
  };

  /// The router's view of the queues at the end of a cycle.
  template <class Core>
  class View final : public CongestionView {
   public:
    View(const Core& core, const SourceDecision& decision, Cycle now)
        : core_(core), decision_(decision), now_(now) {}
    Cycle cycle() const override { return now_; }
    int phits_behind(int port) const override {
      int phits = 0;
      for (int vc = 0; vc < core_.output_vcs(port); ++vc) phits += phits_behind(port, vc);
      return phits;
    }
    int phits_behind(int port, int vc) const override {
      return core_.outputs.waiting(core_.channels().of(port, vc));
    }
    const std::uint32_t* status(SwitchId other, int delay) const override {
      return decision_.board_->read(other, now_, delay);
    }

   private:
    const Core& core_;
    const SourceDecision& decision_;
    Cycle now_;
  };

  /// Writes the router's decision on a head in this header state into the header; whether that
  /// changes it.
  template <class Core>
  bool decide(Core& core, int input, std::uint32_t state, const View<Core>& view, const Draw& draw,
              Cycle now) {
    auto& flit = core.inputs.front(input);
    RouteQuery query = core.query_of(input, flit, now);
    query.state = state;
    const std::uint16_t decided = core.router->decide(query, view, draw);
    if (decided == flit.state()) return false;
    core.tell(&SwitchObserver::decided, input, flit, query, view, draw, decided);
    flit.set_state(decided);
    return true;
  }

  /// Of heads that have been decided on and still wait.
  template <class Core>
  void decide_again(Core& core, const View<Core>& view, Cycle now) {
    constexpr std::uint32_t kFromHost = 0;
    // A head that has its room only waits for the output.
    for (Mask rest = decided_ - core.reservations.all(); rest.any(); rest.remove_first()) {
      const int input = rest.first();
      // With the bits of the cycle in which the head came to the front.
      if (!decide(core, input, kFromHost, view, Draw(at(drawn_, input)), now)) continue;
      const auto& flit = core.inputs.front(input);
      const RouteQuery query = core.query_of(input, flit, now);
      core.find_candidates(input, query);
      if (core.inputs.candidates(input).none()) core.no_output(input, now);
      core.wakeup.wake(input);
      core.tell(&SwitchObserver::routed, input, flit, query, now, now + 1);
    }
  }

  template <class T>
  static T& at(std::vector<T>& items, int index) {
    return items[static_cast<std::size_t>(index)];
  }

  Mask waiting_;  ///< input channels whose head waits for a decision
  bool there_ = false;
  bool again_ = false;  ///< SwitchRouter::decides_again()
  Mask decided_;        ///< with it: injection channels whose head has its decision and no grant
  InjectionCounter* counter_ = nullptr;
  StatusBoard* board_ = nullptr;       ///< null: the switches publish nothing
  std::vector<std::uint32_t> status_;  ///< what is being published
  std::vector<std::uint32_t> drawn_;   ///< with again_, per input channel: its random bits
  std::vector<Counted> counted_;       ///< per input channel
};

}  // namespace hw
}  // namespace netloom
