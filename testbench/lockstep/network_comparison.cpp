#include "testbench/lockstep/network_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "hw/config/network_sizes.h"
#include "sim/lockstep/event_recorder.h"
#include "sim/lockstep/lockstep.h"
#include "sim/lockstep/side.h"
#include "testbench/support/child_process.h"

namespace netloom::test {
namespace {

/// How a golden network is run.
struct GoldenRun {
  std::vector<SwitchView> views;  ///< per switch; empty: all fast
  bool observed = true;           ///< by the general core, or else by the core of the network
};

/// What a golden network came to.
struct GoldenEvents {
  std::string line;  ///< as in networks.txt
  std::vector<PortEvent> events;
};

/// Runs it in a process of its own, whose answer is the line and the bytes of the events.
GoldenEvents events_of(const GoldenNetwork& golden, const GoldenRun& run) {
  const std::string answer = in_child([&] {
    NetworkSetup setup = golden.prepared();
    setup.config.views = run.views;
    setup.config.simulation.specialised = !run.observed;
    GoldenSource source = golden.source(setup);
    TestNetwork network(setup, source);
    std::string bytes;
    EventRecorder recorder([&bytes](const std::vector<PortEvent>& events) {
      bytes.append(reinterpret_cast<const char*>(events.data()), events.size() * sizeof(PortEvent));
    });
    for (SwitchId id = 0; run.observed && id < setup.netlist.switches.size(); ++id) {
      network->observe(id, recorder);
    }
    const std::string line = run_golden_network(golden, network, source);
    recorder.finish(network->now());
    return line + '\n' + bytes;
  });
  GoldenEvents result;
  const std::size_t end = std::min(answer.find('\n'), answer.size());
  result.line = answer.substr(0, end);
  if (end == answer.size()) return result;
  result.events.resize((answer.size() - end - 1) / sizeof(PortEvent));
  std::memcpy(result.events.data(), answer.data() + end + 1,
              result.events.size() * sizeof(PortEvent));
  return result;
}

/// Where the rest of the events of two runs begins with a difference.
LockstepDifference difference_of(const std::vector<PortEvent>& first,
                                 const std::vector<PortEvent>& second, std::size_t at) {
  const bool of_first = at >= second.size() || (at < first.size() && first[at] < second[at]);
  LockstepDifference result;
  result.event = (of_first ? first : second)[at];
  result.of_first = of_first;
  const std::vector<PortEvent>& other = of_first ? second : first;
  const auto found = std::find_if(
      other.begin() + static_cast<std::ptrdiff_t>(std::min(at, other.size())), other.end(),
      [&](const PortEvent& each) { return each.same_place(result.event); });
  if (found != other.end() && found->cycle <= result.cycle() + LockstepDifference::kLookAhead) {
    result.next = *found;
  }
  return result;
}

/// Whether two runs are the same; counts what both have.
bool same_runs(const NetworkSetup& setup, const GoldenEvents& fast, const GoldenEvents& other,
               const std::string& name, Comparison& result) {
  ++result.runs;
  const auto [first, second] = std::mismatch(fast.events.begin(), fast.events.end(),
                                             other.events.begin(), other.events.end());
  const auto count = static_cast<std::size_t>(first - fast.events.begin());
  result.events += count;
  result.grants += static_cast<std::uint64_t>(
      std::count_if(fast.events.begin(), first,
                    [](const PortEvent& each) { return each.kind == PortEvent::Kind::kGranted; }));
  if (first == fast.events.end() && second == other.events.end() && fast.line == other.line) {
    return true;
  }
  result.status = Comparison::Status::kDifferent;
  result.reason = fmt::format("fast and {}: {} events the same, ", name, count);
  if (first == fast.events.end() && second == other.events.end()) {
    result.reason += "but not the results\n";
  } else {
    const int shift = vc_shift_of(setup.config.switches.vcs, setup.config.nic.injection_vcs);
    result.reason += "then " + event_lines(difference_of(fast.events, other.events, count), "fast",
                                           name, setup.netlist, shift);
  }
  result.reason += fast.line + '\n' + other.line;
  return false;
}

}  // namespace

Comparison compare_network(const GoldenNetwork& golden) {
  const NetworkSetup setup = golden.prepared();
  std::vector<SwitchView> structural(setup.netlist.switches.size(), SwitchView::kStructural);
  std::vector<SwitchView> mixed(setup.netlist.switches.size(), SwitchView::kFast);
  for (std::size_t i = 0; i < mixed.size(); i += 2) mixed[i] = SwitchView::kStructural;
  const GoldenEvents fast = events_of(golden, {});
  const std::string alone = events_of(golden, {{}, false}).line;
  Comparison result;
  if (alone != fast.line || fast.events.empty()) {
    result.status = Comparison::Status::kDifferent;
    result.reason = "the core of the network: " + alone + "\nthe general core: " + fast.line;
    return result;
  }
  if (same_runs(setup, fast, events_of(golden, {structural}), "structural", result)) {
    same_runs(setup, fast, events_of(golden, {mixed}), "mixed", result);
  }
  return result;
}

}  // namespace netloom::test
