#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/config/config.h"
#include "hw/kernel/quantum_clock.h"
#include "hw/structural/base/clock.h"
#include "hw/structural/base/signals.h"
#include "hw/structural/base/switch_parameters.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/base/switch_observer.h"
#include "routing/decision/routing_function.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom::test {

using structural::Phase;

/// What is around a part: drives what comes to its ports, and notes what it shows. One process
/// does it all, in the order of the phases.
class Surroundings : public sc_core::sc_module {
 public:
  using Act = std::function<void(Cycle now)>;

  explicit Surroundings(structural::Clock& clock)
      : sc_core::sc_module(sc_core::sc_module_name("surroundings")), clock_(clock) {}

  /// To be done in this phase of each cycle. Parts see in the next phase what is written.
  void in_each(Phase phase, Act act) {
    acts_[static_cast<std::size_t>(phase)].push_back(std::move(act));
  }

 private:
  void before_end_of_elaboration() override {
    structural::Clock::Schedule schedule;
    for (std::size_t i = 0; i < acts_.size(); ++i) {
      if (acts_[i].empty()) continue;
      schedule.emplace_back(static_cast<Phase>(i), [this, i] {
        for (const Act& act : acts_[i]) act(clock_.cycle());
      });
    }
    if (!schedule.empty()) clock_.add_process(std::move(schedule));
  }

  structural::Clock& clock_;
  std::array<std::vector<Act>, structural::kPhases> acts_;
};

/// A signal to a port of a part, with the values that it gets, by the cycle.
template <class T>
class Driven {
 public:
  /// Written in this phase: the one before that in which the part looks.
  Driven(Surroundings& around, Phase phase) {
    around.in_each(phase, [this](Cycle now) {
      const auto value = values_.find(now);
      if (value != values_.end()) signal.write(value->second);
    });
  }

  /// From this cycle until the next change.
  void from(Cycle cycle, const T& value) { values_[cycle] = value; }
  /// In this cycle only. Cycles are given in ascending order.
  void in(Cycle cycle, const T& value) {
    values_[cycle] = value;
    values_.try_emplace(cycle + 1);
  }

  sc_core::sc_signal<T> signal;

 private:
  std::map<Cycle, T> values_;
};

/// A signal from a port of a part, with what it shows in each cycle.
template <class T>
class Shown {
 public:
  /// As it is at the end of the cycle, and as those see it that look in this phase.
  Shown(Surroundings& around, Phase phase) {
    around.in_each(phase, [this](Cycle /*now*/) { in_phase_.push_back(signal.read()); });
    around.in_each(Phase::kEnd, [this](Cycle /*now*/) { at_end_.push_back(signal.read()); });
  }

  const T& in_phase(Cycle cycle) const { return in_phase_.at(cycle); }
  const T& at_end(Cycle cycle) const { return at_end_.at(cycle); }
  /// Cycles in which this holds at the end.
  template <class Holds>
  std::vector<Cycle> cycles(Holds holds) const {
    return cycles_of(at_end_, holds);
  }
  /// … and in the phase.
  template <class Holds>
  std::vector<Cycle> cycles_in_phase(Holds holds) const {
    return cycles_of(in_phase_, holds);
  }

  sc_core::sc_signal<T> signal;

 private:
  template <class Holds>
  static std::vector<Cycle> cycles_of(const std::vector<T>& values, Holds holds) {
    std::vector<Cycle> result;
    for (Cycle cycle = 0; cycle < values.size(); ++cycle) {
      if (holds(values[cycle])) result.push_back(cycle);
    }
    return result;
  }

  std::vector<T> in_phase_, at_end_;
};

/// Signals for a vector of ports.
template <class Signal>
class Each {
 public:
  Each(int count, Surroundings& around, Phase phase) {
    for (int i = 0; i < count; ++i) signals_.emplace_back(around, phase);
  }

  Signal& operator[](int index) { return signals_[static_cast<std::size_t>(index)]; }
  template <class Ports>
  void bind_to(Ports& ports) {
    for (std::size_t i = 0; i < signals_.size(); ++i) ports[i](signals_[i].signal);
  }

 private:
  std::deque<Signal> signals_;
};

/// The phits of a flit on the pins, one a cycle, the first in this one.
inline void send(Driven<structural::LinkPins>& pins, Cycle first, const Flit& flit, int vc) {
  for (int phit = 0; phit < flit.phits; ++phit) {
    structural::LinkPins value;
    value.flit_valid = true;
    value.flit_vc = vc;
    value.flit_head = phit == 0;
    value.flit_tail = phit + 1 == flit.phits;
    value.flit_first = flit.head();
    value.flit_last = flit.tail();
    if (phit == 0) {
      value.flit_data = flit;
      value.flit_data.arrival = static_cast<std::uint32_t>(first);
    }
    pins.in(first + static_cast<Cycle>(phit), value);
  }
}

/// A packet of one flit to a destination; numbers tell packets apart.
inline Flit packet_to(NodeId destination, int phits, std::uint32_t number = 0) {
  Flit flit = packet_of(phits, 0);
  flit.destination = destination;
  flit.tag.number = number;
  return flit;
}

/// Leads packets to the channels that are given for their destination.
class WaysOfDestinations : public SwitchRouter {
 public:
  using Ways = std::map<NodeId, std::vector<std::pair<int, int>>>;  ///< (port, VC)

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    asked.push_back(query);
    add(ways, query, candidates);
  }
  bool decides() const override { return deciding; }
  const MisroutingTrigger* trigger() const override { return misrouting; }
  void minimal(const RouteQuery& query, CandidateSet& candidates) const override {
    add(minimal_ways, query, candidates);
  }
  void entering(const RouteQuery& query, CandidateSet& candidates) const override {
    add(entering_ways, query, candidates);
  }
  /// Tells by which output the packet left, from which state.
  std::uint16_t next_state(const RouteQuery& query, int port, int vc) const override {
    return static_cast<std::uint16_t>(100 * query.state + 10 * static_cast<unsigned>(port) +
                                      static_cast<unsigned>(vc));
  }

  void check_hop(const RouteQuery& query, int port, int vc) const override {
    checked.emplace_back(query.destination, port, vc);
  }

  Ways ways, minimal_ways, entering_ways;
  bool deciding = false;
  const MisroutingTrigger* misrouting = nullptr;
  mutable std::vector<RouteQuery> asked;
  mutable std::vector<std::tuple<NodeId, int, int>> checked;  ///< destination, output

 private:
  static void add(const Ways& all, const RouteQuery& query, CandidateSet& candidates) {
    const auto to = all.find(query.destination);
    if (to == all.end()) return;
    for (const auto& [port, vc] : to->second) candidates.add(port, vc);
  }
};

/// What parts tell of a switch, with the channel, the packet's number and the cycles.
class ToldEvents : public SwitchObserver {
 public:
  void injected(const ObservedSwitch&, int input, const Flit& flit, Cycle now) override {
    tell("injected", input, flit, {now});
  }
  void arrived(const ObservedSwitch&, int input, const Flit& flit, Cycle now) override {
    tell("arrived", input, flit, {now});
  }
  void at_front(const ObservedSwitch&, int input, const Flit& flit, Cycle now) override {
    tell("at front", input, flit, {now});
  }
  void decided(const ObservedSwitch&, int input, const Flit& flit, const RouteQuery&,
               const CongestionView& view, const Draw&, std::uint32_t /*state*/) override {
    tell("decided", input, flit, {view.cycle()});
  }
  void routed(const ObservedSwitch&, int input, const Flit& flit, const RouteQuery&, Cycle begin,
              Cycle ready) override {
    tell("routed", input, flit, {begin, ready});
  }
  void granted(const ObservedSwitch&, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override {
    tell("granted", input, flit, {static_cast<Cycle>(output), now, last});
  }
  void released(const ObservedSwitch&, int input, const Flit& flit, Cycle last) override {
    tell("released", input, flit, {last});
  }
  void sent(const ObservedSwitch&, int output, const Flit& flit, Cycle start) override {
    tell("sent", output, flit, {start});
  }
  void credited(const ObservedSwitch&, int output, int phits, Cycle now) override {
    credits.emplace_back(output, phits, now);
  }
  void nic_credited(const ObservedSwitch&, int input, int phits, Cycle now) override {
    nic_credits.emplace_back(input, phits, now);
  }
  void delivered(const ObservedSwitch&, int output, const Flit& flit, Cycle now) override {
    tell("delivered", output, flit, {now});
  }
  void selected(const ObservedSwitch&, int input, int output, Cycle now) override {
    tell("selected", input, Flit(), {static_cast<Cycle>(output), now});
  }
  void allocating(const ObservedSwitch&, Cycle now) override { allocations.push_back(now); }

  /// Each as "what channel packet: number number …".
  std::vector<std::string> events;
  std::vector<std::tuple<int, int, Cycle>> credits, nic_credits;  ///< channel, phits, cycle
  std::vector<Cycle> allocations;

 private:
  void tell(const char* what, int channel, const Flit& flit, std::initializer_list<Cycle> numbers) {
    std::string text = std::string(what) + ' ' + std::to_string(channel) + " packet " +
                       std::to_string(flit.tag.number) + ':';
    for (const Cycle number : numbers) text += ' ' + std::to_string(number);
    events.push_back(text);
  }
};

/// A part of a structural switch by itself. What it is built for is set before the first of().
class StructuralPart : public testing::Test {
 protected:
  /// A switch with so many ports, all with links to other switches, and 2^vc_shift VCs.
  StructuralPart(int ports, int vc_shift) {
    plan_.name = "s0";
    plan_.id = 3;
    plan_.vc_shift = vc_shift;
    plan_.config = &config_;
    plan_.largest_flit = 4;
    plan_.ports.resize(static_cast<std::size_t>(ports));
    for (PortShape& port : plan_.ports) {
      port.input_vcs = port.output_vcs = 1 << vc_shift;
      port.input_buffer = port.credits = 16;
    }
  }

  PortShape& shape(int port) { return plan_.ports[static_cast<std::size_t>(port)]; }
  /// The switch that the part is of.
  structural::SwitchParameters& of() {
    if (parameters_ == nullptr) {
      plan_.router = &router_;
      parameters_ = std::make_unique<structural::SwitchParameters>(plan_, clock_);
      parameters_->observer = &told_;
    }
    return *parameters_;
  }
  /// The cycles 0 … cycles-1.
  void run(Cycle cycles) { quantum_.run_until(cycles); }

  NetworkConfig config_;
  SwitchPlan plan_;
  WaysOfDestinations router_;
  ToldEvents told_;
  QuantumClock quantum_{"quantum", 1};
  structural::Clock clock_{"clock", quantum_};
  Surroundings around_{clock_};

 private:
  std::unique_ptr<structural::SwitchParameters> parameters_;
};

}  // namespace netloom::test
