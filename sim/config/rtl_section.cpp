#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/network_sizes.h"
#include "routing/base/joined.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/selection.h"
#include "routing/decision/traffic_counters.h"
#include "routing/decision/vc_decision.h"
#include "rtl/block_registry.h"
#include "rtl/own_blocks.h"
#include "rtl/rtl_folders.h"
#include "rtl/rtl_hook.h"
#include "sim/config/check.h"
#include "sim/config/choice.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"
#include "sim/config/views.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr Choice<RtlConfig::Mode> kMode[] = {{"replace", RtlConfig::Mode::kReplace},
                                             {"shadow", RtlConfig::Mode::kShadow},
                                             {"lockstep", RtlConfig::Mode::kLockstep}};

/// The hooks of a plan, which set `asked` when they are called.
DecisionHooks noting(const DecisionHooks& hooks, bool& asked) {
  return DecisionHooks::made_by([&](auto member) {
    auto hook = hooks.*member;
    if (!hook) return hook;
    return decltype(hook)([&asked, hook](SwitchId id, int ports, auto reference) {
      asked = true;
      return hook(id, ports, std::move(reference));
    });
  });
}

/// Fails unless the network makes a decision that this implementation of a block can make.
void check_fit(Reader& reader, const std::string& implementation, const KeyPath& here) {
  const Config& config = reader.config();
  const Netlist& netlist = config.netlist;
  const SwitchConfig& switches = config.network.switches;
  const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(implementation);
  const RtlPlan plan{{implementation}, RtlMode::kReplace};
  RtlCounters counters;
  bool asked = false;
  reader.located(here, [&] {
    const PortSelectorHook selector =
        make_port_selector_hook(netlist, config.network.switches.selection, plan, counters);
    const DecisionHooks hooks = make_decision_hooks(netlist, plan, counters);
    const SwitchArbitersHook arbiters = make_arbiters_hook(
        netlist, switches.arbiter, switches.crossbar == CrossbarKind::kFull, plan, counters);
    asked = selector != nullptr || arbiters != nullptr;
    const auto largest = std::max_element(
        netlist.switches.begin(), netlist.switches.end(),
        [](const SwitchInfo& a, const SwitchInfo& b) { return a.ports < b.ports; });
    const auto place = static_cast<SwitchId>(largest - netlist.switches.begin());
    const int vc_shift = vc_shift_of(config.vcs, config.network.nic.injection_vcs);
    if (selector) selector(place, largest->ports, vc_shift);
    if (arbiters) arbiters(place, most_ports(netlist, config.network), vc_shift);
    if (!hooks.empty() && !netlist.switches.empty())
      reader.loaded().try_hooks(noting(hooks, asked), 0);
  });
  if (!asked) {
    reader.fail(here, fmt::format("RTL block '{}' makes no decision of routing.function {}; "
                                  "allowed: {}",
                                  entry.block, config.routing_function, entry.fits));
  }
}

/// Names and more of them, sorted.
std::vector<std::string> with_names(const std::vector<std::string>& names,
                                    const std::vector<std::string>& more) {
  std::set<std::string> all(names.begin(), names.end());
  all.insert(more.begin(), more.end());
  return {all.begin(), all.end()};
}

/// The name of an implementation, or the path of its file beside the configuration. Fails if there
/// is none, or if a folder that may have it is none. Its file is one of the inputs: it says what
/// the network does.
std::string implementation_file(Reader& reader, const KeyPath& place, const std::string& given) {
  if (is_block_path(given)) return reader.input_file(place, given);
  if (const std::string problem = rtl_path_problem(); !problem.empty()) {
    reader.fail(place, problem);
  }
  const std::string file = rtl_block_file(given);
  if (!file.empty()) {
    reader.input_file(place, file);
  } else if (!RtlBlockRegistry::instance().contains(given)) {
    const std::vector<std::string> own = own_block_names();
    if (std::find(own.begin(), own.end(), given) != own.end()) {
      reader.fail(place, not_built_text({given}));
    }
    const std::vector<std::string> known = with_names(RtlBlockRegistry::instance().names(), own);
    reader.fail(place, fmt::format("'{}' is not an RTL block{}; allowed: {}, or the path of a "
                                   "shared object that `netloom rtl build` has made",
                                   given, suggestion(given, known), joined(known)));
  }
  return given;
}

/// Fails unless a module can be called as the file is, without what follows the dot.
void require_module_name(Reader& reader, const KeyPath& here, const std::string& file) {
  const std::string name = std::filesystem::path(file).stem().string();
  const auto is_letter = [](unsigned char c) {
    return c == '_' || (c < 0x80 && std::isalpha(c) != 0);
  };
  const bool is_module_name = !name.empty() && is_letter(static_cast<unsigned char>(name[0])) &&
                              std::all_of(name.begin(), name.end(), [&](unsigned char c) {
                                return is_letter(c) || (c >= '0' && c <= '9');
                              });
  if (is_module_name) return;
  reader.fail(here, fmt::format("'{}': the switch is the module with the name of the first file, "
                                "and no module can be called '{}'; allowed: a name of letters, "
                                "digits and _, which does not begin with a digit",
                                file, name));
}

}  // namespace

KeySchema rtl_section() {
  KeySchema name = key("name", "The decision.", "", text(RtlDecisionRegistry::instance().names()));
  name.required = true;
  ValueSchema block = text();
  block.map =
      map_of({std::move(name),
              derived_key("implementation",
                          "Which Verilated block makes it: a name of `netloom list rtl`, or "
                          "the path of a shared object that `netloom rtl build` has made, "
                          "relative to this file.",
                          "", text(), "the name")})
          .map;
  ValueSchema blocks = list_of(std::move(block));
  blocks.minimum_elements = 0;
  MapSchema map;
  map.hints = {{"switches", "views: {\"s1*\": rtl} says which switches are in RTL"}};
  map.keys = {
      optional_key("blocks",
                   "Decisions that RTL makes: names or paths of implementations, or maps of "
                   "name and implementation.",
                   "", std::move(blocks), json::array()),
      derived_key("mode",
                  "replace: the RTL decides. shadow, for blocks: the RTL and the model both "
                  "decide, and the run stops at the first difference. lockstep, for whole "
                  "switches in the RTL view: the structural model decides, the RTL has the "
                  "same pins, and the run stops at the first pin or register that differs.",
                  "", one_of(kMode), "shadow; with switches in the RTL view replace"),
      derived_key("switch",
                  "SystemVerilog files of the switches in the RTL view, relative to this file: "
                  "the first is named as their module, which has the parameters and pins of "
                  "netloom_switch. Modules that are in none of them are Netloom's own.",
                  "", one_or_list(text(), true), "Netloom's own switch")};
  return section("rtl", "Verilated RTL in every switch.", map_of(std::move(map)));
}

void read_rtl(Reader& reader) {
  json& from = reader.section("rtl");
  RtlConfig& to = reader.config().rtl;
  if (!from.contains("mode")) {
    from["mode"] = name_of(
        kMode, has_rtl_view(reader.config()) ? RtlConfig::Mode::kReplace : RtlConfig().mode);
  }
  to.mode = choose(kMode, from.at("mode"));
  if (from.contains("switch")) {
    std::size_t file = 0;
    for (const json& each : from.at("switch")) {
      const KeyPath here = key_path("rtl", "switch").element(file++);
      const auto name = each.get<std::string>();
      if (std::filesystem::path(name).extension() == ".so") {
        reader.fail(here,
                    "a switch is given as its source, of which each kind in the network is "
                    "compiled; allowed: files of SystemVerilog");
      }
      if (to.switch_files.empty()) require_module_name(reader, here, name);
      to.switch_files.push_back(reader.input_file(here, name));
    }
  }
  std::size_t index = 0;
  for (json& each : from["blocks"]) {
    const KeyPath here = key_path("rtl", "blocks").element(index++);
    const bool each_is_name = each.is_string();
    const KeyPath place = each_is_name ? here : here.key("implementation");
    if (each_is_name) each = json{{"name", ""}, {"implementation", each}};
    const std::string given = each.value("implementation", each.at("name").get<std::string>());
    each["implementation"] = given;
    RtlConfig::Block block;
    block.implementation = implementation_file(reader, place, given);
    reader.located(
        place, [&] { block.name = RtlBlockRegistry::instance().find(block.implementation).block; });
    if (each_is_name) {
      each["name"] = block.name;
    } else if (block.name != each.at("name")) {
      const std::string asked = each.at("name");
      reader.fail(place,
                  fmt::format("'{}' makes the decision '{}' and not '{}'; allowed: {}, or the "
                              "path of a shared object",
                              given, block.name, asked,
                              joined(with_names(rtl_implementations(asked), {asked}))));
    }
    check_fit(reader, block.implementation, here);
    for (const RtlConfig::Block& other : to.blocks) {
      if (other.name == block.name) {
        reader.fail(here, "'" + block.name + "' is given twice; allowed: once");
      }
    }
    to.blocks.push_back(std::move(block));
  }
}

}  // namespace sim
}  // namespace netloom
