#include "testbench/random/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <queue>
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
#include "sim/matrix/definition.h"
#include "sim/run/network_check.h"
#include "testbench/random/draw.h"
#include "testbench/random/network_draw.h"
#include "testbench/random/schema_draw.h"
#include "testbench/random/traffic_draw.h"

namespace netloom::test {
namespace {

constexpr const char* kName = "configuration.yaml";

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
    draw_switch();
    draw_routing();
    draw_nic();
    draw_simulation();
    draw_traffic(draw_, netlist_, {packet_, reorders_, cycles_}, result_);
    if (faults_) draw_faults();
    draw_others();
    finish();
    if (unfit_ && draw_.chance(0.5)) spoil(result_.keys, configuration_schema());
    return std::move(result_);
  }

 private:
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
    if (draw_.chance(0.06)) {
      // Most of what is to be known of faults.
      kinds_ = {"fat_tree", "ft2ei", draw_.chance(0.6) ? "single" : "free"};
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
    faults_ = RoutingFunctionRegistry::instance().find(kinds_.function).tolerates_faults &&
              kinds_.policy != "davc" && netlist_.switches.size() > 1 && draw_.chance(0.75);
    wormhole_ = !faults_ && kinds_.function != "olm" && draw_.chance(0.33);
    flit_ = wormhole_ ? draw_.between(1, packet_) : packet_;
    reorders_ = !faults_ && draw_.chance(0.15);
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
    if (rule != "auto" || draw_.chance(0.3)) named_rings_ = rule;
  }

  /// Phits of a buffer that holds some flits, not always whole ones.
  int buffer(int flits) { return flits * flit_ + draw_.between(0, 3 * flit_); }

  /// A number for all link kinds, or one for some of them.
  template <class Value>
  Json per_kind(double map_share, const Value& value) {
    if (!draw_.chance(map_share)) return value();
    Json map = Json::object();
    for (const std::string& kind : netlist_.kinds) {
      if (draw_.chance(0.6)) map[kind] = value();
    }
    return map;
  }

  void draw_switch() {
    Json& to = section("switch");
    to = Json::object();
    if (wormhole_) {
      to["switching"] = "wormhole";
      to["flit_phits"] = flit_;
    } else if (draw_.chance(0.45)) {
      to["switching"] = draw_.chance(0.8) ? "store_and_forward" : "vct";
    }
    const int least = rings_ == "bubble" ? 2 : 1;
    if (draw_.chance(0.75)) {
      to["input_buffer"] = per_kind(0.3, [&] { return buffer(least); });
    }
    if (!faults_ && draw_.chance(0.4)) {
      to["output_buffer"] = per_kind(0.3, [&] { return draw_.chance(0.15) ? 0 : buffer(least); });
    }
    draw_routing_delay(to);
    if (draw_.chance(0.3)) to["routing_units"] = draw_.one_of({"switch", "switch", "port"});
    if (draw_.chance(0.6)) {
      Json crossbar = Json::object();
      if (draw_.chance(0.5)) crossbar["kind"] = draw_.one_of({"full", "full", "multiplexed"});
      if (draw_.chance(0.5)) crossbar["delay"] = draw_.between(1, draw_.chance(0.1) ? 20 : 4);
      if (draw_.chance(0.5)) crossbar["speedup"] = draw_.between(1, 2);
      to["crossbar"] = std::move(crossbar);
    }
    if (draw_.chance(0.5)) {
      Json allocator = Json::object();
      draw_keys(draw_, map_schema({"switch", "allocator"}).keys, 0.5, allocator);
      to["allocator"] = std::move(allocator);
    }
    if (draw_.chance(0.2)) to["control_priority"] = draw_.chance(0.7);
    if (to.empty()) result_.keys.erase("switch");
  }

  void draw_routing_delay(Json& to) {
    if (draw_.chance(0.35)) return;
    bool skips_stages = false;
    const Json latencies = section("network").value("latency", Json::object());
    for (const Json& each : latencies) skips_stages = skips_stages || each.is_object();
    if (skips_stages || draw_.chance(0.85)) {
      to["routing_delay"] = draw_.chance(0.9) ? draw_.between(0, 4) : draw_.between(5, 24);
      return;
    }
    Json model = Json::object();
    for (const KeySchema& key : map_schema({"switch", "routing_delay"}).keys) {
      draw_keys(draw_, {key}, key.name == "base" ? 0.8 : 0.3, model);
    }
    if (model.contains("base")) model["base"] = draw_.between(0, 20);
    // Most functions do not say how many options there are.
    const bool says = kinds_.function == "dor" || kinds_.function == "adaptive";
    if (draw_.chance(says ? 0.5 : 0.95)) model["options"] = draw_.between(1, 8);
    to["routing_delay"] = std::move(model);
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
    if (parameter.name == "file") {
      to["file"] = "table.txt";
      result_.files["table.txt"] = forwarding_table();
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

  /// Shortest ways to every switch with hosts, of equal ones one or more.
  std::string forwarding_table() {
    const auto switches = netlist_.switches.size();
    std::vector<bool> has_hosts(switches);
    std::vector<std::vector<const Link*>> in(switches);
    for (const Link& link : netlist_.links) {
      if (link.to.type == Endpoint::Type::kHost) {
        has_hosts[link.from.index] = true;
      } else if (link.from.type == Endpoint::Type::kSwitch) {
        in[link.to.index].push_back(&link);
      }
    }
    std::string text = "# switch destination ports\n";
    for (SwitchId destination = 0; destination < switches; ++destination) {
      if (!has_hosts[destination]) continue;
      std::vector<int> distance(switches, -1);
      std::vector<std::vector<int>> ports(switches);
      std::queue<SwitchId> next;
      distance[destination] = 0;
      for (next.push(destination); !next.empty(); next.pop()) {
        for (const Link* link : in[next.front()]) {
          int& of_sender = distance[link->from.index];
          if (of_sender < 0) {
            of_sender = distance[next.front()] + 1;
            next.push(link->from.index);
          }
          if (of_sender == distance[next.front()] + 1) {
            ports[link->from.index].push_back(link->from.port);
          }
        }
      }
      for (SwitchId at = 0; at < switches; ++at) {
        if (ports[at].empty() || at == destination) continue;
        draw_.shuffle(ports[at]);
        const int count = draw_.between(1, static_cast<int>(ports[at].size()));
        text += netlist_.switches[at].name + ' ' + netlist_.switches[destination].name;
        for (int i = 0; i < count; ++i) {
          text += ' ' + std::to_string(ports[at][static_cast<std::size_t>(i)]);
        }
        text += '\n';
      }
    }
    return text;
  }

  // routing.vcs

  int most_ports() const {
    int ports = 0;
    for (const SwitchInfo& info : netlist_.switches) ports = std::max(ports, info.ports);
    return ports;
  }

  void draw_vcs(const RoutingFunctionEntry& entry, Json& to) {
    Json vcs = Json::object();
    if (kinds_.policy != entry.default_vc_policy || draw_.chance(0.3))
      vcs["policy"] = kinds_.policy;
    Json count = vc_count(entry);
    if (!count.is_null()) vcs["count"] = std::move(count);
    if (kinds_.policy == "davc") draw_davc(vcs);
    if (!vcs.empty()) to["vcs"] = std::move(vcs);
  }

  /// VCs as the policy needs them; null: those that are there by default.
  Json vc_count(const RoutingFunctionEntry& entry) {
    const std::string& policy = kinds_.policy;
    const bool dateline = rings_ == "dateline";
    const auto links = [&](int number) {
      if (netlist_.kinds.size() < 2) return Json(nullptr);
      Json map = Json::object();
      for (std::size_t kind = 1; kind < netlist_.kinds.size(); ++kind) {
        map[netlist_.kinds[kind]] = number;
      }
      return map;
    };
    if (policy == "single") return draw_.chance(0.2) ? Json(1) : Json();
    if (policy == "free") {
      if (kinds_.function == "adaptive") {
        return links(draw_.between(dateline ? 3 : 2, 5));
      }
      if (dateline) return links(2 * draw_.between(1, 3));
      if (draw_.chance(0.05)) return per_kind(0.3, [&] { return draw_.between(5, 20); });
      return per_kind(0.4, [&] { return draw_.between(1, 4); });
    }
    if (policy == "ascending") {
      if (policy != entry.default_vc_policy || draw_.chance(0.7)) return nullptr;
      Json map = Json::object();
      const Json& routing = section("routing");
      ParameterMap parameters;
      for (const char* name : {"path_a"}) {
        if (routing.contains(name)) parameters[name] = routing.at(name).get<std::string>();
      }
      const auto defaults =
          entry.vcs(resolve_parameters(entry.parameters, parameters, kinds_.function));
      for (const auto& [kind, number] : defaults) {
        if (contains(netlist_.kinds, kind)) map[kind] = number + draw_.between(0, 2);
      }
      return map;
    }
    if (policy == "layered") {
      layers_ = draw_.chance(0.05) ? draw_.between(65, 70) : draw_.between(1, 5);
      return layers_;
    }
    const int classes = dateline ? 2 : 1;
    if (policy == "voqsw") return links(classes * most_ports());
    if (policy == "voqnet") return links(classes * static_cast<int>(netlist_.hosts.size()));
    if (policy == "iodet" || policy == "dbbm") return links(classes * draw_.between(1, 4));
    return nullptr;
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

  // nic, simulation

  void draw_nic() {
    Json to = Json::object();
    if (draw_.chance(0.4)) to["injection_buffer"] = packet_ * draw_.between(1, 6);
    if (layers_ > 0) {
      if (layers_ > 1 || draw_.chance(0.5)) to["injection_vcs"] = layers_;
    } else if (draw_.chance(0.3)) {
      to["injection_vcs"] = draw_.between(1, 4);
    }
    if (draw_.chance(0.3)) {
      to["injection_vc_choice"] = draw_.one_of({"round_robin", "destination", "random"});
    }
    if (reorders_) {
      if (draw_.chance(0.3)) {
        to["reorder_buffer"] = "unlimited";
      } else {
        to["reorder_buffer"] = draw_.between(1, 6);
      }
    }
    if (!to.empty()) section("nic") = std::move(to);
  }

  void draw_simulation() {
    Json& to = section("simulation");
    const int warmup = draw_.between(0, 200);
    const int measure = draw_.between(50, 500);
    cycles_ = warmup + measure;
    to = {{"warmup", warmup}, {"measure", measure}};
    if (draw_.chance(0.5)) to["drain"] = draw_.chance(0.3) ? draw_.between(0, 300) : 200000;
    if (draw_.chance(0.15)) {
      const int seed = draw_.between(0, 99);
      to["seeds"] = Json::array({seed, seed + draw_.between(1, 9)});
    } else if (draw_.chance(0.7)) {
      to["seeds"] = draw_.between(0, 9999);
    }
    if (draw_.chance(0.1)) to["stationary_bound"] = draw_.between(1, 100) / 100.0;
    if (draw_.chance(0.2)) {
      to["sample_interval"] = draw_.between(1, 100);
      if (draw_.chance(0.5)) {
        to["sample_by"] = draw_.one_of({"arrival", "injection", "generation"});
      }
      if (draw_.chance(0.4)) to["sample_quartiles"] = draw_.chance(0.8);
    }
    if (draw_.chance(0.1)) to["counter_interval"] = draw_.between(1, 80);
    if (draw_.chance(0.2)) to["completion_limit"] = draw_.between(500000, 2000000);
    for (const char* interval : {"sample_interval", "counter_interval"}) {
      if (!to.contains(interval)) continue;
      to["completion_limit"] = 1000000;
      to[interval] = std::max(to[interval].get<int>(), 10);  // no more than are allowed
    }
    if (draw_.chance(0.2)) to["idle_skipping"] = draw_.chance(0.3);
    if (draw_.chance(0.2)) to["shuffle"] = draw_.between(0, 99);
    if (draw_.chance(0.3)) to["check_invariants"] = draw_.chance(0.6);
    if (draw_.chance(0.2)) to["specialised"] = draw_.chance(0.3);
    if (draw_.chance(0.15)) to["stall_probability"] = draw_.between(0, 60) / 100.0;
    if (draw_.chance(0.1)) to["hop_factor"] = draw_.between(1, 4);
    to["watchdog"] = draw_.one_of({37, 500, 5000, 20000, 0});
    if (to.at("watchdog") == 20000 && draw_.chance(0.8)) to.erase("watchdog");
    if (draw_.chance(0.05)) {
      if (draw_.chance(0.5)) {
        to["memory_limit"] = "machine";
      } else {
        to["memory_limit"] = draw_.between(2000, 4000);
      }
    }
  }

  // faults

  std::string link_between_switches() {
    std::vector<std::string> names;
    for (const Link& link : netlist_.links) {
      if (link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch) {
        names.push_back(endpoint_name(netlist_, link.from));
      }
    }
    return draw_.one_of(names);
  }

  void draw_faults() {
    // So many links or cables are tolerated, whichever they are.
    int left = std::max<int>(1, most_ports() / 2 - 1);
    const bool live = draw_.chance(0.6);
    int cycle = live ? draw_.between(1, cycles_) : 0;
    Json faults = Json::array();
    do {
      Json fault = Json::object();
      if (cycle > 0 || draw_.chance(0.2)) fault["cycle"] = cycle;
      if (draw_.chance(0.5)) {
        const char* part = draw_.one_of({"link", "link", "cable", "switch"});
        const std::string name = link_between_switches();
        fault[part] = std::string(part) == "switch" ? name.substr(0, name.find('.')) : name;
        --left;
      } else {
        left -= draw_random_fault(fault);
      }
      faults.push_back(std::move(fault));
      if (live) cycle += draw_.between(0, 200);
    } while (left > 0 && draw_.chance(0.5));
    section("faults") = std::move(faults);
    if (live) section("simulation")["drain"] = 20000;
  }

  /// How many parts it draws.
  int draw_random_fault(Json& fault) {
    const std::string part = draw_.one_of({"link", "cable", "switch"});
    fault["random"] = part;
    int count = 1;
    if (draw_.chance(0.4)) fault["count"] = count = draw_.between(1, 2);
    if (draw_.chance(0.3)) fault["spacing"] = fault.contains("cycle") ? draw_.between(0, 300) : 0;
    if (part != "switch" && draw_.chance(0.3)) fault["kind"] = draw_.one_of({"up", "down"});
    if (draw_.chance(0.2)) fault["stage"] = draw_.between(0, 1);
    if (draw_.chance(0.3)) fault["tolerated"] = fault.contains("cycle") ? draw_.chance(0.5) : true;
    return count;
  }

  void draw_others() {
    if (faults_ ? draw_.chance(0.5) : draw_.chance(0.03)) {
      Json handling = Json::object();
      draw_keys(draw_, map_schema({"fault_handling"}).keys, 0.4, handling);
      if (handling.contains("control_phits")) handling["control_phits"] = draw_.between(0, packet_);
      section("fault_handling") = std::move(handling);
    }
    if (draw_.chance(0.08)) {
      Json cost = Json::object();
      draw_keys(draw_, map_schema({"cost"}).keys, 0.5, cost);
      section("cost") = std::move(cost);
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
      if (name != decision || draw_.chance(0.2)) {
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

  /// Makes one choice another one.
  void spoil(Json& keys, const MapSchema& schema) {
    std::vector<std::pair<Json*, const KeySchema*>> choices;
    collect_choices(keys, schema, choices);
    if (choices.empty()) return;
    const auto& [value, key] = draw_.one_of(choices);
    *value = draw_.one_of(key->value.choices);
  }

  static void collect_choices(Json& keys, const MapSchema& schema,
                              std::vector<std::pair<Json*, const KeySchema*>>& choices) {
    for (const KeySchema& key : schema.keys) {
      if (!keys.is_object() || !keys.contains(key.name)) continue;
      Json& value = keys[key.name];
      if (value.is_string() && !key.value.choices.empty()) choices.emplace_back(&value, &key);
      if (value.is_object() && key.value.map) collect_choices(value, *key.value.map, choices);
    }
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
  int cycles_ = 500;         ///< warm-up and measured interval
};

}  // namespace

ConfigurationText draw_configuration(std::uint64_t seed) {
  return Generator(seed).configuration();
}

}  // namespace netloom::test
