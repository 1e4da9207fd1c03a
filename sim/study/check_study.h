#pragma once

#include <optional>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/check/connectivity.h"
#include "routing/check/cycle_witness.h"
#include "routing/check/deadlock.h"
#include "routing/check/relabel.h"
#include "routing/check/vc_need.h"
#include "sim/base/json.h"
#include "sim/config/loaded_config.h"
#include "sim/study/register_readout.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// What `netloom check` says about a configuration: nothing is simulated.
struct CheckStudy {
  std::optional<VcNeed> vc_need;  ///< with the VC policy davc
  bool enough_vcs = true;         ///< for what packets need; or they stay on the last VC
  ConnectivityReport connectivity;
  DeadlockReport deadlock;
  std::vector<CycleWitness> cycle_packets;  ///< that can make up the cycle, by its channels
  RegisterCheck registers;
  std::optional<RelabelReport> relabelled;  ///< if it was asked for

  /// Packets have the VCs that they need, the routing connects all hosts without deadlock, and
  /// every register is as it should be.
  bool ok() const;
};

/// Looks for ids with which davc needs fewer VCs, too, if `search` says how. Elaborates the
/// network: once per process. Error: the routing function is not defined on the network; a search
/// without the VC policy davc. `progress`: a line on standard error.
CheckStudy check_network(LoadedConfig& loaded, const std::optional<RelabelOptions>& search = {},
                         bool progress = false);

/// The result file.
Json check_json(const Config& config, const CheckStudy& study);
/// The same for people.
std::string check_text(const Config& config, const CheckStudy& study);

/// The ids of RelabelReport as the file that `routing.vcs.ids` reads.
std::string davc_ids_text(const Config& config, const RelabelReport& report);

}  // namespace sim
}  // namespace netloom
