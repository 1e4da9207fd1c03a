#include "sim/config/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "hw/config/config_check.h"
#include "hw/config/network_sizes.h"
#include "hw/switch/base/switch_model.h"
#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "routing/function/make_routing.h"
#include "sim/config/check.h"
#include "sim/config/document.h"
#include "sim/config/fault_plan.h"
#include "sim/config/loaded_config.h"
#include "sim/config/memory.h"
#include "sim/config/reader.h"
#include "sim/config/schema.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

/// Up to so many switches a routing function with tables is made on trial when a configuration is
/// read; the tables of larger networks take too long to be made twice.
constexpr std::size_t kSwitchesTriedAtOnce = 1024;

/// Each in its range, and those that go together.
void check_network(const Reader& reader) {
  const Config& config = reader.config();
  reader.require_none(find_problem(config.network, config.netlist.kinds));
  int ports = 1;
  for (const SwitchInfo& info : config.netlist.switches) ports = std::max(ports, info.ports);
  const int vcs = 1 << vc_shift_of(config.vcs, config.network.nic.injection_vcs);
  if (ports * vcs <= kMaxChannels) return;
  reader.fail(key_path("routing", "vcs").key("count"),
              fmt::format("a switch of {} ports with {} VCs at each has {} channels; allowed: "
                          "up to {}",
                          ports, vcs, ports * vcs, kMaxChannels));
}

/// What only the routing function itself can say.
void try_routing(Reader& reader, RoutingTrial trial) {
  const Config& config = reader.config();
  const auto& entry = RoutingFunctionRegistry::instance().find(config.routing_function);
  const bool asked =
      reader.section("switch").at("routing_delay").is_object() || !config.run.counters.empty();
  const bool tables = entry.table_bytes && entry.table_bytes(routing_context(config)) > 0;
  const bool later = trial == RoutingTrial::kWithoutTables ||
                     config.netlist.switches.size() > kSwitchesTriedAtOnce;
  if (!asked && tables && later) return;
  const RoutingFunction& routing = reader.loaded().routing();
  check_counters(reader);
  read_routing_delay(reader);
  if (!routing.uses_bubble()) return;
  reader.require_none(find_bubble_problem(config.network, config.netlist.kinds));
}

nlohmann::json& resolved_last() {
  static nlohmann::json resolved;
  return resolved;
}

/// Every section, in the order in which they depend on each other.
LoadedConfig read_config(Document& document, const std::string& directory, TrafficSection traffic,
                         RoutingTrial trial) {
  const MapSchema& schema = configuration_schema();
  Reader reader(document, directory, traffic);
  Config& config = reader.config();
  Checker(document, {}).check_names(document.root(), KeyPath(), schema);
  nlohmann::json network = network_values(reader);
  read_memory_limit(reader);
  read_network(reader, network);
  // Names that say which parameters there are.
  set_routing_function(reader);
  set_traffic(reader);
  config.resolved = Checker(document, config.netlist.kinds).map(document.root(), KeyPath(), schema);
  config.resolved["network"] = std::move(network);
  read_packet_sizes(reader);
  read_switch(reader);
  read_vcs(reader);
  read_nic(reader);
  read_simulation(reader);
  read_views(reader);
  check_network(reader);
  read_faults(reader);
  read_routing(reader);
  check_faults(reader);
  check_parts(reader);
  try_routing(reader, trial);
  read_fault_handling(reader);
  reader.require_none(find_problem(config.network, config.netlist.kinds));
  read_rtl(reader);
  check_views(reader);
  read_hop_factor(reader);
  read_traffic(reader);
  check_run_length(reader);
  read_regions(reader);
  check_quantum(reader);
  read_cost(reader);
  read_tlm(reader);
  return std::move(reader.loaded());
}

}  // namespace

LoadedConfig parse_with_routing(const std::string& text, const std::string& name,
                                const std::string& directory,
                                const std::vector<Override>& overrides, TrafficSection traffic,
                                RoutingTrial trial) {
  resolved_last() = nullptr;
  Document document(text, name);
  for (const Override& each : overrides) document.set(each);
  LoadedConfig loaded = read_config(document, directory, traffic, trial);
  resolved_last() = loaded.config().resolved;
  return loaded;
}

const nlohmann::json& last_resolved() {
  return resolved_last();
}

LoadedConfig load_with_routing(const std::string& path, const std::vector<Override>& overrides,
                               TrafficSection traffic) {
  LoadedConfig loaded =
      parse_with_routing(read_text(path), path, std::filesystem::path(path).parent_path().string(),
                         overrides, traffic);
  std::vector<InputFile>& inputs = loaded.config().inputs;
  inputs.insert(inputs.begin(), {"the configuration", path});
  return loaded;
}

Config parse_config(const std::string& text, const std::string& name, const std::string& directory,
                    const std::vector<Override>& overrides, TrafficSection traffic) {
  return parse_with_routing(text, name, directory, overrides, traffic).take();
}

Config load_config(const std::string& path, const std::vector<Override>& overrides,
                   TrafficSection traffic) {
  return load_with_routing(path, overrides, traffic).take();
}

RoutingContext routing_context(const Config& config, std::optional<std::uint64_t> seed) {
  RoutingContext context;
  context.netlist = &config.netlist;
  context.vcs = config.vcs;
  context.vc_policy = config.vc_policy;
  context.vc_shift = vc_shift_of(config.vcs, config.network.nic.injection_vcs);
  context.classes = config.network.nic.classes;
  context.injection_vcs = config.network.nic.injection_vcs;
  context.davc = config.davc;
  context.parameters = config.routing_parameters;
  context.wormhole = config.network.switches.switching == Switching::kWormhole;
  for (const RunFault& fault : faults_of_run(config, seed.value_or(config.run.seeds.front()))) {
    if (fault.cycle != 0) continue;
    context.failed_links.insert(context.failed_links.end(), fault.links.begin(), fault.links.end());
  }
  return context;
}

std::unique_ptr<RoutingFunction> make_routing(const Config& config, DecisionHooks hooks,
                                              std::optional<std::uint64_t> seed) {
  RoutingContext context = routing_context(config, seed);
  context.hooks = std::move(hooks);
  try {
    require_memory_for_tables(config);
    return make_routing_function(config.routing_function, context);
  } catch (const Error& error) {
    throw Error(config.routing_place + error.what());
  }
}

}  // namespace sim
}  // namespace netloom
