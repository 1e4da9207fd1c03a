#include "sim/run/fabric.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "hw/switch/no_output_error.h"
#include "routing/base/error.h"
#include "rtl/rtl_hook.h"
#include "sim/config/fault_plan.h"
#include "sim/config/memory.h"
#include "sim/rtl/rtl_views.h"

namespace netloom {
inline namespace sim {
namespace {

RtlPlan rtl_plan(const Config& config) {
  RtlPlan plan;
  for (const RtlConfig::Block& block : config.rtl.blocks) {
    plan.implementations.push_back(block.implementation);
  }
  plan.mode = config.rtl.mode == RtlConfig::Mode::kReplace ? RtlMode::kReplace : RtlMode::kShadow;
  return plan;
}

}  // namespace

Fabric::Fabric(const Config& config, TrafficSource& traffic, std::uint64_t seed,
               const TrafficBounds& bounds, DecisionProbe* probe, Ranks& ranks,
               const RtlViewHook& rtl_view)
    : Fabric(config, nullptr, traffic, seed, bounds, probe, ranks, rtl_view) {}

Fabric::Fabric(LoadedConfig& loaded, TrafficSource& traffic)
    : Fabric(loaded.config(), loaded.config().rtl.blocks.empty() ? &loaded : nullptr, traffic,
             loaded.config().run.seeds.front(), {}, nullptr, no_other_ranks(), {}) {}

Fabric::Fabric(const Config& config, LoadedConfig* loaded, TrafficSource& traffic,
               std::uint64_t seed, const TrafficBounds& bounds, DecisionProbe* probe, Ranks& ranks,
               const RtlViewHook& rtl_view) {
  require_memory(config, bounds, ranks);
  RtlPlan plan = rtl_plan(config);
  plan.probe = probe;
  plan.seed = seed;
  if (loaded == nullptr) {
    // Not the one that the configuration was read with: the RTL of this network decides in it, and
    // what has failed before the start follows from the seed of the run.
    own_routing_ = make_routing(config, make_decision_hooks(config.netlist, plan, rtl_), seed);
  }
  routing_ = loaded == nullptr ? own_routing_.get() : &loaded->routing();
  NetworkConfig network = config.network;
  network.faults = link_faults(faults_of_run(config, seed));
  network.simulation.seed = seed;
  if (bounds.smallest_packet) network.smallest_packet = *bounds.smallest_packet;
  managed_ = std::make_unique<ManagedNetwork>(
      config.netlist, *routing_, network, traffic,
      SwitchHooks{
          make_port_selector_hook(config.netlist, config.network.switches.selection, plan, rtl_),
          make_arbiters_hook(config.netlist, config.network.switches.arbiter,
                             config.network.switches.crossbar == CrossbarKind::kFull, plan, rtl_),
          rtl_view ? rtl_view : rtl_view_hook(config)},
      ranks);
  plan_writes(config, seed);
}

void Fabric::plan_writes(const Config& config, std::uint64_t seed) {
  writes_ = netloom::manager_writes(config, seed);
  std::vector<FabricManager::LaterWrite> later;
  std::vector<std::size_t> place_of;  // in writes_, of each of these
  for (std::size_t place = 0; place < writes_.size(); ++place) {
    const ManagerWrite& each = writes_[place];
    if (!network().has(each.switch_id)) continue;
    // A switch in RTL takes a write over its bus, and the others at once; so does the model beside
    // which there is one.
    const bool over_bus = config.network.view(each.switch_id) == SwitchView::kRtl;
    const bool lockstep = config.rtl.mode == RtlConfig::Mode::kLockstep;
    if (over_bus && lockstep) network().announce_write(each.switch_id, each.cycle, each.write);
    const Cycle begin = each.cycle - (over_bus && !lockstep ? Cycle{kWriteCycles} : 0);
    later.push_back({begin, each.switch_id, each.write});
    place_of.push_back(place);
  }
  manager().write_later(std::move(later), [this, place_of](std::size_t i) {
    const ManagerWrite& done = writes_[place_of[i]];
    network().note_update(done.fault, done.cycle);
  });
}

Fabric::~Fabric() = default;

void Fabric::run(Cycle cycles) {
  try {
    network().run(cycles);
  } catch (const NoOutputError& error) {
    const std::string silent = rtl_.silent(error.switch_id());
    if (silent.empty()) throw;
    throw Error(fmt::format("{}; {}", error.what(), silent));
  } catch (const sc_core::sc_report& report) {
    manager().rethrow_error();
    // Most often for want of memory, which is no mistake in Netloom.
    throw Error(fmt::format("SystemC: {}", report.what()));
  }
}

}  // namespace sim
}  // namespace netloom
