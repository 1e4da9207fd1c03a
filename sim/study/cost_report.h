#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/check/connectivity.h"
#include "routing/check/crosspoints.h"
#include "sim/base/json.h"
#include "sim/config/loaded_config.h"
#include "sim/study/network_cost.h"
#include "sim/study/register_cost.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Switches of a network that are built alike: of the same stages, where the network has stages, or
/// with the same number of ports.
struct SwitchKind {
  std::string name;         ///< "stage 2", "stages 0 to 1", "5 ports"
  std::uint64_t count = 0;  ///< switches
  SwitchShape shape;
  RegisterCost registers;
  std::optional<FormulaCheck> formula;  ///< where [Fat-Trees 2010] has one for the routing hardware
  // Crosspoints of one switch, and of all of this kind.
  std::uint64_t least_crosspoints = 0;
  std::uint64_t most_crosspoints = 0;
  std::uint64_t all_crosspoints = 0;
};

/// What a forwarding table would take in the switch with most ports.
struct TableCost {
  int ports = 0;
  int choices = 1;  ///< ports for each node in an adaptive table: k in a fat-tree, elsewhere the
                    ///< most that the routing function offers one packet
  std::uint64_t deterministic = 0;  ///< bits
  std::uint64_t adaptive = 0;       ///< bits
  /// What the tables of this routing function take: in the switch with most, and in all. Bits; 0:
  /// it has none.
  std::uint64_t most = 0;
  std::uint64_t all = 0;
};

/// What is counted. Crosspoints need a walk over all paths of the network, which takes very long in
/// networks of thousands of hosts with many paths; with them go forwarding tables, connectivity and
/// the cost of the network.
enum class CostScope { kEverything, kRegisters };

/// What the switches of a configuration cost. Nothing is simulated.
struct CostReport {
  CostScope scope = CostScope::kEverything;
  std::string set = kNoRegisters;
  std::vector<SwitchKind> kinds;  ///< at least one, in the order of the netlist
  TableCost table;
  /// For each number of ports, a crossbar that serves in all such switches; of networks without
  /// stages that have several of them.
  std::vector<SharedCrossbar> shared;
  ConnectivityReport connectivity;  ///< what the crosspoints rest on

  /// The relative network cost of [Fat-Trees 2010], section 5.4.1; none where it is not defined,
  /// and why.
  std::optional<NetworkCosts> network_costs;
  std::string network_costs_undefined;
  /// Which of the networks in it the configuration is.
  std::vector<CostedNetwork> configured;

  /// The kind with most bits in its registers, and the one with least.
  const SwitchKind& largest() const;
  const SwitchKind& smallest() const;
  /// Over all switches.
  std::uint64_t bits(RegisterClass register_class) const;
  std::uint64_t crosspoints() const;
  /// The most crosspoints of one switch.
  std::uint64_t most_crosspoints() const;
  /// Every difference between counted registers and formulas is accounted for, and the routing
  /// connects all hosts.
  bool ok() const;
};

/// Error: what the routing function or the cost model says about the configuration.
CostReport cost_of(LoadedConfig& loaded, CostScope scope = CostScope::kEverything,
                   bool progress = false);

/// The result file, as docs/reference/cost_files.md describes it.
Json cost_json(const Config& config, const CostReport& report);
/// The same for people.
std::string cost_text(const CostReport& report);

}  // namespace sim
}  // namespace netloom
