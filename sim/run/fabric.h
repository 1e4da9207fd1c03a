#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/kernel/systemc.h"
#include "hw/network/network.h"
#include "hw/nic/traffic_source.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "rtl/decision/decision_probe.h"
#include "rtl/decision/rtl_counters.h"
#include "sim/config/loaded_config.h"
#include "sim/run/manager_writes.h"
#include "sim/traffic/traffic_bounds.h"
#include "tlm/managed_network.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A configuration as a SystemC model: the network, its RTL blocks, and the fabric manager that
/// programs its registers over TLM-2.0. One per process: the SystemC kernel is global.
class Fabric {
 public:
  /// The configuration and the traffic outlive the fabric. `seed` is that of the arbiters and
  /// selections. `bounds`: what is known of the traffic beyond the configuration. `probe` is shown
  /// what RTL decides; it outlives the fabric, and so do the ranks that have it together.
  /// `rtl_view` makes the switches of the RTL view; empty: rtl_view_hook(). Error: as
  /// require_memory(), and what the parts say.
  Fabric(const Config& config, TrafficSource& traffic, std::uint64_t seed,
         const TrafficBounds& bounds = {}, DecisionProbe* probe = nullptr,
         Ranks& ranks = no_other_ranks(), const RtlViewHook& rtl_view = {});
  /// The same with the first seed, for looking at what is programmed: with the configuration's
  /// routing function, unless RTL decides.
  Fabric(LoadedConfig& loaded, TrafficSource& traffic);
  ~Fabric();

  /// As Network::run; the registers are programmed before the first cycle. BrokenInvariant:
  /// also what the fabric manager says. Error: what SystemC reports, such as no memory.
  void run(Cycle cycles);

  Network& network() { return managed_->network(); }
  const Network& network() const { return managed_->network(); }
  FabricManager& manager() { return managed_->manager(); }
  const FabricManager& manager() const { return managed_->manager(); }
  RoutingFunction& routing() { return *routing_; }
  const RoutingFunction& routing() const { return *routing_; }
  /// Of this rank's switches.
  const RtlCounters& rtl() const { return rtl_; }
  /// What the fabric manager writes because of faults if the run is long enough, in the switches of
  /// all ranks.
  const std::vector<ManagerWrite>& manager_writes() const { return writes_; }

 private:
  Fabric(const Config& config, LoadedConfig* loaded, TrafficSource& traffic, std::uint64_t seed,
         const TrafficBounds& bounds, DecisionProbe* probe, Ranks& ranks,
         const RtlViewHook& rtl_view);
  /// Lets the fabric manager write what it writes because of faults.
  void plan_writes(const Config& config, std::uint64_t seed);

  RtlCounters rtl_;
  std::unique_ptr<RoutingFunction> own_routing_;
  RoutingFunction* routing_;
  std::unique_ptr<ManagedNetwork> managed_;
  std::vector<ManagerWrite> writes_;
};

}  // namespace sim
}  // namespace netloom
