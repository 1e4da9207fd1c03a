#include "testbench/network/random_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "hw/network/partition.h"
#include "routing/base/bits.h"
#include "testbench/support/sources.h"

namespace netloom::test {

namespace {

Endpoint at_switch(std::uint32_t index, int port) {
  return {Endpoint::Type::kSwitch, index, port};
}

Endpoint at_host(std::uint32_t index) {
  return {Endpoint::Type::kHost, index, 0};
}

}  // namespace

RandomCase::RandomCase(std::uint64_t seed) {
  Random random(seed, 17);
  const auto draw = [&random](int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
  };
  const int switches = draw(1, 10);
  netlist.kinds = {"host", "near", "far"};
  for (int i = 0; i < switches; ++i) netlist.switches.push_back({fmt::format("s{}", i), 0});
  const auto next_port = [this](int s) {
    return netlist.switches[static_cast<std::size_t>(s)].ports++;
  };
  for (int i = 1; i < switches; ++i) {
    const int parent = draw(0, i - 1);
    const bool far = draw(0, 1) == 1;
    const int farthest = draw(0, 2) == 0 ? 200 : 20;
    const int latency = far ? draw(3, farthest) : draw(1, 4);
    const int a = next_port(parent), b = next_port(i);
    netlist.add_cable(at_switch(static_cast<std::uint32_t>(parent), a),
                      at_switch(static_cast<std::uint32_t>(i), b), latency, far ? 2 : 1);
  }
  const int hosts = draw(2, 14);
  for (int i = 0; i < hosts; ++i) {
    const int home = draw(0, switches - 1);
    netlist.hosts.push_back({fmt::format("h{}", i)});
    const int port = next_port(home);
    netlist.add_cable(at_host(static_cast<std::uint32_t>(i)),
                      at_switch(static_cast<std::uint32_t>(home), port), draw(1, 5), 0);
  }

  SwitchConfig& s = config.switches;
  s.switching = static_cast<Switching>(draw(0, 2));
  largest = draw(1, 24);
  const bool one_size = draw(0, 1) == 1;
  smallest = one_size ? largest : draw(1, largest);
  config.nic.packet_phits = largest;
  config.smallest_packet = smallest;
  int flit = largest;
  if (s.switching == Switching::kWormhole) {
    s.flit_phits = flit = draw(1, largest);
  }
  s.vcs = {draw(1, 3), draw(1, 4), draw(1, 4)};
  for (int kind = 0; kind < 3; ++kind) {
    s.input_buffer.push_back(flit + draw(0, 3 * flit));
    s.output_buffer.push_back(draw(0, 2) == 0 ? flit + draw(0, 2 * flit) : 0);
  }
  if (draw(0, 1) == 0) s.output_buffer = {0, 0, 0};
  s.routing_delay = draw(0, 3);
  if (draw(0, 2) == 0) s.routing_units = RoutingUnits::kSwitch;
  s.crossbar_delay = draw(1, 3);
  s.speedup = draw(1, 2);
  s.crossbar = static_cast<CrossbarKind>(draw(0, 1));
  s.allocator = static_cast<AllocatorKind>(std::max(0, draw(-2, 2)));
  s.iterations = draw(0, 1) == 0 ? 1 : draw(1, 3);
  s.arbiter = static_cast<ArbiterKind>(std::max(0, draw(-3, 3)));
  s.selection = draw(0, 1) == 0 ? "ff" : draw(7, 8) == 7 ? "mc" : "random";
  if (s.switching != Switching::kWormhole && draw(0, 2) == 0) {
    s.selection_time = SelectionTime::kRouting;
  }
  if (!one_size && draw(0, 1) == 1) {
    control_share = 0.1;
    s.control_priority = draw(0, 1) == 1;
    if (s.switching == Switching::kWormhole) control_share = 0;  // control packets are one flit
  }
  config.nic.injection_vcs = draw(1, 3);
  config.nic.injection_buffer = largest * draw(1, 6);
  config.nic.injection_vc_choice = static_cast<InjectionVcChoice>(draw(0, 2));
  if (draw(0, 4) == 0) config.nic.reorder_buffer = draw(1, 5);
  config.simulation.seed = seed;
  config.simulation.check_invariants = true;
  config.simulation.watchdog = 7;  // it looks for deadlocks all the time: there are none
  load = 0.1 * draw(1, 10);
}

void RandomCase::specialise() {
  SwitchConfig& switches = config.switches;
  if (switches.switching == Switching::kWormhole) {
    switches.switching = Switching::kVirtualCutThrough;
    for (int& phits : switches.input_buffer) phits += largest;
  }
  switches.output_buffer = {0, 0, 0};
  switches.crossbar = CrossbarKind::kMultiplexed;
  switches.allocator = AllocatorKind::kSeparableInputFirst;
  switches.iterations = 1;
  switches.arbiter = ArbiterKind::kRoundRobin;
  switches.control_priority = false;
  switches.selection_time = SelectionTime::kGrant;
  switches.routing_units = RoutingUnits::kPort;
  smallest = largest;
  control_share = 0;
  config.smallest_packet = 0;
}

std::string RandomCase::description() const {
  const SwitchConfig& s = config.switches;
  return fmt::format(
      "{} switches, {} hosts, switching {}, packets {}..{}, flit {}, vcs {}/{}/{}, buffers "
      "{}/{}/{}, "
      "output buffers {}/{}/{}, R {} per {}, X {}, S {}, crossbar {}, allocator {} x {}, arbiter "
      "{}, "
      "selection {} at {}, control {} priority {}, injection vcs {}, reorder {}, load {}",
      netlist.switches.size(), netlist.hosts.size(), static_cast<int>(s.switching), smallest,
      largest, s.flit_phits, s.vcs[0], s.vcs[1], s.vcs[2], s.input_buffer[0], s.input_buffer[1],
      s.input_buffer[2], s.output_buffer[0], s.output_buffer[1], s.output_buffer[2],
      s.routing_delay, s.routing_units == RoutingUnits::kPort ? "port" : "switch", s.crossbar_delay,
      s.speedup, static_cast<int>(s.crossbar), static_cast<int>(s.allocator), s.iterations,
      static_cast<int>(s.arbiter), s.selection, static_cast<int>(s.selection_time), control_share,
      s.control_priority, config.nic.injection_vcs, config.nic.reorder_buffer, load);
}

Outcome run_case(const RandomCase& test_case, Cycle cycles, Cycle drain) {
  const Netlist& netlist = test_case.netlist;
  RoutingContext context;
  context.netlist = &netlist;
  context.vcs = test_case.config.switches.vcs;
  context.vc_policy = "free";
  int largest = test_case.config.nic.injection_vcs;
  for (const int vcs : context.vcs) largest = std::max(largest, vcs);
  context.vc_shift = ceil_log2(static_cast<std::uint64_t>(largest));
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find("shortest_path");
  context.parameters = resolve_parameters(entry.parameters, {}, "shortest_path");
  const auto routing = entry.make(context);
  const double mean = 0.5 * (test_case.smallest + test_case.largest);
  UniformSource source(static_cast<std::uint32_t>(netlist.hosts.size()),
                       std::min(test_case.load, 0.99 * mean), test_case.smallest, test_case.largest,
                       test_case.config.simulation.seed);
  source.stop = cycles;
  source.control_share = test_case.control_share;
  Network network("network", netlist, *routing, test_case.config, source);
  network.run(cycles);
  for (Cycle waited = 0; waited < drain && !network.empty(); waited += 1000) network.run(1000);
  Outcome outcome;
  outcome.counters = network.counters();
  outcome.digest = source.digest();
  outcome.threads = network.partition().threads;
  outcome.core = network.core();
  const Conservation conservation = network.check_conservation();
  if (!conservation.holds) outcome.conservation = conservation.message;
  return outcome;
}

}  // namespace netloom::test
