#include "testbench/lockstep/network_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "hw/config/network_sizes.h"
#include "sim/lockstep/event_recorder.h"
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

std::string event_text(const std::vector<PortEvent>& events, std::size_t at,
                       const NetworkSetup& setup) {
  if (at >= events.size()) return "nothing more";
  const int shift = vc_shift_of(setup.config.switches.vcs, setup.config.nic.injection_vcs);
  return events[at].text(setup.netlist, shift);
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
  result.reason = fmt::format("fast and {}: {} events the same, then\n  fast: {}\n  {}: {}\n{}\n{}",
                              name, count, event_text(fast.events, count, setup), name,
                              event_text(other.events, count, setup), fast.line, other.line);
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
