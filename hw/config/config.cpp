#include "hw/config/config.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "hw/config/config_check.h"
#include "routing/base/error.h"
#include "routing/decision/vc_classes.h"
#include "routing/netlist/latency.h"

namespace netloom {
inline namespace hw {
namespace {

/// Collects the first problem; later checks are passed over.
class Examination {
 public:
  void range(const std::string& key, std::int64_t value, std::int64_t minimum,
             std::int64_t maximum) {
    if (value < minimum || value > maximum) {
      report(key, fmt::format("{} is out of range; allowed: {} to {}", value, minimum, maximum));
    }
  }

  void report(const std::string& key, const std::string& message) {
    if (!problem_) problem_ = ConfigProblem{key, message};
  }

  bool clean() const { return !problem_; }
  std::optional<ConfigProblem> result() const { return problem_; }

 private:
  std::optional<ConfigProblem> problem_;
};

/// One entry per link kind?
bool sized(Examination& examine, const std::string& key, const std::vector<int>& values,
           const std::vector<std::string>& kinds) {
  if (values.size() == kinds.size()) return true;
  examine.report(key, fmt::format("has {} values; allowed: one for each of the {} link kinds",
                                  values.size(), kinds.size()));
  return false;
}

void check_switches(Examination& examine, const NetworkConfig& config,
                    const std::vector<std::string>& kinds) {
  const SwitchConfig& switches = config.switches;
  const int packet = config.nic.packet_phits;
  const bool wormhole = switches.switching == Switching::kWormhole;
  if (wormhole) {
    examine.range("switch.flit_phits", switches.flit_phits, 1, kLongestPacket);
    if (switches.flit_phits > packet) {
      examine.report("switch.flit_phits",
                     fmt::format("{} phits are more than a packet; allowed: 1 to {}",
                                 switches.flit_phits, packet));
    }
    if (switches.selection_time != SelectionTime::kGrant) {
      examine.report("routing.select_at",
                     "'routing' reserves room for whole packets; allowed "
                     "with wormhole: grant");
    }
  }
  const int flit = wormhole ? switches.flit_phits : packet;
  const std::string unit = wormhole ? "one flit" : "one packet";
  if (sized(examine, "routing.vcs.count", switches.vcs, kinds)) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      examine.range("routing.vcs.count." + kinds[i], switches.vcs[i], 1, kMaxVirtualChannels);
      if (examine.clean() && switches.vcs[i] % config.nic.classes != 0) {
        examine.report("routing.vcs.count." + kinds[i],
                       fmt::format("{} cannot be divided among {} message classes; allowed: a "
                                   "multiple of {}",
                                   switches.vcs[i], config.nic.classes, config.nic.classes));
      }
    }
  }
  if (sized(examine, "switch.input_buffer", switches.input_buffer, kinds)) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const std::string key = "switch.input_buffer." + kinds[i];
      if (switches.input_buffer[i] >= 1 && switches.input_buffer[i] < flit) {
        examine.report(key,
                       fmt::format("{} phits do not hold {} ({} phits); allowed: {} to {}",
                                   switches.input_buffer[i], unit, flit, flit, kMostBufferPhits));
      }
      examine.range(key, switches.input_buffer[i], flit, kMostBufferPhits);
    }
  }
  if (sized(examine, "switch.output_buffer", switches.output_buffer, kinds)) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const std::string key = "switch.output_buffer." + kinds[i];
      if (switches.output_buffer[i] >= 1 && switches.output_buffer[i] < flit) {
        examine.report(key,
                       fmt::format("{} phits do not hold {} ({} phits); allowed: 0, or {} to {}",
                                   switches.output_buffer[i], unit, flit, flit, kMostBufferPhits));
      }
      examine.range(key, switches.output_buffer[i], 0, kMostBufferPhits);
    }
  }
  examine.range("switch.routing_delay", switches.routing_delay, 0, kLongestLatency);
  examine.range("switch.crossbar.delay", switches.crossbar_delay, 1, kLongestLatency);
  examine.range("switch.crossbar.speedup", switches.speedup, 1, kHighestSpeedup);
  examine.range("switch.allocator.iterations", switches.iterations, 1, kMostAllocatorIterations);
}

void check_nic(Examination& examine, const NicConfig& nic) {
  examine.range("traffic.packet_phits", nic.packet_phits, 1, kLongestPacket);
  if (nic.injection_buffer >= 1 && nic.injection_buffer < nic.packet_phits) {
    examine.report(
        "nic.injection_buffer",
        fmt::format("{} phits do not hold one packet ({} phits); allowed: {} to {}",
                    nic.injection_buffer, nic.packet_phits, nic.packet_phits, kMostBufferPhits));
  }
  examine.range("nic.injection_buffer", nic.injection_buffer, nic.packet_phits, kMostBufferPhits);
  examine.range("nic.injection_vcs", nic.injection_vcs, 1, kMaxVirtualChannels);
  examine.range("routing.vcs.classes", nic.classes, 1, kMostMessageClasses);
  if (examine.clean() && nic.injection_vcs % nic.classes != 0) {
    examine.report("nic.injection_vcs",
                   fmt::format("{} cannot be divided among {} message classes; allowed: a multiple "
                               "of {}",
                               nic.injection_vcs, nic.classes, nic.classes));
  }
  if (nic.classes > 1 && nic.reorders()) {
    examine.report("nic.reorder_buffer",
                   fmt::format("puts messages of all classes into one order, so that they wait for "
                               "each other; allowed with {} message classes: 0",
                               nic.classes));
  }
  if (nic.ejection_buffer >= 1 && nic.ejection_buffer < nic.packet_phits) {
    examine.report(
        "nic.ejection_buffer",
        fmt::format("{} phits do not hold one packet ({} phits); allowed: 0, or {} to {}",
                    nic.ejection_buffer, nic.packet_phits, nic.packet_phits, kMostBufferPhits));
  }
  examine.range("nic.ejection_buffer", nic.ejection_buffer, 0, kMostBufferPhits);
  if (nic.reorder_buffer != kUnlimitedReorderBuffer) {
    examine.range("nic.reorder_buffer", nic.reorder_buffer, 0, kMostReorderedPackets);
  }
}

void check_faults(Examination& examine, const NetworkConfig& config) {
  const FaultHandling& handling = config.fault_handling;
  const std::string section = "fault_handling.";
  examine.range(section + "detection", handling.detection, 1, kLongestLatency);
  examine.range(section + "generation", handling.generation, 1, kLongestLatency);
  examine.range(section + "processing", handling.processing, 1, kLongestLatency);
  examine.range(section + "update", handling.update, 1, kLongestLatency);
  examine.range(section + "control_phits", handling.control_phits, 0, config.nic.packet_phits);
  examine.range(section + "delay", handling.delay, kWriteCycles, kLongestFaultDelay);
  examine.range(section + "write", handling.write, kWriteCycles, kLongestLatency);
  if (handling.way == FaultWay::kCentral && handling.delay < handling.detection) {
    examine.report(section + "delay",
                   fmt::format("{} cycles are over before a switch knows that its link has failed; "
                               "allowed: fault_handling.detection ({}) to {}",
                               handling.delay, handling.detection, kLongestFaultDelay));
  }
  if (config.faults.empty()) return;
  const SwitchConfig& switches = config.switches;
  if (switches.switching == Switching::kWormhole) {
    examine.report("switch.switching",
                   "a packet that a fault cuts would hold its channels for ever; allowed with "
                   "faults: vct, store_and_forward");
  }
  if (switches.selection_time != SelectionTime::kGrant) {
    examine.report(
        "routing.select_at",
        "'routing' reserves room behind links that may fail; allowed with faults: grant");
  }
  for (const int phits : switches.output_buffer) {
    if (phits > 0) {
      examine.report("switch.output_buffer",
                     "packets would wait in the output buffer of a link that has failed; allowed "
                     "with faults: 0");
    }
  }
  if (config.nic.reorders()) {
    examine.report("nic.reorder_buffer",
                   "it would wait for ever for a packet that a fault has cut; allowed with faults: "
                   "0");
  }
}

void check_simulation(Examination& examine, const NetworkConfig& config) {
  const SimulationConfig& simulation = config.simulation;
  examine.range("simulation.quantum", simulation.quantum, 0, kLongestLatency);
  examine.range("simulation.hop_factor", simulation.hop_factor, 1, kMostHopFactor);
  if (!(simulation.stall_probability >= 0 &&
        simulation.stall_probability <= kMostStallProbability)) {
    examine.report("simulation.stall_probability",
                   fmt::format("{} is out of range; allowed: 0 to {}", simulation.stall_probability,
                               kMostStallProbability));
  }
  if (config.smallest_packet < 0 || config.smallest_packet > config.nic.packet_phits) {
    examine.report("traffic.packet_phits",
                   fmt::format("the shortest packet has {} phits; allowed: 1 to {}, or 0 for "
                               "packets of one size",
                               config.smallest_packet, config.nic.packet_phits));
  }
}

}  // namespace

std::optional<ConfigProblem> find_problem(const NetworkConfig& config,
                                          const std::vector<std::string>& kinds) {
  Examination examine;
  check_nic(examine, config.nic);
  if (examine.clean()) check_switches(examine, config, kinds);
  if (examine.clean()) check_faults(examine, config);
  check_simulation(examine, config);
  return examine.result();
}

std::optional<ConfigProblem> find_bubble_problem(const NetworkConfig& config,
                                                 const std::vector<std::string>& kinds) {
  const int packets = 2 * config.nic.packet_phits;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == "host") continue;
    const bool queued = config.switches.output_buffer[i] > 0;
    const int phits = queued ? config.switches.output_buffer[i] : config.switches.input_buffer[i];
    if (phits >= packets) continue;
    return ConfigProblem{
        fmt::format("switch.{}.{}", queued ? "output_buffer" : "input_buffer", kinds[i]),
        fmt::format("{} phits do not hold two packets ({} phits), for which a packet that enters a "
                    "ring waits in bubble flow control; allowed: {} to {}",
                    phits, packets, packets, kMostBufferPhits)};
  }
  return std::nullopt;
}

void validate(const NetworkConfig& config, const std::vector<std::string>& kinds) {
  if (const auto problem = find_problem(config, kinds)) {
    throw Error(problem->key + ": " + problem->message);
  }
}

}  // namespace hw
}  // namespace netloom
