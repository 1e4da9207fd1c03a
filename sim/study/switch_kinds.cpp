#include "sim/study/switch_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <new>
#include <stdexcept>
#include <utility>

#include "hw/structural/structural_model.h"
#include "routing/base/error.h"
#include "routing/registers/packet_header.h"
#include "rtl/view/rtl_view.h"
#include "rtl/view/switch_kind.h"
#include "sim/base/json.h"
#include "sim/base/process_pool.h"
#include "sim/config/static_faults.h"
#include "sim/rtl/rtl_views.h"
#include "sim/run/fabric.h"
#include "sim/run/make_workload.h"
#include "sim/run/point.h"
#include "sim/traffic/silent_source.h"

namespace netloom {
inline namespace sim {
namespace {

/// What is known of the traffic of the first point; nothing, where there is no traffic.
TrafficBounds bounds_of_traffic(const Config& config) {
  if (config.traffic.kind == TrafficConfig::Kind::kNone) return {};
  const PointRequest point = points_of(config, false).front();
  return make_workload(config, point.load, point.seed, load_trace(config))
      ->bounds(config.network.nic.packet_phits);
}

/// A switch, as it is elaborated.
struct Elaborated {
  std::vector<std::string> parameters;
  int header_bits = 0;
};

/// Of each switch, as JSON: [[bits of the header, parameter, …], …]. The network is built, and does
/// not run.
std::string elaborated_text(const Config& config, std::uint32_t hosts) {
  const std::uint64_t seed = config.run.seeds.front();
  require_tolerated(config, seed);
  Json switches(config.netlist.switches.size(), Json::array());
  RtlViewPlan plan = rtl_view_plan(config);
  plan.make = [&](const SwitchPlan& of, structural::Clock& clock, Arena& arena,
                  const rtl::SwitchKind& kind, const SwitchStraps& /*straps*/) -> SwitchModelPtr {
    Json& list = switches.at(of.id);
    HeaderShape header = kind.header;
    if (hosts > 0) header.hosts = hosts;
    list.push_back(header_bits(header));
    for (const std::string& each : kind.parameters) list.push_back(each);
    return arena.make<structural::StructuralModel>(of, clock);
  };
  SilentSource silence;
  const Fabric fabric(config, silence, seed, bounds_of_traffic(config), nullptr, no_other_ranks(),
                      make_rtl_view_hook(plan));
  return json_text(switches);
}

/// Of each switch. A process of its own builds the network: SystemC builds one in each.
std::vector<Elaborated> elaborated_switches(const Config& config, std::uint32_t hosts) {
  std::vector<Elaborated> result;
  const auto take = [&](const TaskResult& task) {
    const Json switches = parse_json(task.output);
    if (!task.crash.empty() || switches.is_discarded()) {
      throw std::runtime_error("the process that builds the network " +
                               (task.crash.empty() ? "gave no result" : task.crash));
    }
    if (switches.is_object()) throw Error(switches.at("error").get<std::string>());
    for (const Json& list : switches) {
      Elaborated each;
      each.header_bits = list.at(0).get<int>();
      for (std::size_t i = 1; i < list.size(); ++i) {
        each.parameters.push_back(list.at(i).get<std::string>());
      }
      result.push_back(std::move(each));
    }
  };
  run_in_processes(
      1, 1,
      [&](std::size_t /*task*/) {
        try {
          return elaborated_text(config, hosts);
        } catch (const std::bad_alloc&) {
          return json_text(Json{{"error", "out of memory"}});
        } catch (const std::exception& error) {
          return json_text(Json{{"error", error.what()}});
        }
      },
      take);
  return result;
}

/// The number in NAME=NUMBER; 0 where there is none of this name.
std::uint64_t parameter(const Elaborated& of, const std::string& name) {
  for (const std::string& each : of.parameters) {
    if (each.rfind(name + '=', 0) == 0) return std::stoull(each.substr(name.size() + 1));
  }
  return 0;
}

/// Of route_unit: those that know their way by registers, digits of node numbers, or a table.
bool grows_with_hosts(std::uint64_t route) {
  constexpr std::array<std::uint64_t, 3> kOthers = {1, 2, 8};
  return std::find(kOthers.begin(), kOthers.end(), route) == kOthers.end();
}

/// The switch of a network of so many hosts.
void set_hosts(Elaborated& of, std::uint32_t hosts) {
  if (!grows_with_hosts(parameter(of, "Route"))) {
    throw Error(fmt::format(
        "--hosts {}: switches know their way by coordinates or groups, whose number the "
        "configuration says; allowed: with routing functions of registers or tables",
        hosts));
  }
  const std::uint64_t before = parameter(of, "Hosts");
  const std::uint64_t switches = parameter(of, "Switches");
  for (std::string& each : of.parameters) {
    if (each.rfind("Hosts=", 0) == 0) each = fmt::format("Hosts={}", hosts);
    if (each.rfind("Switches=", 0) == 0) {
      each = fmt::format("Switches={}", std::max<std::uint64_t>(1, switches * hosts / before));
    }
  }
}

}  // namespace

void set_phit_bits(std::vector<std::string>& parameters, int header_bits, int phit_bits) {
  if (phit_bits < header_bits) {
    throw Error(fmt::format(
        "--phit-width {}: the header of a packet takes {} bits; allowed: {} bits or more",
        phit_bits, header_bits, header_bits));
  }
  for (std::string& each : parameters) {
    if (each.rfind("PhitWidth=", 0) == 0) each = fmt::format("PhitWidth={}", phit_bits);
  }
}

std::vector<ElaboratedKind> elaborated_kinds(const Config& config,
                                             const ElaborationChanges& changes) {
  if (!config.rtl.switch_files.empty()) {
    throw Error("rtl.switch: what Netloom's own switch costs is counted; allowed: none");
  }
  std::vector<Elaborated> switches = elaborated_switches(config, changes.hosts);
  std::vector<ElaboratedKind> list;
  std::map<std::vector<std::string>, std::size_t> known;
  for (SwitchId id = 0; id < switches.size(); ++id) {
    Elaborated& of = switches[id];
    if (changes.hosts > 0) {
      set_hosts(of, changes.hosts);
      set_phit_bits(of.parameters, of.header_bits, (of.header_bits + 7) / 8 * 8);
    }
    if (changes.phit_bits > 0) set_phit_bits(of.parameters, of.header_bits, changes.phit_bits);
    const auto [at, is_new] = known.emplace(of.parameters, list.size());
    if (is_new) list.push_back({fmt::format("netloom_switch_{}", list.size()), {}, of.parameters});
    list[at->second].switches.push_back(config.netlist.switches[id].name);
  }
  return list;
}

std::string switches_text(const ElaboratedKind& kind) {
  constexpr std::size_t kMostNames = 4;
  const std::vector<std::string>& names = kind.switches;
  const std::size_t shown = std::min(names.size(), kMostNames);
  std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace sim
}  // namespace netloom
