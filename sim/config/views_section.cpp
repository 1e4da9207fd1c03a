#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/structural/part_kinds.h"
#include "sim/config/check.h"
#include "sim/config/choice.h"
#include "sim/config/fault_plan.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"
#include "sim/config/views.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr Choice<SwitchView> kView[] = {{"fast", SwitchView::kFast},
                                        {"structural", SwitchView::kStructural},
                                        {"rtl", SwitchView::kRtl}};
constexpr const char* kDefault = "default";

/// Whether `*` in the pattern, for any characters, make it the text.
bool matches(const std::string& pattern, const std::string& text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == text;
  if (text.compare(0, star, pattern, 0, star) != 0) return false;
  const std::string rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= text.size(); ++at) {
    if (matches(rest, text.substr(at))) return true;
  }
  return false;
}

/// Who of the names and patterns of the section is about a switch: its name, or else the patterns
/// that it matches.
std::vector<std::string> about(const json& section, const std::string& name) {
  if (section.contains(name)) return {name};
  std::vector<std::string> result;
  for (const auto& [pattern, view] : section.items()) {
    if (pattern != kDefault && matches(pattern, name)) result.push_back(pattern);
  }
  return result;
}

/// A name or a pattern that no switch has.
void check_keys(const Reader& reader, const json& section) {
  const std::vector<SwitchInfo>& switches = reader.config().netlist.switches;
  std::vector<std::string> names;
  for (const SwitchInfo& each : switches) names.push_back(each.name);
  for (const auto& [pattern, view] : section.items()) {
    if (pattern == kDefault) continue;
    const bool found =
        std::any_of(names.begin(), names.end(),
                    [&pattern = pattern](const auto& name) { return matches(pattern, name); });
    if (found) continue;
    const std::string example =
        names.empty() ? "" : fmt::format(" (the first is {})", names.front());
    reader.fail(key_path("views", pattern),
                fmt::format("no switch has this name{}; allowed: default, the names of switches{}, "
                            "and patterns of them, in which * stands for any characters",
                            suggestion(pattern, names), example));
  }
}

}  // namespace

KeySchema views_section() {
  const auto view = std::make_shared<ValueSchema>(one_of(kView));
  MapSchema map;
  map.keys = {
      derived_key(kDefault, "The view of switches that no other key names.", "", one_of(kView),
                  "fast; with rtl.switch rtl, with parts of one's own in switch.parts structural")};
  map.per_switch = view;
  return section("views",
                 "How switches are modelled: fast, event-driven for whole networks; structural, of "
                 "SystemC modules that are worked out in each cycle; rtl, SystemVerilog. Beside "
                 "default, keys are names of switches and patterns of them, in which * stands for "
                 "any characters; a name goes before patterns. Views mix in one network. No result "
                 "depends on it, unless a switch of one's own decides (rtl.switch).",
                 map_of(std::move(map)));
}

void read_views(Reader& reader) {
  json& from = reader.section("views");
  check_keys(reader, from);
  if (!from.contains(kDefault)) {
    const bool own_parts =
        structural::foreign_part(reader.config().network.switches.parts) != nullptr;
    const bool own_rtl = reader.section("rtl").contains("switch");
    from[kDefault] = name_of(kView, own_rtl     ? SwitchView::kRtl
                                    : own_parts ? SwitchView::kStructural
                                                : SwitchView::kFast);
  }
  Config& config = reader.config();
  std::vector<SwitchView> views;
  for (const SwitchInfo& each : config.netlist.switches) {
    std::string key = kDefault;
    for (const std::string& name : about(from, each.name)) {
      if (key != kDefault && from.at(key) != from.at(name)) {
        reader.fail(key_path("views", name),
                    fmt::format("switch {} is {} by this pattern and {} by {}; allowed: one view "
                                "for each switch",
                                each.name, from.at(name).get<std::string>(),
                                from.at(key).get<std::string>(), key));
      }
      key = name;
    }
    views.push_back(choose(kView, from.at(key)));
  }
  const bool all_fast = std::all_of(views.begin(), views.end(),
                                    [](SwitchView view) { return view == SwitchView::kFast; });
  if (!all_fast) config.network.views = std::move(views);
}

const std::vector<ViewInfo>& view_infos() {
  static const std::vector<ViewInfo> infos = {
      {"fast", "event-driven, several cycles at a time", {"parts of one's own (switch.parts)"}},
      {"structural",
       "SystemC modules with ports and signals, each worked out in every cycle",
       {"control packets, which switches send when links fail while the network runs (faults with "
        "a cycle above 0) and fault_handling.way is flood"}},
      {"rtl",
       "SystemVerilog (rtl/switch/netloom_switch.sv), Verilated, in lockstep with the others",
       rtl_exclusions()}};
  return infos;
}

std::string mixed_views(const Netlist& netlist) {
  std::string result = "{default: fast";
  for (std::size_t i = 0; i < netlist.switches.size(); i += 2) {
    result += fmt::format(", \"{}\": structural", netlist.switches[i].name);
  }
  return result + "}";
}

bool has_rtl_view(const Config& config) {
  const std::vector<SwitchView>& views = config.network.views;
  return std::count(views.begin(), views.end(), SwitchView::kRtl) > 0;
}

std::optional<std::string> structural_refusal(const Config& config) {
  for (const FaultConfig& fault : config.faults) {
    const std::optional<Cycle> cycle = fails_later(fault);
    if (!cycle || config.network.fault_handling.way == FaultWay::kCentral) continue;
    return fmt::format(
        "a fault in cycle {}: links that fail while the network runs, and the control packets that "
        "switches then send each other, are in the fast view only; allowed: faults before the "
        "start (cycle 0), or fault_handling.way central, with which there are none",
        *cycle);
  }
  return std::nullopt;
}

void check_views(const Reader& reader) {
  const Config& config = reader.config();
  const bool has_rtl = has_rtl_view(config);
  if (config.rtl.mode == RtlConfig::Mode::kLockstep && !has_rtl) {
    reader.fail(key_path("rtl", "mode"),
                "lockstep: no switch is in the RTL view, of which each is compared with its model; "
                "allowed: replace, shadow, or views: {default: rtl}");
  }
  if (config.network.views.empty()) return;
  if (has_rtl) {
    if (const auto refusal = rtl_refusal(config)) {
      reader.fail(KeyPath().key("views"), fmt::format("rtl: {}", *refusal));
    }
    if (config.rtl.mode == RtlConfig::Mode::kShadow) {
      reader.fail(key_path("rtl", "mode"),
                  "shadow: it is of rtl.blocks, and a switch in the RTL view has none; allowed: "
                  "replace, with which it decides alone, and lockstep, with which it is compared "
                  "with its model");
    }
  }
  if (const auto refusal = structural_refusal(config)) {
    reader.fail(KeyPath().key("views"),
                fmt::format("{}: {}", has_rtl ? "rtl" : "structural", *refusal));
  }
}

}  // namespace sim
}  // namespace netloom
