#include "sim/study/switch_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hw/structural/structural_model.h"
#include "routing/base/error.h"
#include "routing/registers/packet_header.h"
#include "rtl/view/rtl_view.h"
#include "rtl/view/switch_kind.h"
#include "sim/rtl/rtl_views.h"
#include "sim/run/make_workload.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {
namespace {

/// A run that ends with the first cycle: it builds the network.
Config short_run(const Config& config) {
  Config result = config;
  result.run.warmup = 0;
  result.run.measure = 1;
  result.run.drain = 0;
  if (result.traffic.kind == TrafficConfig::Kind::kNone) {
    result.traffic.kind = TrafficConfig::Kind::kOpen;
    result.traffic.phases = {{0, {{}}, {}}};
    result.traffic.loads = {0.1};
  }
  return result;
}

void set_phit_bits(rtl::SwitchKind& kind, int phit_bits) {
  const int header = header_bits(kind.header);
  if (phit_bits < header) {
    throw Error(fmt::format(
        "--phit-width {}: the header of a packet takes {} bits; allowed: {} or more bits",
        phit_bits, header, header));
  }
  for (std::string& each : kind.parameters) {
    if (each.rfind("PhitWidth=", 0) == 0) each = fmt::format("PhitWidth={}", phit_bits);
  }
}

}  // namespace

std::vector<ElaboratedKind> elaborated_kinds(const Config& config, int phit_bits) {
  if (!config.rtl.switch_files.empty()) {
    throw Error("rtl.switch: what Netloom's own switch costs is counted; allowed: none");
  }
  const std::size_t switches = config.netlist.switches.size();
  std::vector<rtl::SwitchKind> kinds(switches);
  const Config run = short_run(config);
  RtlViewPlan plan = rtl_view_plan(run);
  plan.make = [&](const SwitchPlan& of, structural::Clock& clock, Arena& arena,
                  const rtl::SwitchKind& kind, const SwitchStraps& /*straps*/) -> SwitchModelPtr {
    kinds.at(of.id) = kind;
    return arena.make<structural::StructuralModel>(of, clock);
  };
  PointRequest point = points_of(run, false).front();
  point.rtl_view = make_rtl_view_hook(plan);
  const Json result = simulate_point(run, point, load_trace(run));
  if (!succeeded(result)) throw Error(failure_text(result));

  std::vector<ElaboratedKind> list;
  std::map<std::string, std::size_t> known;  // by what they are elaborated with
  for (SwitchId id = 0; id < switches; ++id) {
    rtl::SwitchKind& kind = kinds[id];
    const auto [at, is_new] = known.emplace(kind.name(), list.size());
    if (is_new) {
      if (phit_bits > 0) set_phit_bits(kind, phit_bits);
      list.push_back({fmt::format("netloom_switch_{}", list.size()), {}, kind.parameters});
    }
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
