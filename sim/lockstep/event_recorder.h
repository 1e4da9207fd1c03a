#pragma once

#include <functional>
#include <map>
#include <vector>

#include "hw/switch/base/switch_observer.h"
#include "sim/lockstep/port_event.h"

namespace netloom {
inline namespace sim {

/// Notes what happens at all ports of the switches that it observes, and hands it over in the order
/// of time: the events of a cycle together, sorted. Switches tell theirs quantum by quantum.
class EventRecorder final : public SwitchObserver {
 public:
  using Sink = std::function<void(const std::vector<PortEvent>& of_a_cycle)>;
  /// All events before this cycle have been handed over. Is said now and then, so that whoever
  /// waits for an event that does not come knows.
  using Passed = std::function<void(Cycle before)>;

  explicit EventRecorder(Sink sink, Passed passed = {})
      : sink_(std::move(sink)), passed_(std::move(passed)) {}

  /// The run is over, its last cycle was end-1: hands over what is left of it. (What a switch has
  /// told of later cycles, the other view would have told later.)
  void finish(Cycle end) { hand_over(end); }

  void injected(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override {
    add(at, PortEvent::Kind::kInjected, input, flit, now, now);
  }
  void arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override {
    add(at, PortEvent::Kind::kArrived, input, flit, now, now);
  }
  void granted(const ObservedSwitch& at, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override;
  void released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) override {
    add(at, PortEvent::Kind::kReleased, input, flit, last, now_);
  }
  void sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) override {
    add(at, PortEvent::Kind::kSent, output, flit, start, now_);
  }
  void credited(const ObservedSwitch& at, int output, int phits, Cycle now) override {
    add_credit(at, PortEvent::Kind::kCredited, output, phits, now);
  }
  void nic_credited(const ObservedSwitch& at, int input, int phits, Cycle now) override {
    add_credit(at, PortEvent::Kind::kNicCredited, input, phits, now);
  }
  void delivered(const ObservedSwitch& at, int output, const Flit& flit, Cycle now) override {
    add(at, PortEvent::Kind::kDelivered, output, flit, now, now);
  }
  void cycle_done(const ObservedSwitch& /*at*/, Cycle now) override { pass(now); }

 private:
  PortEvent& add(const ObservedSwitch& at, PortEvent::Kind kind, int channel, Cycle cycle,
                 Cycle now);
  PortEvent& add(const ObservedSwitch& at, PortEvent::Kind kind, int channel, const Flit& flit,
                 Cycle cycle, Cycle now);
  void add_credit(const ObservedSwitch& at, PortEvent::Kind kind, int channel, int phits,
                  Cycle now) {
    add(at, kind, channel, now, now).phits = static_cast<std::uint16_t>(phits);
  }
  /// A switch is in this cycle.
  void pass(Cycle now);
  void hand_over(Cycle before);

  Sink sink_;
  Passed passed_;
  Cycle now_ = 0;   ///< the latest cycle in which a switch has been
  Cycle said_ = 0;  ///< to passed_
  std::map<Cycle, std::vector<PortEvent>> waiting_;
};

}  // namespace sim
}  // namespace netloom
