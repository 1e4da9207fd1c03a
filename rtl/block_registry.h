#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/registry.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/selection.h"
#include "routing/decision/switch_arbiters.h"
#include "routing/decision/traffic_counters.h"
#include "routing/decision/vc_decision.h"
#include "rtl/rtl_circuit.h"

namespace netloom {

/// What straps tell a selector about its switch.
struct SelectorStraps {
  PortPreference preference;
  bool cyclic = false;  ///< the preferred port is the one after that used last
  int ports = 0;
  int vc_shift = 0;  ///< channel = port << vc_shift | vc
};

/// What straps tell arbiters about their switch.
struct ArbiterStraps {
  ArbiterKind kind = ArbiterKind::kRoundRobin;
  int ports = 0;
  int vc_shift = 0;         ///< channel = port << vc_shift | vc
  bool by_channel = false;  ///< each input channel has a crossbar input of its own, not each port
};

/// A Verilated implementation of an RTL block. Several may implement one block: Netloom's own, in
/// one or more forms, and a user's (CMake function netloom_rtl_block).
///
/// A block matches ports (make_port_matcher), decides about virtual channels (make_vc_decision),
/// counts traffic (make_counters), selects among channels (make_port_selector), or arbitrates
/// (make_arbiters).
struct RtlBlockEntry {
  static constexpr const char* kKind = "RTL block implementation";

  std::string block;    ///< the decision it makes: "interval"
  std::string summary;  ///< one line for `netloom list`
  std::string fits;     ///< the configurations whose decision it makes, for messages

  /// Whether it makes the decision of this C++ model in a switch with so many ports, so that it can
  /// take its place.
  std::function<bool(const PortMatcher& reference, int ports)> implements;
  /// Makes the instances that decide for one switch, in their reset state. What they do not reset,
  /// and inputs when they do not count, are random: `seed` says how.
  std::function<std::unique_ptr<PortMatcher>(const PortMatcher& reference, int ports,
                                             std::uint64_t seed)>
      make_port_matcher;

  /// The same for virtual channels.
  std::function<bool(const VcDecision& reference, int ports)> implements_vcs;
  std::function<std::unique_ptr<VcDecision>(const VcDecision& reference, int ports,
                                            std::uint64_t seed)>
      make_vc_decision;

  /// The same for traffic counters, in a switch with so many injection ports.
  std::function<bool(const TrafficCounters& reference, int ports)> implements_counters;
  std::function<std::unique_ptr<TrafficCounters>(const TrafficCounters& reference, int ports,
                                                 std::uint64_t seed)>
      make_counters;

  /// The same for a selection.
  std::function<bool(const SelectorStraps& straps)> implements_selection;
  std::function<std::unique_ptr<PortSelector>(const SelectorStraps& straps, std::uint64_t seed)>
      make_port_selector;

  /// The same for all arbiters of a switch.
  std::function<bool(const ArbiterStraps& straps)> implements_arbitration;
  std::function<std::unique_ptr<SwitchArbiters>(const ArbiterStraps& straps, std::uint64_t seed)>
      make_arbiters;

  /// What has to be synthesised for one switch.
  std::function<RtlCircuit(const CircuitRequest& request)> circuit;
  std::vector<std::string> sources;  ///< SystemVerilog files that are not in rtl_folder()
};

using RtlBlockRegistry = Registry<RtlBlockEntry>;

/// Names of the implementations of one block, sorted.
std::vector<std::string> rtl_implementations(const std::string& block);

}  // namespace netloom
