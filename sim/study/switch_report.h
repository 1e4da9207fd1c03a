#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/study/switch_estimate.h"
#include "sim/study/switch_kinds.h"
#include "sim/study/switch_state.h"
#include "sim/study/whole_switch_synthesis.h"

namespace netloom {
inline namespace sim {

/// What one kind of switch in RTL keeps, and what synthesis makes of it.
struct SwitchReport {
  ElaboratedKind kind;
  std::vector<ModuleState> modules;
  std::optional<WholeSwitch> synthesis;
  SwitchEstimate estimate = {};

  /// Flip-flops, or with `memory` bits of memories, of a class.
  std::uint64_t bits(StateClass state_class, bool memory) const;
  /// Modules whose flip-flops or memories in the netlist are not those that they should be, a line
  /// each; empty without synthesis.
  std::vector<std::string> differences() const;
};

/// What is to be known of whole switches.
struct SwitchReportRequest {
  ElaborationChanges changes;
  bool synthesis = false;
  std::optional<CellLibrary> library;
  std::optional<PlaceAndRoute> ice40;  ///< on an iCE40, too
  bool progress = false;               ///< of synthesis: a line on standard error
  std::string kind;                    ///< this one only, "netloom_switch_0"; empty: all
};

/// For each kind of switch. `config`: all switches are in the RTL view. Error: as
/// elaborated_kinds() and WholeSwitchSynthesis; there is no such kind.
std::vector<SwitchReport> switch_reports(const Config& config, const SwitchReportRequest& request);

/// Part of gate equivalents that is routing: the routing units with all that is in them, and the
/// registers of the routing; each copy of a register counts once. 0 … 1.
double routing_share(const SwitchReport& report);
/// Gate equivalents of a module, each copy of a register counted once: its flip-flops, and without
/// a library the multiplexers that write them.
double equivalents_once(const SwitchReport& report, const ModuleSynthesis& module);

/// [{kind, count, parameters, classes, modules, …}], as docs/reference/cost_files.md describes it.
Json switch_reports_json(const std::vector<SwitchReport>& reports);
/// The same for people.
std::string switch_reports_text(const std::vector<SwitchReport>& reports);

}  // namespace sim
}  // namespace netloom
