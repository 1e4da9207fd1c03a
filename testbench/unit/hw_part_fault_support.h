#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/switch/base/fault_unit.h"
#include "hw/switch/part/crossbar.h"
#include "hw/switch/part/fault_handler.h"
#include "hw/switch/part/input_port.h"
#include "hw/switch/part/output_port.h"
#include "hw/switch/part/wakeup.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom::test {

/// What an observer is told of flits that leave, and of lost ones.
class FaultEvents : public SwitchObserver {
 public:
  void released(const ObservedSwitch& /*at*/, int input, const Flit& /*flit*/,
                Cycle last) override {
    gone.emplace_back(input, last);
  }
  void lost(const ObservedSwitch& /*at*/, int input, const Flit& flit, Cycle now) override {
    losses.emplace_back(input, flit.tag.number, now);
  }

  std::vector<std::pair<int, Cycle>> gone;
  std::vector<std::tuple<int, std::uint32_t, Cycle>> losses;
};

/// The switch around a fault handler. What is released has its credit back four cycles later.
template <int kBits, Features kSet>
struct FailingSwitch : Tells<FaultEvents> {
  using Numbers = Channels<kBits, kSet>;
  using Mask = ChannelMask<kBits>;
  static constexpr int kPorts = 5;  ///< two down, two up, and that of control packets

  explicit FailingSwitch(int shift) : numbers(kPorts, shift) {
    auto* const port_lines = lines<Mask>(arena, kPorts);
    inputs.build(arena, numbers, port_lines, false);
    wakeup.build(port_lines);
    SwitchConfig switches;
    switches.crossbar_delay = 2;
    crossbar.build(switches);
    outputs.build(arena, numbers, port_lines, 4, false, false, false);
    for (int port = 0; port < kPorts; ++port) {
      inputs.link(port).reach(calendar, numbers.first(port), 4, false);
      outputs.link(port).reach(calendar, numbers.first(port), 3, false);
    }
    for (int channel = 0; channel < numbers.count(); ++channel) {
      inputs.build_channel(arena, channel, 2);
    }
    inputs.build_channel(arena, numbers.first(kPorts - 1), 1);
  }
  const Numbers& channels() const { return numbers; }
  Mask input_group(int input) const { return crossbar.input_group(numbers, input); }
  int input_vcs(int /*port*/) const { return numbers.vcs(); }
  int output_vcs(int /*port*/) const { return numbers.vcs(); }
  void may_go(int input) {
    inputs.set_ready(input);
    wakeup.wake(input);
  }
  void gone(int input) {
    inputs.leave(input);
    wakeup.leave(input);
  }
  // What input ports ask.
  bool discards(int /*input*/, const Flit& /*flit*/, Cycle /*now*/) const { return false; }
  bool follows(int /*input*/) const { return false; }
  void start_routing(int /*input*/, const Flit& /*flit*/, Cycle /*now*/) const {}

  Arena arena{std::size_t{1} << 16};
  Numbers numbers;
  Timetable<Mask> times;
  Calendar<Mask>& calendar = times.calendar;
  InputPorts<Numbers> inputs;
  OutputPorts<Numbers> outputs;
  Outbox<Mask> box;
  Outbox<Mask>* outbox = &box;
  Wakeup<Numbers> wakeup;
  struct Forgets {
    void forget(int input) { forgotten.push_back(input); }
    std::vector<int> forgotten;
  };
  Forgets source_decision, routing_units;
  Crossbar<Numbers> crossbar;
  SwitchCounters counters;
  Cycle quantum_end = 64;
};

/// Switch 4 of a 2-ary 3-tree, in the middle stage: ports 0 and 1 lead down, 2 and 3 up.
/// F = 10, G = 2, P = 3, U = 5.
template <class Part>
class PartFaultHandler : public testing::Test {
 protected:
  using Core = FailingSwitch<Part::kBits, Part::kFeatures>;
  using Mask = typename Core::Mask;

  PartFaultHandler() : registers_("ft2ei", shape()) {
    handling_.detection = 10;
    handling_.generation = 2;
    handling_.processing = 3;
    handling_.update = 5;
  }
  SwitchPlan plan() {
    SwitchPlan result;
    result.config = &config_;
    result.faults = &unit_;
    result.ports.resize(Core::kPorts);
    result.output_ends.assign(4, FaultWork::kNoCycle);
    result.output_ends[0] = 30;
    return result;
  }
  static SwitchShape shape() {
    SwitchShape result;
    result.hosts = 8;
    result.switches = 12;
    result.ports = 4;
    result.first_up_port = 2;
    result.up_ports = 2;
    result.exclusion_intervals = 1;
    return result;
  }
  static NetworkConfig failing() {
    NetworkConfig result;
    result.faults.push_back(in_cycle(30));
    return result;
  }
  static LinkFault in_cycle(Cycle cycle, int number = 1) {
    LinkFault fault;
    fault.cycle = cycle;
    fault.fault = number;
    return fault;
  }
  int last_of(int port) const { return core_.numbers.of(port, core_.numbers.vcs() - 1); }
  Mask ports(std::initializer_list<int> which) const {
    Mask result;
    for (const int port : which) result |= core_.numbers.of_port(port);
    return result;
  }
  Flit& front(int input, const Flit& flit) {
    core_.inputs.front(input) = flit;
    core_.inputs.take_arrivals(core_, Mask::bit(input), Cycle{flit.arrival} + flit.phits);
    return core_.inputs.front(input);
  }
  /// A routed head with these candidates.
  Flit& head(int input, const Mask& candidates, Cycle arrival = 1, bool deviated = false) {
    Flit flit = packet_of(4, arrival);
    flit.set_deviated(deviated);
    Flit& at_front = front(input, flit);
    core_.inputs.set_candidates(input, candidates);
    has_way_ = handler_.keep_off_failed_links(core_, input);
    core_.inputs.set_ready(input);
    return at_front;
  }
  Flit& control(int input, int stage_of_fault) {
    Flit flit = packet_of(2, 8);
    flit.packet_phits = 0;
    flit.set_control(true);
    flit.set_source(static_cast<NodeId>(stage_of_fault));
    flit.destination = 6;
    flit.set_interval_end(7);
    flit.tag.number = 1;
    flit.count_hop();
    return front(input, flit);
  }
  const Mask& candidates(int input) const { return core_.inputs.candidates(input); }
  std::vector<int> candidate_list(int input) const { return members(candidates(input)); }
  void step(Cycle now) {
    const auto due = std::exchange(core_.calendar.timers(now), {});
    core_.crossbar.free(due.inputs_free, due.outputs_free);
    handler_.work(core_, now);
    handler_.drop(core_, now);
  }
  void work_until(Cycle last) {
    for (Cycle now = 0; now <= last; ++now) step(now);
  }

  NetworkConfig config_ = failing();
  FaultHandling handling_;
  RegisterFile registers_;
  FaultUnit unit_{FatTree(2, 3), 4, handling_, registers_, 2};
  Core core_{Part::kShift};
  FaultHandler<Core> handler_{core_, plan()};
  bool has_way_ = false;
};

template <int kWidth, Features kSet, int kVcShift>
struct FaultPart {
  static constexpr int kBits = kWidth;
  static constexpr Features kFeatures = kSet;
  static constexpr int kShift = kVcShift;
};
using FaultParts = testing::Types<FaultPart<32, kFaults, 0>, FaultPart<64, kAllFeatures, 1>,
                                  FaultPart<128, kAllFeatures, 2>>;
}  // namespace netloom::test
