#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hw/config/config.h"
#include "hw/structural/base/clock.h"
#include "hw/structural/base/failed_links.h"
#include "hw/structural/base/signals.h"
#include "hw/switch/base/stall.h"
#include "hw/switch/base/switch_model.h"
#include "routing/base/visible.h"
#include "routing/decision/switch_random.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// What all parts of a structural switch know of it, and what they count.
struct SwitchParameters {
  SwitchParameters(const SwitchPlan& plan_of_it, Clock& clock_of_it)
      : plan(plan_of_it),
        clock(&clock_of_it),
        random(plan_of_it.config->simulation.seed, plan_of_it.id),
        leads_to_host(plan_of_it.ports.size(), 0),
        from_host(plan_of_it.ports.size(), 0),
        output_latency(plan_of_it.ports.size(), 0),
        failed(plan_of_it) {}

  const SwitchConfig& config() const { return plan.config->switches; }
  int ports() const { return static_cast<int>(plan.ports.size()); }
  int vcs() const { return 1 << plan.vc_shift; }  ///< channels of a port
  int channels() const { return ports() * vcs(); }
  int port(int channel) const { return channel >> plan.vc_shift; }
  int vc(int channel) const { return channel & (vcs() - 1); }
  int channel(int port, int vc) const { return port << plan.vc_shift | vc; }
  const PortShape& shape(int port) const { return plan.ports[static_cast<std::size_t>(port)]; }

  /// A full crossbar has an input for each input VC, and behind output buffers an output for each
  /// output VC; else a port has one of each.
  bool full_crossbar() const { return config().crossbar == CrossbarKind::kFull; }
  int crossbar_input(int input) const { return full_crossbar() ? input : port(input) * vcs(); }
  int crossbar_output(int output) const {
    return full_crossbar() && buffered(output) ? output : port(output) * vcs();
  }

  /// Whether an output port leads to a host that takes everything: no credits are counted.
  bool endless(int port) const {
    return leads_to_host[static_cast<std::size_t>(port)] != 0 && shape(port).credits == 0;
  }

  /// Whether an output has a buffer, and how many phits a cycle the crossbar then moves to it: S,
  /// and else those of the link.
  bool buffered(int output) const { return shape(port(output)).output_buffer > 0; }
  int speed(int output) const { return buffered(output) ? config().speedup : 1; }

  /// Whether an output port starts nothing in a cycle; for tests.
  bool stalled(int port, Cycle now) const {
    const SimulationConfig& simulation = plan.config->simulation;
    return simulation.stall_probability > 0 &&
           stalls(simulation.stall_probability, simulation.seed, plan.id, port, now);
  }

  /// The flit at the front of an input channel, as the router is asked about it.
  RouteQuery query(int input, const Flit& flit, Cycle now) const {
    return {flit.destination, flit.source(), flit.state(),   port(input),
            vc(input),        now,           flit.tag.number};
  }

  /// Calls tell(observer) if somebody looks.
  template <class Tell>
  void observe(Tell tell) const {
    if (observer != nullptr) tell(*observer);
  }

  std::string channel_name(int channel) const;
  /// BrokenInvariant, naming the cycle and the switch.
  [[noreturn]] void fail(const std::string& what) const;

  SwitchPlan plan;
  Clock* clock;
  mutable SwitchRandom random;  ///< asking for the bits of a cycle changes nothing
  SwitchCounters counters;
  std::vector<std::uint8_t> leads_to_host;  ///< per output port
  std::vector<std::uint8_t> from_host;      ///< per input port
  std::vector<Cycle> output_latency;        ///< per output port that leads to a switch
  FailedLinks failed;
  SwitchObserver* observer = nullptr;  ///< is told what happens; null: nobody is
  ObservedSwitch observed;             ///< … as this
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
