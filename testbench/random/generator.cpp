#include "testbench/random/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/selection.h"
#include "routing/decision/vc_policy.h"
#include "routing/topology/grid_of.h"
#include "rtl/block_registry.h"
#include "sim/base/temporary_folder.h"
#include "sim/config/config.h"
#include "sim/config/readable_counters.h"
#include "sim/run/network_check.h"
#include "testbench/matrix/definition.h"
#include "testbench/random/draw.h"
#include "testbench/random/fault_draw.h"
#include "testbench/random/network_draw.h"
#include "testbench/random/run_draw.h"
#include "testbench/random/schema_draw.h"
#include "testbench/random/switch_draw.h"
#include "testbench/random/table_draw.h"
#include "testbench/random/traffic_draw.h"
#include "testbench/random/vc_draw.h"

namespace netloom::test {
namespace {

constexpr const char* kName = "configuration.yaml";

/// Of fat-trees with the function that tolerates faults: most of them have some.
constexpr double kFaultTolerantShare = 0.18;

const MatrixDefinition& definition() {
  static const MatrixDefinition result =
      parse_matrix_definition(matrix_definition_text(), "matrix");
  return result;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What is drawn first, because so much follows from it.
struct Kinds {
  std::string topology;
  std::string function;
  std::string policy;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : draw_(seed, 0x6e) {}

  ConfigurationText configuration() {
    unfit_ = draw_.chance(0.03);
    draw_kinds();
    draw_network(draw_, kinds_.topology, kinds_.function, result_);
    const std::optional<Config> network = parsed();
    if (!network) {
      result_.keys["traffic"] = {{"load", 0.1}};
      return std::move(result_);
    }
    netlist_ = network->netlist;
    draw_sizes();
    result_.keys["traffic"] = {{"packet_phits", packet_}};
    draw_rings();
    const bool says_options = kinds_.function == "dor" || kinds_.function == "adaptive";
    draw_switch(draw_, netlist_,
                {wormhole_, flit_, rings_ == "bubble" ? 2 : 1, faults_, says_options}, result_);
    draw_routing();
    draw_nic(draw_, {packet_, reorders_, layers_}, result_);
    cycles_ = draw_simulation(draw_, result_);
    draw_traffic(draw_, netlist_, {packet_, reorders_, cycles_}, result_);
    if (faults_) draw_faults(draw_, netlist_, cycles_, result_);
    limit_completion();
    draw_others();
    finish();
    draw_views();
    draw_end();
    draw_classes();
    draw_tlm();
    if (unfit_ && draw_.chance(0.5)) spoil(draw_, result_.keys, configuration_schema());
    return std::move(result_);
  }

 private:
  /// What links that fail lose, an application waits for as long as it may.
  void limit_completion() {
    if (!result_.keys["traffic"].contains("application") || !result_.keys.contains("faults"))
      return;
    result_.keys["simulation"]["completion_limit"] = draw_.between(20000, 100000);
  }

  /// The configuration so far, if there is nothing wrong with it.
  std::optional<Config> parsed() {
    try {
      return parse_config(result_.yaml(), kName, folder_of_files(), {}, TrafficSection::kOptional);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  /// Where the files that it names are; empty: there are none.
  std::string folder_of_files() {
    if (result_.files.empty()) return "";
    if (!folder_) folder_.emplace("netloom-random");
    if (written_ != result_.files) {
      write_files(result_, folder_->path());
      written_ = result_.files;
    }
    return folder_->path();
  }

  Json& section(const std::string& name) { return result_.keys[name]; }

  // What goes together

  void draw_kinds() {
    if (unfit_) {
      kinds_ = {draw_.one_of(TopologyRegistry::instance().names()),
                draw_.one_of(RoutingFunctionRegistry::instance().names()),
                draw_.one_of(VcPolicyRegistry::instance().names())};
      return;
    }
    if (draw_.chance(kFaultTolerantShare)) {
      // The two functions of which faults are known.
      const char* const policy = draw_.chance(0.6) ? "single" : "free";
      kinds_ = draw_.chance(0.6) ? Kinds{"fat_tree", "ft2ei", policy}
                                 : Kinds{draw_.one_of({"fat_tree", "mesh", "torus",
                                                       "random_regular", "dragonfly", "graph"}),
                                         "up_down", policy};
      return;
    }
    // Neither topologies with few functions nor functions of one topology are rare.
    const bool function_first = draw_.chance(0.5);
    std::vector<Kinds> all;
    std::vector<std::string> firsts;
    for (const MatrixDefinition::Functions& rule : definition().functions) {
      for (const std::string& function : rule.names) {
        for (const std::string& topology : rule.topologies) {
          for (const std::string& policy : rule.policies) {
            all.push_back({topology, function, policy});
            const std::string& first = function_first ? function : topology;
            if (!contains(firsts, first)) firsts.push_back(first);
          }
        }
      }
    }
    const std::string first = draw_.one_of(firsts);
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const Kinds& each) {
                               return (function_first ? each.function : each.topology) != first;
                             }),
              all.end());
    kinds_ = draw_.one_of(all);
  }

  // switch

  void draw_sizes() {
    packet_ = draw_.chance(0.15)  ? 16
              : draw_.chance(0.9) ? draw_.between(1, 20)
                                  : draw_.between(21, 64);
    faults_ = kinds_.policy != "davc" && can_fail() && draw_.chance(0.9);
    // Faults go with whole packets alone, which no NIC and no output buffer holds back, and which
    // select their outputs at grant: anything else is refused (check_faults() in
    // hw/config/config.cpp).
    wormhole_ = !faults_ && kinds_.function != "olm" && draw_.chance(0.33);
    flit_ = wormhole_ ? draw_.between(1, packet_) : packet_;
    reorders_ = !faults_ && draw_.chance(0.15);
  }

  /// Whether there are links that may fail.
  bool can_fail() const {
    const auto& entry = RoutingFunctionRegistry::instance().find(kinds_.function);
    if (!entry.fault_tolerance || netlist_.switches.size() < 2) return false;
    // In a fat-tree it depends on the exclusion intervals, and is so mostly.
    if (entry.switches_tell_of_faults) return true;
    const auto tolerance = entry.fault_tolerance(netlist_, {});
    const auto may_fail = [&](std::size_t i) {
      const Link& link = netlist_.links[i];
      return link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch &&
             tolerance->tolerates({static_cast<int>(i)});
    };
    try {
      for (std::size_t i = 0; i < netlist_.links.size(); ++i) {
        if (may_fail(i)) return true;
      }
    } catch (const Error&) {  // a graph with links that lead one way only: not for this function
    }
    return false;
  }

  /// How rings of a torus are kept free of deadlock, which needs VCs or buffers.
  void draw_rings() {
    std::shared_ptr<const Grid> grid;
    if (kinds_.function == "dor" || kinds_.function == "adaptive") {
      try {
        grid = grid_of(netlist_, "");
      } catch (const Error&) {
        return;
      }
    }
    if (!grid || !grid->has_rings()) return;
    const bool dor = kinds_.function == "dor";
    const bool one_class = dor && (kinds_.policy == "single" || kinds_.policy == "davc");
    std::vector<std::string> rules;
    const std::string automatic = !dor                        ? "dateline"
                                  : kinds_.policy == "voqnet" ? "none"
                                  : wormhole_                 ? "dateline"
                                                              : "bubble";
    const bool whole = !wormhole_;
    if (whole) rules.insert(rules.end(), {"bubble", "bubble"});
    if (!one_class) rules.insert(rules.end(), {"dateline", "dateline"});
    if (automatic != "dateline" || !one_class) rules.insert(rules.end(), {"auto", "auto"});
    rules.emplace_back("none");
    const std::string rule = draw_.one_of(rules);
    rings_ = rule == "auto" ? automatic : rule;
    if (rule != "auto" || draw_.chance(0.6)) named_rings_ = rule;
  }

  // routing

  void draw_routing() {
    Json& to = section("routing");
    to = Json::object();
    const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(kinds_.function);
    to["function"] = kinds_.function;
    for (const Parameter& parameter : entry.parameters) draw_parameter(parameter, to);
    draw_selection(to);
    if (!wormhole_ && !faults_ && draw_.chance(0.2)) {
      to["select_at"] = draw_.chance(0.8) ? "routing" : "grant";
    }
    draw_vcs(entry, to);
  }

  void draw_parameter(const Parameter& parameter, Json& to) {
    if (parameter.name == "rings") {
      if (!named_rings_.empty()) to["rings"] = named_rings_;
      return;
    }
    if (parameter.name == "root") {
      if (draw_.chance(0.4)) to["root"] = draw_.one_of(netlist_.switches).name;
      return;
    }
    if (parameter.name == "file") {
      to["file"] = "table.txt";
      result_.files["table.txt"] = draw_forwarding_table(draw_, netlist_);
      return;
    }
    draw_keys(draw_, {parameter_key(parameter)}, parameter.choices.empty() ? 0.4 : 0.8, to);
    if (parameter.name == "implementation" && !masks_are_possible()) {
      to["implementation"] = draw_.one_of({"arithmetic", "table"});
    }
    if (!to.contains(parameter.name)) return;
    // Longer paths are too many to be checked in a moment.
    if (kinds_.function == "all_path" && parameter.name == "k") to["k"] = draw_.between(0, 2);
    if (parameter.name == "window") to["window"] = 4 * draw_.between(1, 60);
    if (parameter.name == "bucket") to["bucket"] = draw_.one_of({1, 2, 4});
    if (parameter.name == "congestion_factor") to["congestion_factor"] = draw_.between(0, 300);
    if (parameter.name == "congestion_offset") {
      to["congestion_offset"] = draw_.between(0, 60);
      if (!to.contains("congestion_factor")) to.erase("congestion_offset");
    }
  }

  /// They pick digits of node numbers, which are bits only in some fat-trees.
  bool masks_are_possible() const {
    const auto k = netlist_.parameters.find("k");
    if (k == netlist_.parameters.end()) return true;
    const auto* number = std::get_if<std::int64_t>(&k->second);
    return number == nullptr || (*number & (*number - 1)) == 0;
  }

  void draw_selection(Json& to) {
    if (!draw_.chance(0.5)) return;
    std::vector<std::string> names;
    for (const std::string& name : SelectionRegistry::instance().names()) {
      if (netlist_.topology == "fat_tree" ||
          !SelectionRegistry::instance().find(name).needs_fat_tree()) {
        names.push_back(name);
      }
    }
    to["selection"] = draw_.one_of(names);
  }

  // routing.vcs

  void draw_vcs(const RoutingFunctionEntry& entry, Json& to) {
    Json vcs = Json::object();
    if (kinds_.policy != entry.default_vc_policy || draw_.chance(0.3))
      vcs["policy"] = kinds_.policy;
    Json count =
        draw_vc_count(draw_, netlist_, {kinds_.function, kinds_.policy, rings_ == "dateline"}, to);
    if (kinds_.policy == "layered") layers_ = count.get<int>();
    if (!count.is_null()) vcs["count"] = std::move(count);
    if (kinds_.policy == "davc") draw_davc(vcs);
    if (!vcs.empty()) to["vcs"] = std::move(vcs);
  }

  void draw_davc(Json& vcs) {
    if (draw_.chance(0.6)) vcs["davc"] = draw_.one_of({"n", "p", "np"});
    if (draw_.chance(0.2)) {
      vcs["ids_file"] = "ids.txt";
      std::vector<std::size_t> ids;
      for (std::size_t i = 0; i < netlist_.switches.size(); ++i) ids.push_back(i);
      draw_.shuffle(ids);
      std::string text;
      for (std::size_t i = 0; i < ids.size(); ++i) {
        text += fmt::format("{} {}\n", netlist_.switches[i].name, ids[i]);
      }
      result_.files["ids.txt"] = std::move(text);
    }
    const bool clamps = draw_.chance(0.15);
    if (clamps || draw_.chance(0.1)) vcs["overflow"] = clamps ? "clamp" : "refuse";
    if (clamps) {
      vcs["count"] = draw_.between(1, 2);
      return;
    }
    // As many as packets need, or a few more; seldom too few.
    section("routing")["vcs"] = vcs;
    const std::optional<Config> config = parsed();
    section("routing").erase("vcs");
    if (!config || netlist_.kinds.size() < 2) return;
    const std::optional<VcNeed> need = vc_need_of(*config, *make_routing(*config));
    if (!need || need->unbounded) return;
    Json count = Json::object();
    const int more = draw_.chance(0.02) ? -1 : draw_.chance(0.6) ? 0 : draw_.between(1, 2);
    for (std::size_t kind = 1; kind < netlist_.kinds.size(); ++kind) {
      count[netlist_.kinds[kind]] = std::max(1, need->vcs[kind] + more);
    }
    vcs["count"] = std::move(count);
  }

  void draw_others() {
    if (faults_ ? draw_.chance(0.5) : draw_.chance(0.03)) {
      Json handling = Json::object();
      draw_keys(draw_, map_schema({"fault_handling"}).keys, 0.4, handling);
      if (handling.contains("control_phits")) handling["control_phits"] = draw_.between(0, packet_);
      const auto& entry = RoutingFunctionRegistry::instance().find(kinds_.function);
      if (faults_ && !entry.switches_tell_of_faults) {
        handling.erase("emergency_path");
        handling["way"] = "central";
      }
      leave_to_way(handling);
      section("fault_handling") = std::move(handling);
    }
    if (draw_.chance(0.08)) {
      Json cost = Json::object();
      draw_keys(draw_, map_schema({"cost"}).keys, 0.5, cost);
      section("cost") = std::move(cost);
    }
  }

  /// Only what the way knows. The fabric manager does not write before a switch knows of the fault.
  void leave_to_way(Json& handling) {
    if (handling.value("way", "flood") == "flood") {
      handling.erase("delay");
      handling.erase("write");
      return;
    }
    for (const char* const key : {"generation", "processing", "update", "control_phits"}) {
      handling.erase(key);
    }
    if (handling.contains("delay")) {
      handling["delay"] =
          handling.value("detection", FaultHandling().detection) + draw_.between(2, 300);
    }
  }

  /// What depends on all the rest: what a switch may run on its own, which registers there are, and
  /// which decisions RTL can make.
  void finish() {
    std::optional<Config> config = parsed();
    if (!config) return;
    if (draw_.chance(0.3)) {
      section("simulation")["quantum"] = draw_.between(0, config->longest_quantum);
    }
    try {
      draw_counters(*config);
    } catch (const Error&) {
      return;
    }
    if (draw_.chance(0.6)) draw_rtl();
    if (draw_.chance(0.2)) draw_regions(config->netlist);
    // With regions of one's own there may be too few of them.
    const Json& simulation = section("simulation");
    if (draw_.chance(0.2) && !simulation.contains("regions") &&
        !simulation.contains("regions_file")) {
      const int threads = draw_.between(0, std::min(8, config->most_threads));
      section("simulation")["threads"] = threads == 0 ? Json("auto") : Json(threads);
    }
  }

  /// A run that says itself when it ends, where its traffic can come to a steady state.
  void draw_end() {
    if (!draw_.chance(0.12)) return;
    ConfigurationText given = result_;
    draw_precision(draw_, cycles_, result_);
    if (!parsed()) result_ = std::move(given);
  }

  /// The VCs so far for each of two message classes.
  void draw_classes() {
    if (!draw_.chance(result_.keys["traffic"].contains("request_reply") ? 0.5 : 0.1)) return;
    ConfigurationText given = result_;
    Json& vcs = section("routing")["vcs"];
    vcs["classes"] = 2;
    if (vcs.contains("count")) {
      Json& count = vcs["count"];
      if (count.is_number()) {
        count = 2 * count.get<int>();
      } else {
        for (Json& each : count) each = 2 * each.get<int>();
      }
    }
    Json& nic = section("nic");
    if (nic.contains("injection_vcs")) nic["injection_vcs"] = 2 * nic["injection_vcs"].get<int>();
    if (nic.is_null()) result_.keys.erase("nic");
    classes_ = 2;
    if (parsed()) return;
    // Too many VCs, NICs that put packets into order, or switches in RTL.
    result_ = std::move(given);
    classes_ = 1;
  }

  /// What hosts by TLM-2.0 see, which is nothing to a run.
  void draw_tlm() {
    if (!draw_.chance(0.05)) return;
    Json tlm = Json::object();
    draw_keys(draw_, map_schema({"tlm"}).keys, 0.5, tlm);
    // With one class they can come to a deadlock, which no run of the command does.
    tlm.erase("requests");
    if (classes_ == 2 && draw_.chance(0.5)) tlm["requests"] = draw_.between(1, 8);
    tlm["phit"] = draw_.between(2, 64);
    tlm["header"] = draw_.between(1, tlm["phit"].get<int>() / 2);
    tlm["most_data"] = draw_.between(1, tlm["phit"].get<int>() - tlm["header"].get<int>());
    Json map = Json::array();
    const int ranges = draw_.between(0, 3);
    const int hosts = static_cast<int>(netlist_.hosts.size());
    for (int i = 0; i < ranges; ++i) {
      map.push_back({{"base", fmt::format("0x{:x}", 0x1000 * i)},
                     {"size", fmt::format("0x{:x}", draw_.between(1, 0x1000))},
                     {"host", draw_.between(0, hosts - 1)}});
      if (draw_.chance(0.5)) map.back()["relative"] = draw_.chance(0.5);
    }
    tlm["map"] = std::move(map);
    section("tlm") = std::move(tlm);
    if (!draw_.chance(0.5)) return;
    const ConfigurationText given = result_;
    section("nic")["ejection_buffer"] = 2 * packet_ + draw_.between(0, 64);
    if (!parsed()) result_ = given;  // switches in RTL
  }

  void draw_regions(const Netlist& netlist) {
    const int switches = static_cast<int>(netlist.switches.size());
    if (draw_.chance(0.4)) {
      section("simulation")["regions"] = draw_.one_of({"auto", "none"});
    } else if (draw_.chance(0.5)) {
      section("simulation")["regions"] = draw_.between(1, switches);
    } else {
      std::string& text = result_.files["regions.txt"];
      for (const SwitchInfo& each : netlist.switches) {
        text += each.name + " " + std::to_string(draw_.between(0, 4)) + "\n";
      }
      section("simulation")["regions_file"] = "regions.txt";
    }
  }

  void draw_views() {
    if (faults_) return;
    if (draw_.chance(0.02)) return draw_wavefront();
    if (!draw_.chance(0.06)) return;
    section("views")["default"] = draw_.one_of({"fast", "structural"});
    // Where links lead to pins, quanta are shorter.
    if (result_.keys.contains("simulation")) section("simulation").erase("quantum");
  }

  /// An allocator of which there is no other view.
  void draw_wavefront() {
    Json& switches = section("switch");
    switches["parts"]["allocator"] = "wavefront";
    switches.erase("control_priority");
    switches.erase("allocator");
    if (result_.keys.contains("simulation")) section("simulation").erase("quantum");
  }

  void draw_counters(const Config& config) {
    const std::vector<std::string> names = readable_counters(make_routing(config)->register_set());
    if (names.empty() || !draw_.chance(0.6)) return;
    Json counters = Json::array();
    for (const std::string& name : names) {
      if (draw_.chance(0.6)) counters.push_back(name);
    }
    section("simulation")["counters"] = std::move(counters);
  }

  void draw_rtl() {
    std::vector<std::string> names = RtlBlockRegistry::instance().names();
    draw_.shuffle(names);
    Json chosen = Json::array();
    std::vector<std::string> decisions;
    for (const std::string& name : names) {
      const std::string& decision = RtlBlockRegistry::instance().find(name).block;
      if (contains(decisions, decision)) continue;
      Json block = decision;
      if (name != decision || draw_.chance(0.5)) {
        block = {{"name", decision}, {"implementation", name}};
      } else if (draw_.chance(0.1)) {
        block = {{"name", decision}};
      }
      section("rtl") = {{"blocks", Json::array({block})}};
      if (!parsed() || draw_.chance(0.3)) continue;
      decisions.push_back(decision);
      chosen.push_back(std::move(block));
    }
    result_.keys.erase("rtl");
    if (chosen.empty()) return;
    section("rtl") = {{"blocks", std::move(chosen)}};
    if (draw_.chance(0.6)) section("rtl")["mode"] = draw_.chance(0.8) ? "replace" : "shadow";
  }

  Draw draw_;
  std::optional<TemporaryFolder> folder_;
  std::map<std::string, std::string> written_;  ///< files in it
  ConfigurationText result_;
  bool unfit_ = false;
  Kinds kinds_;
  Netlist netlist_;
  int packet_ = 16;  ///< phits
  int flit_ = 16;    ///< phits
  bool wormhole_ = false;
  bool faults_ = false;
  bool reorders_ = false;
  std::string rings_;        ///< what holds; empty: there are none
  std::string named_rings_;  ///< what the configuration says; empty: nothing
  int layers_ = 0;           ///< VCs of the policy layered
  int classes_ = 1;          ///< of messages
  int cycles_ = 500;         ///< warm-up and measured interval
};

}  // namespace

ConfigurationText draw_configuration(std::uint64_t seed) {
  return Generator(seed).configuration();
}

}  // namespace netloom::test
