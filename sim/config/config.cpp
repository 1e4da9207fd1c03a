#include "sim/config/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "hw/config_check.h"
#include "hw/network_sizes.h"
#include "hw/switch_model.h"
#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "routing/check/vc_need.h"
#include "routing/davc/davc_routing.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/routing_delay.h"
#include "routing/decision/selection.h"
#include "routing/decision/traffic_counters.h"
#include "routing/decision/vc_decision.h"
#include "routing/function/make_routing.h"
#include "routing/netlist/netlist_io.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_hook.h"
#include "sim/config/application_section.h"
#include "sim/config/check.h"
#include "sim/config/document.h"
#include "sim/config/fault_plan.h"
#include "sim/config/faults_section.h"
#include "sim/config/memory.h"
#include "sim/config/readable_counters.h"
#include "sim/config/schema.h"
#include "sim/config/trace_section.h"
#include "sim/traffic/application.h"
#include "sim/traffic/pattern.h"
#include "sim/traffic/workload.h"

namespace netloom {
namespace {

using nlohmann::json;

/// Defaults that grow with the packets: phits.
constexpr int kDefaultInputBuffer = 80;
constexpr int kDefaultInjectionBuffer = 256;
constexpr int kDefaultBytesPerPhit = 8;

/// Up to so many switches a routing function with tables is made on trial when a configuration is
/// read; the tables of larger networks take too long to be made twice.
constexpr std::size_t kSwitchesTriedAtOnce = 1024;

/// Shares are decimal fractions: 0.1 + 0.2 + 0.7 counts as 1.
constexpr double kShareTolerance = 1e-9;

/// Routing function of a topology, if none is given.
struct DefaultRouting {
  const char* topology;
  const char* function;
};
constexpr DefaultRouting kDefaultRouting[] = {{"fat_tree", "interval"},
                                              {"ruft", "ruft"},
                                              {"mesh", "dor"},
                                              {"torus", "dor"},
                                              {"dragonfly", "min"}};
constexpr const char* kDefaultRoutingElsewhere = "shortest_path";

template <class Enum>
struct Choice {
  const char* name;
  Enum value;
};

constexpr Choice<Switching> kSwitching[] = {{"vct", Switching::kVirtualCutThrough},
                                            {"wormhole", Switching::kWormhole},
                                            {"store_and_forward", Switching::kStoreAndForward}};
constexpr Choice<CrossbarKind> kCrossbar[] = {{"multiplexed", CrossbarKind::kMultiplexed},
                                              {"full", CrossbarKind::kFull}};
constexpr Choice<AllocatorKind> kAllocator[] = {
    {"separable_input_first", AllocatorKind::kSeparableInputFirst},
    {"separable_output_first", AllocatorKind::kSeparableOutputFirst},
    {"islip", AllocatorKind::kIslip}};
constexpr Choice<ArbiterKind> kArbiter[] = {
    {"round_robin", ArbiterKind::kRoundRobin},
    {"least_recently_served", ArbiterKind::kLeastRecentlyServed},
    {"age", ArbiterKind::kAge},
    {"random", ArbiterKind::kRandom}};
constexpr Choice<InjectionVcChoice> kInjectionVcChoice[] = {
    {"round_robin", InjectionVcChoice::kRoundRobin},
    {"destination", InjectionVcChoice::kDestination},
    {"random", InjectionVcChoice::kRandom}};
constexpr Choice<SampleSettings::By> kSampleBy[] = {
    {"arrival", SampleSettings::By::kArrival},
    {"injection", SampleSettings::By::kInjection},
    {"generation", SampleSettings::By::kGeneration}};
constexpr Choice<RtlConfig::Mode> kRtlMode[] = {{"replace", RtlConfig::Mode::kReplace},
                                                {"shadow", RtlConfig::Mode::kShadow}};

/// The value of a name that the schema has checked.
template <class Enum, std::size_t count>
Enum choose(const Choice<Enum> (&choices)[count], const json& name) {
  for (const auto& choice : choices) {
    if (name == choice.name) return choice.value;
  }
  throw Error("'" + name.get<std::string>() + "' has no meaning in this version");
}

/// `path` as seen from the configuration's folder.
std::string resolve_path(const std::string& path, const std::string& directory) {
  const std::filesystem::path given(path);
  if (given.is_absolute() || directory.empty()) return path;
  return (std::filesystem::path(directory) / given).lexically_normal().string();
}

/// A text parameter that names a file, by convention.
bool is_file(const Parameter& parameter) {
  const std::string suffix = "_file";
  const std::string& name = parameter.name;
  return parameter.type == Parameter::Type::kString && parameter.choices.empty() &&
         (name == "file" ||
          (name.size() > suffix.size() &&
           name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0));
}

/// The routing functions that go on when links have failed.
std::vector<std::string> fault_tolerant() {
  const auto& registry = RoutingFunctionRegistry::instance();
  std::vector<std::string> names = registry.names();
  names.erase(std::remove_if(
                  names.begin(), names.end(),
                  [&](const std::string& name) { return !registry.find(name).tolerates_faults; }),
              names.end());
  return names;
}

/// Runs what may throw an Error about the value of `path`, and gives that Error its place.
template <class Function>
auto located(const Document& document, const KeyPath& path, Function function) {
  try {
    return function();
  } catch (const Error& error) {
    document.fail(path, error.what());
  }
}

/// From the checked values to the Config. Each part reads its section of `resolved` and completes
/// it with the defaults that depend on others.
class Builder {
 public:
  Builder(Document& document, std::string directory, TrafficSection traffic)
      : document_(document), directory_(std::move(directory)), traffic_(traffic) {}

  Config build() {
    const MapSchema& schema = configuration_schema();
    Checker first(document_, {});
    first.check_names(document_.root(), KeyPath(), schema);
    check_network_source(first, schema.keys.front());
    json network = first.key(document_.root(), KeyPath(), schema.keys.front());
    build_memory_limit();
    build_netlist(network);
    fill_in_names();
    fill_in_traffic();
    config_.resolved =
        Checker(document_, config_.netlist.kinds).map(document_.root(), KeyPath(), schema);
    config_.resolved["network"] = std::move(network);
    build_traffic_sizes();
    build_switches();
    build_vcs();
    build_nic();
    build_simulation();
    check_network();
    config_.faults = read_faults(document_, section("faults"), config_.netlist);
    build_routing();
    build_fault_handling();
    build_rtl();
    build_hop_factor();
    build_traffic();
    check_run_length();
    check_quantum();
    build_cost();
    return std::move(config_);
  }

 private:
  static KeyPath path(const std::string& section, const std::string& name) {
    return KeyPath().key(section).key(name);
  }

  json& section(const std::string& name) { return config_.resolved[name]; }

  /// The file that the key `here` names, as seen from the configuration's folder. Error: as
  /// require_input_file().
  std::string input_file(const KeyPath& here, const std::string& text) {
    InputFile file{here.text(), resolve_path(text, directory_)};
    located(document_, here, [&] { require_input_file(file.path); });
    config_.inputs.push_back(file);
    return file.path;
  }

  /// Reads the parameters that `declared` lists from the section `here`. A list parameter that was
  /// given as one number becomes a list there, too.
  ParameterMap read_parameters(const std::vector<Parameter>& declared, json& section,
                               const KeyPath& here) {
    ParameterMap map;
    for (const Parameter& parameter : declared) {
      const auto it = section.find(parameter.name);
      if (it == section.end()) continue;
      switch (parameter.type) {
        case Parameter::Type::kInteger:
          map[parameter.name] = it->get<std::int64_t>();
          break;
        case Parameter::Type::kReal:
          map[parameter.name] = it->get<double>();
          break;
        case Parameter::Type::kBoolean:
          map[parameter.name] = it->get<bool>();
          break;
        case Parameter::Type::kString: {
          const auto text = it->get<std::string>();
          map[parameter.name] =
              is_file(parameter) ? input_file(here.key(parameter.name), text) : text;
          break;
        }
        case Parameter::Type::kIntegerList:
          if (!it->is_array()) *it = json::array({*it});
          map[parameter.name] = it->get<std::vector<std::int64_t>>();
          break;
      }
    }
    return map;
  }

  // network

  /// The messages of the schema alone would speak of a key `file` only.
  void check_network_source(const Checker& checker, const KeySchema& schema) {
    const KeyPath here = KeyPath().key("network");
    const Node* network = document_.find(here);
    if (network == nullptr || network->kind != Node::Kind::kMap) return;
    const Node* topology = network->find("topology");
    const std::string allowed = "; allowed: exactly one of topology, file";
    if (topology == nullptr && network->find("file") == nullptr) {
      checker.check_names(*network, here, *schema.value.map);
      document_.fail(here, "neither topology nor file is given" + allowed);
    }
    if (topology == nullptr || network->find("file") == nullptr) return;
    const auto& registry = TopologyRegistry::instance();
    if (!registry.contains(topology->text)) return;
    for (const Parameter& parameter : registry.find(topology->text).parameters) {
      if (parameter.name == "file") return;
    }
    document_.fail(here.key("file"),
                   "does not go together with topology: " + topology->text + allowed);
  }

  /// Before anything that takes much.
  void build_memory_limit() {
    const json limit = read_ahead({"simulation", "memory_limit"});
    if (limit.is_number()) config_.run.memory_limit = limit.get<std::uint64_t>() << 20;
    config_.memory_place = document_.place(path("simulation", "memory_limit"));
  }

  void build_netlist(json& network) {
    const KeyPath here = KeyPath().key("network");
    if (!network.contains("topology")) {
      const std::string file = input_file(here.key("file"), network.at("file").get<std::string>());
      config_.netlist = located(document_, here.key("file"), [&] { return read_netlist(file); });
      located(document_, here.key("file"), [&] { validate(config_.netlist); });
      return;
    }
    const auto& entry = TopologyRegistry::instance().find(network.at("topology"));
    const ParameterMap parameters = read_parameters(entry.parameters, network, here);
    const LatencyMap latency = build_latencies(network["latency"], entry);
    config_.netlist = located(document_, here.key("topology"), [&] {
      const std::unique_ptr<Topology> topology = entry.make(parameters);
      require_memory_for(topology->size(), config_.run.memory_limit);
      Netlist netlist = topology->netlist(latency);
      validate(netlist);
      return netlist;
    });
  }

  /// Latencies in cycles; those that depend on others are also written into `latencies`.
  LatencyMap build_latencies(json& latencies, const TopologyEntry& entry) const {
    LatencyMap result;
    for (const std::string& kind : entry.link_kinds) {
      result[kind] = build_latency(latencies[kind], kind);
    }
    for (const LatencyKey& further : entry.further_latencies) {
      const int like = result.at(further.like);
      if (!latencies.contains(further.name)) latencies[further.name] = like;
      json& value = latencies[further.name];
      if (value.is_object() && !value.contains("link")) value["link"] = like;
      result[further.name] = build_latency(value, further.name);
    }
    return result;
  }

  /// A number of cycles, or a link that skips stages. Source: 002_93ff7ed2c806cfd2.txt, section
  /// 5.4.3, where a stage is a link, the routing and the crossing of a switch.
  int build_latency(const json& value, const std::string& name) const {
    if (value.is_number()) return value;
    const std::int64_t link = value.at("link");
    const json routing_delay = read_ahead({"switch", "routing_delay"});
    if (!routing_delay.is_number()) {
      document_.fail(path("network", "latency").key(name),
                     "links that skip stages need to know how long one takes; allowed: a number of "
                     "cycles, or switch.routing_delay as a number of cycles");
    }
    const std::int64_t stage = link + routing_delay.get<std::int64_t>() +
                               read_ahead({"switch", "crossbar", "delay"}).get<std::int64_t>();
    const std::int64_t cycles = link + value.at("stages").get<std::int64_t>() * stage;
    if (cycles > kLongestLatency) {
      document_.fail(path("network", "latency").key(name),
                     fmt::format("the link and the stages that it skips add up to {} cycles; "
                                 "allowed: 1 to {}",
                                 cycles, kLongestLatency));
    }
    return static_cast<int>(cycles);
  }

  /// A value of a section that is read as a whole later on, when the link kinds are known.
  json read_ahead(const std::vector<std::string>& names) const {
    const Node nothing;
    const Node* node = &document_.root();
    const std::vector<KeySchema>* keys = &configuration_schema().keys;
    KeyPath here;
    for (std::size_t i = 0;; ++i) {
      const auto schema = std::find_if(
          keys->begin(), keys->end(), [&](const KeySchema& each) { return each.name == names[i]; });
      if (i + 1 == names.size()) return Checker(document_, {}).key(*node, here, *schema);
      const Node* next = node->find(names[i]);
      node = next == nullptr ? &nothing : next;
      keys = &schema->value.map->keys;
      here = here.key(names[i]);
    }
  }

  /// Writes the names that other keys depend on where they were left out, so that the checks know
  /// which parameters there are.
  void fill_in_names() {
    std::string function = kDefaultRoutingElsewhere;
    for (const DefaultRouting& each : kDefaultRouting) {
      if (config_.netlist.topology == each.topology) function = each.function;
    }
    document_.set_default(path("routing", "function"), function);

    const KeyPath traffic = KeyPath().key("traffic");
    const Node* node = document_.find(traffic);
    if (node == nullptr || node->find("trace") != nullptr || node->find("application") != nullptr) {
      return;
    }
    fill_in_pattern(traffic);
    const Node* phases = document_.find(traffic.key("phases"));
    if (phases == nullptr) return;
    for (std::size_t i = 0; i < phases->elements.size(); ++i) {
      fill_in_pattern(traffic.key("phases").element(i));
    }
  }

  void fill_in_pattern(const KeyPath& where) {
    Node* node = document_.find(where);
    if (node == nullptr || node->kind != Node::Kind::kMap) return;
    if (const Node* mixture = node->find("mixture")) {
      for (std::size_t i = 0; i < mixture->elements.size(); ++i) {
        fill_in_pattern(where.key("mixture").element(i));
      }
      return;
    }
    if (node->find("phases") == nullptr) document_.set_default(where.key("pattern"), "uniform");
  }

  // switch, nic, simulation

  /// A number for all kinds, or one for some of them, as one for each; also in `resolved`.
  std::vector<int> by_kind(json& value, int otherwise,
                           const std::map<std::string, int>& of_kinds = {}) {
    std::vector<int> result;
    json complete = json::object();
    for (const std::string& kind : config_.netlist.kinds) {
      const auto known = of_kinds.find(kind);
      const int fallback = known == of_kinds.end() ? otherwise : known->second;
      const int each = value.is_number() ? value.get<int>() : value.value(kind, fallback);
      result.push_back(each);
      complete[kind] = each;
    }
    value = std::move(complete);
    return result;
  }

  /// A section without a word about what is sent, where that may be left out.
  void fill_in_traffic() {
    if (traffic_ == TrafficSection::kRequired) return;
    if (document_.find(KeyPath().key("traffic")) != nullptr) return;
    document_.set_default(path("traffic", "packet_phits"),
                          std::to_string(TrafficConfig().packet_phits));
  }

  /// Sizes of packets, on which other defaults depend.
  void build_traffic_sizes() {
    json& traffic = section("traffic");
    TrafficConfig& to = config_.traffic;
    to.packet_phits = traffic.at("packet_phits");
    config_.network.nic.packet_phits = to.packet_phits;
    config_.network.smallest_packet = 0;
    if (traffic.contains("trace")) {
      config_.network.smallest_packet = 1;
    } else if (traffic.contains("request_reply")) {
      json& reply = traffic["request_reply"];
      if (!reply.contains("reply_phits")) reply["reply_phits"] = to.packet_phits;
      to.reply_phits = reply.at("reply_phits");
      to.reply_delay = reply.at("delay");
      const int rest = to.reply_phits % to.packet_phits;
      config_.network.smallest_packet = rest == 0 ? to.packet_phits : rest;
    }
  }

  void build_switches() {
    json& from = section("switch");
    SwitchConfig& to = config_.network.switches;
    to.switching = choose(kSwitching, from.at("switching"));
    const bool wormhole = to.switching == Switching::kWormhole;
    if (wormhole) {
      if (!from.contains("flit_phits")) {
        document_.fail(path("switch", "switching"),
                       fmt::format("wormhole needs switch.flit_phits; allowed: 1 to {}",
                                   config_.traffic.packet_phits));
      }
      to.flit_phits = from.at("flit_phits");
    } else if (from.contains("flit_phits")) {
      document_.fail(path("switch", "flit_phits"),
                     "is for wormhole only; allowed: no such key with switching: " +
                         from.at("switching").get<std::string>());
    }
    const int flit = wormhole ? to.flit_phits : config_.traffic.packet_phits;
    const int input_buffer = std::max(kDefaultInputBuffer, 2 * flit);
    if (!from.contains("input_buffer")) from["input_buffer"] = input_buffer;
    to.input_buffer = by_kind(from["input_buffer"], input_buffer);
    to.output_buffer = by_kind(from["output_buffer"], 0);
    // Chien's model needs the routing function.
    if (from.at("routing_delay").is_number()) to.routing_delay = from.at("routing_delay");
    to.routing_units =
        from.at("routing_units") == "switch" ? RoutingUnits::kSwitch : RoutingUnits::kPort;
    const json& crossbar = from.at("crossbar");
    to.crossbar = choose(kCrossbar, crossbar.at("kind"));
    to.crossbar_delay = crossbar.at("delay");
    to.speedup = crossbar.at("speedup");
    const json& allocator = from.at("allocator");
    to.allocator = choose(kAllocator, allocator.at("kind"));
    to.iterations = allocator.at("iterations");
    to.arbiter = choose(kArbiter, allocator.at("arbiter"));
    to.control_priority = from.at("control_priority");
  }

  void build_vcs() {
    json& routing = section("routing");
    const auto& entry = RoutingFunctionRegistry::instance().find(routing.at("function"));
    json& vcs = routing["vcs"];
    if (!vcs.contains("policy")) vcs["policy"] = entry.default_vc_policy;
    if (!vcs.contains("count")) vcs["count"] = json::object();
    config_.vc_policy = vcs.at("policy");
    const bool own_policy = config_.vc_policy == entry.default_vc_policy;
    config_.routing_parameters =
        read_parameters(entry.parameters, routing, KeyPath().key("routing"));
    config_.vcs =
        by_kind(vcs["count"], 1,
                own_policy ? entry.vcs(config_.routing_parameters) : std::map<std::string, int>{});
    config_.network.switches.vcs = config_.vcs;
    config_.vcs_place = document_.place(path("routing", "vcs"));
    build_davc(vcs);
    if (config_.vc_policy != "single") return;
    for (std::size_t i = 0; i < config_.vcs.size(); ++i) {
      if (config_.vcs[i] == 1) continue;
      document_.fail(path("routing", "vcs").key("count").key(config_.netlist.kinds[i]),
                     fmt::format("{} VCs do not go together with policy single, which uses VC 0 "
                                 "only; allowed: 1, or policy: free",
                                 config_.vcs[i]));
    }
  }

  void build_davc(json& vcs) {
    const KeyPath here = path("routing", "vcs");
    if (config_.vc_policy != "davc") {
      for (const char* key : {"davc", "ids_file", "overflow"}) {
        if (!vcs.contains(key)) continue;
        document_.fail(here.key(key), fmt::format("does not go together with policy {}; allowed: "
                                                  "with policy davc only",
                                                  config_.vc_policy));
      }
      return;
    }
    if (!vcs.contains("davc")) vcs["davc"] = "np";
    if (!vcs.contains("overflow")) vcs["overflow"] = "refuse";
    DavcSettings settings;
    settings.rule = DavcRule(parse_davc_function(vcs.at("davc")));
    settings.clamp = vcs.at("overflow") == "clamp";
    if (vcs.contains("ids_file")) {
      const std::string file = input_file(here.key("ids_file"), vcs.at("ids_file"));
      settings.ids = located(document_, here.key("ids_file"),
                             [&] { return read_davc_ids(config_.netlist, file); });
    } else {
      settings.ids = netlist_ids(config_.netlist);
    }
    config_.davc = std::make_shared<const DavcSettings>(std::move(settings));
  }

  /// More VCs than a switch can choose among are for packets that stay on theirs.
  void check_vc_choices() const {
    if (config_.vc_policy == "layered") return;
    const auto check = [&](int vcs, const KeyPath& key) {
      if (vcs <= kMaxVcChoices) return;
      document_.fail(key, fmt::format("{} VCs do not go together with routing.vcs.policy {}; "
                                      "allowed: 1 to {}, and to {} with layered",
                                      vcs, config_.vc_policy, kMaxVcChoices, kMaxVirtualChannels));
    };
    for (const int vcs : config_.vcs) check(vcs, path("routing", "vcs").key("count"));
    check(config_.network.nic.injection_vcs, path("nic", "injection_vcs"));
  }

  void build_nic() {
    json& from = section("nic");
    NicConfig& to = config_.network.nic;
    if (!from.contains("injection_buffer")) {
      from["injection_buffer"] =
          std::max(kDefaultInjectionBuffer, 2 * config_.traffic.packet_phits);
    }
    to.injection_buffer = from.at("injection_buffer");
    to.injection_vcs = from.at("injection_vcs");
    check_vc_choices();
    for (std::size_t kind = 1; kind < config_.vcs.size(); ++kind) {
      if (config_.vc_policy != "layered" || to.injection_vcs == config_.vcs[kind]) continue;
      document_.fail(path("nic", "injection_vcs"),
                     fmt::format("{} injection VCs do not go together with routing.vcs.policy "
                                 "layered and {} VCs on links of the kind '{}', on which packets "
                                 "go on as they were injected; allowed: {}",
                                 to.injection_vcs, config_.vcs[kind], config_.netlist.kinds[kind],
                                 config_.vcs[kind]));
    }
    to.injection_vc_choice = choose(kInjectionVcChoice, from.at("injection_vc_choice"));
    const json& reorder_buffer = from.at("reorder_buffer");
    to.reorder_buffer =
        reorder_buffer.is_string() ? kUnlimitedReorderBuffer : reorder_buffer.get<int>();
  }

  void build_simulation() {
    json& from = section("simulation");
    if (!from.at("seeds").is_array()) from["seeds"] = json::array({from.at("seeds")});
    RunConfig& run = config_.run;
    run.warmup = from.at("warmup");
    run.measure = from.at("measure");
    run.drain = from.at("drain");
    run.seeds = from.at("seeds").get<std::vector<std::uint64_t>>();
    run.stationary_bound = from.at("stationary_bound");
    run.samples.interval = from.at("sample_interval");
    run.samples.by = choose(kSampleBy, from.at("sample_by"));
    run.samples.quartiles = from.at("sample_quartiles");
    if (run.samples.interval == 0) {
      const auto needs_interval = [&](const char* name) {
        document_.fail(path("simulation", name),
                       "there is no time series; allowed: beside a simulation.sample_interval");
      };
      if (run.samples.by != SampleSettings::By::kArrival) needs_interval("sample_by");
      if (run.samples.quartiles) needs_interval("sample_quartiles");
    }
    run.counters = from.at("counters").get<std::vector<std::string>>();
    run.counter_interval = from.at("counter_interval");
    run.completion_limit = from.at("completion_limit");
    SimulationConfig& to = config_.network.simulation;
    to.seed = run.seeds.front();
    to.quantum = from.at("quantum");
    to.idle_skipping = from.at("idle_skipping");
    to.shuffle = from.at("shuffle");
    to.check_invariants = from.at("check_invariants");
    to.specialised = from.at("specialised");
    to.stall_probability = from.at("stall_probability");
    to.watchdog = from.at("watchdog");
  }

  void check_network() {
    if (const auto problem = find_problem(config_.network, config_.netlist.kinds)) {
      document_.fail(KeyPath::parse(problem->key), problem->message);
    }
    int ports = 1;
    for (const SwitchInfo& info : config_.netlist.switches) ports = std::max(ports, info.ports);
    const int vcs = 1 << vc_shift_of(config_.vcs, config_.network.nic.injection_vcs);
    if (ports * vcs > kMaxChannels) {
      document_.fail(
          path("routing", "vcs").key("count"),
          fmt::format("a switch of {} ports with {} VCs at each has {} channels; allowed: "
                      "up to {}",
                      ports, vcs, ports * vcs, kMaxChannels));
    }
  }

  /// Runs that end by themselves are bounded by their limit.
  void check_run_length() const {
    const RunConfig& run = config_.run;
    const bool open = config_.traffic.kind == TrafficConfig::Kind::kOpen ||
                      config_.traffic.kind == TrafficConfig::Kind::kRequestReply;
    const Cycle cycles = open ? run.warmup + run.measure + run.drain : run.completion_limit;
    // How long the others really take is seen when they do.
    if (open && run.samples.interval > 0) {
      require_few("sample_interval", run.samples.interval, cycles);
    }
    if (open && !run.counters.empty()) {
      require_few("counter_interval", run.counter_interval, cycles);
    }
    if (cycles <= kLongestRun) return;
    std::pair<Cycle, const char*> longest = {run.warmup, "warmup"};
    longest = std::max({longest, {run.measure, "measure"}, {run.drain, "drain"}});
    document_.fail(path("simulation", longest.second),
                   fmt::format("warmup, measure and drain are {} cycles; allowed: up to {} in all",
                               cycles, kLongestRun));
  }

  /// What is kept of every interval of a run.
  void require_few(const char* key, Cycle interval, Cycle cycles) const {
    constexpr Cycle kMostIntervals = RunConfig::kMostIntervals;
    if (cycles / interval <= kMostIntervals) return;
    document_.fail(path("simulation", key),
                   fmt::format("a run of up to {} cycles has {} intervals of {}, and each takes "
                               "memory; allowed: intervals of {} cycles or more",
                               cycles, cycles / interval, interval,
                               (cycles + kMostIntervals - 1) / kMostIntervals));
  }

  void check_quantum() {
    config_.longest_quantum =
        longest_quantum(config_.netlist, config_.network, broadcast_, reacts(config_.traffic.kind));
    const int quantum = config_.network.simulation.quantum;
    if (quantum <= config_.longest_quantum) return;
    const KeyPath here = path("simulation", "quantum");
    if (config_.network.nic.acknowledges()) {
      document_.fail(here, fmt::format("{} cycles do not go together with nic.reorder_buffer, "
                                       "whose acknowledgements are seen in the next cycle; "
                                       "allowed: 0, 1",
                                       quantum));
    }
    const auto& links = config_.netlist.links;
    const bool of_link = std::any_of(links.begin(), links.end(), [&](const Link& link) {
      return link.kind != 0 && link.latency == config_.longest_quantum;
    });
    document_.fail(here, fmt::format("{} cycles are longer than {}; allowed: 0 to {}", quantum,
                                     of_link ? "the shortest link between switches"
                                             : "this network and its traffic allow",
                                     config_.longest_quantum));
  }

  // faults, routing, rtl

  void build_fault_handling() {
    const json& from = section("fault_handling");
    FaultHandling& to = config_.network.fault_handling;
    to.detection = from.at("detection");
    to.generation = from.at("generation");
    to.processing = from.at("processing");
    to.update = from.at("update");
    to.control_phits = from.at("control_phits");
    to.emergency_path = from.at("emergency_path");
    if (const auto problem = find_problem(config_.network, config_.netlist.kinds)) {
      document_.fail(KeyPath::parse(problem->key), problem->message);
    }
  }

  void build_routing() {
    json& from = section("routing");
    config_.routing_function = from.at("function");
    const auto& entry = RoutingFunctionRegistry::instance().find(config_.routing_function);
    if (!from.contains("selection")) from["selection"] = entry.default_selection;
    config_.selection = from.at("selection");
    const SelectionKind selection = parse_selection(config_.selection);
    if (needs_fat_tree(selection) && config_.netlist.topology != "fat_tree") {
      std::vector<std::string> allowed;
      for (const std::string& name : selection_names()) {
        if (!needs_fat_tree(parse_selection(name))) allowed.push_back(name);
      }
      document_.fail(path("routing", "selection"),
                     fmt::format("'{}' is defined in a fat_tree only; allowed: {}",
                                 config_.selection, fmt::join(allowed, ", ")));
    }
    config_.network.switches.selection = selection;
    config_.network.switches.selection_time =
        from.at("select_at") == "routing" ? SelectionTime::kRouting : SelectionTime::kGrant;
    config_.routing_place = document_.place(path("routing", "function"));
    if (!config_.faults.empty() && !entry.tolerates_faults) {
      document_.fail(
          KeyPath().key("faults"),
          fmt::format("routing.function {} does not tolerate faults; allowed: no faults, "
                      "or one of the functions {}",
                      config_.routing_function, fmt::join(fault_tolerant(), ", ")));
    }
    if (!config_.faults.empty() && config_.davc) {
      document_.fail(KeyPath().key("faults"),
                     "do not go together with routing.vcs.policy davc: the VCs that packets need "
                     "are computed for the network without them; allowed: no faults, or another "
                     "policy");
    }
    located(document_, KeyPath().key("faults"), [&] {
      config_.network.faults = link_faults(faults_of_run(config_, config_.run.seeds.front()));
      return 0;
    });
    json& delay = section("switch")["routing_delay"];
    const bool asked = delay.is_object() || !config_.run.counters.empty();
    const bool tables = entry.table_bytes && entry.table_bytes(routing_context(config_)) > 0;
    if (!asked && tables && config_.netlist.switches.size() > kSwitchesTriedAtOnce) return;
    const std::unique_ptr<RoutingFunction> routing = make_routing(config_);
    broadcast_ = routing->status_broadcast();
    check_counters(*routing);
    if (delay.is_object()) build_routing_delay(delay, *routing);
    if (!routing->uses_bubble()) return;
    if (const auto problem = find_bubble_problem(config_.network, config_.netlist.kinds)) {
      document_.fail(KeyPath::parse(problem->key), problem->message);
    }
  }

  /// Registers can be read only if the switches have them.
  void check_counters(const RoutingFunction& routing) const {
    const std::vector<std::string> allowed = readable_counters(routing.register_set());
    for (std::size_t i = 0; i < config_.run.counters.size(); ++i) {
      const std::string& name = config_.run.counters[i];
      if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) continue;
      document_.fail(
          path("simulation", "counters").element(i),
          fmt::format("switches with routing.function {} have no register {}; allowed: "
                      "{}",
                      config_.routing_function, name,
                      allowed.empty() ? "none" : fmt::format("{}", fmt::join(allowed, ", "))));
    }
  }

  /// Chien's model.
  void build_routing_delay(json& from, const RoutingFunction& routing) {
    const KeyPath here = path("switch", "routing_delay");
    if (!from.contains("options")) {
      const std::optional<int> options = routing.routing_options();
      if (!options) {
        document_.fail(here, fmt::format("routing.function {} does not say how many options a head "
                                         "has; allowed: options, or a number of cycles",
                                         config_.routing_function));
      }
      from["options"] = *options;
    }
    ChienDelay model;
    model.base = from.at("base");
    model.constant = from.at("constant");
    model.selection = from.at("selection");
    model.options = from.at("options");
    const double cycles = routing_delay(model);
    if (cycles > kLongestLatency) {
      document_.fail(here, fmt::format("{:.0f} cycles come out of the model; allowed: 0 to {}",
                                       cycles, kLongestLatency));
    }
    config_.network.switches.routing_delay = static_cast<int>(cycles);
  }

  /// Fails unless the network makes a decision that this implementation of a block can make.
  void check_fit(const std::string& implementation, const KeyPath& here) {
    const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(implementation);
    const RtlPlan plan{{implementation}, RtlMode::kReplace};
    RtlCounters counters;
    bool asked = false;
    try {
      const PortSelectorHook selector = make_port_selector_hook(
          config_.netlist, parse_selection(config_.selection), plan, counters);
      const DecisionHooks hooks = make_decision_hooks(config_.netlist, plan, counters);
      const SwitchArbitersHook arbiters = make_arbiters_hook(
          config_.netlist, config_.network.switches.arbiter,
          config_.network.switches.crossbar == CrossbarKind::kFull, plan, counters);
      asked = selector != nullptr || arbiters != nullptr;
      const auto largest = std::max_element(
          config_.netlist.switches.begin(), config_.netlist.switches.end(),
          [](const SwitchInfo& a, const SwitchInfo& b) { return a.ports < b.ports; });
      const auto place = static_cast<SwitchId>(largest - config_.netlist.switches.begin());
      const int vc_shift = vc_shift_of(config_.vcs, config_.network.nic.injection_vcs);
      if (selector) selector(place, largest->ports, vc_shift);
      if (arbiters) arbiters(place, most_ports(config_.netlist, config_.network), vc_shift);
      const auto note = [&asked](const auto& hook) {
        return [&asked, hook](SwitchId id, int ports, auto reference) {
          asked = true;
          return hook(id, ports, std::move(reference));
        };
      };
      DecisionHooks noting;
      if (hooks.port_matcher) noting.port_matcher = note(hooks.port_matcher);
      if (hooks.vc_decision) noting.vc_decision = note(hooks.vc_decision);
      if (hooks.traffic_counters) noting.traffic_counters = note(hooks.traffic_counters);
      const bool decides = noting.port_matcher || noting.vc_decision || noting.traffic_counters;
      if (decides && !config_.netlist.switches.empty()) {
        make_routing(config_, std::move(noting))->make_router(0);
      }
    } catch (const Error& error) {
      document_.fail(here, error.what());
    }
    if (!asked) {
      document_.fail(here, fmt::format("RTL block '{}' makes no decision of routing.function {}; "
                                       "allowed: {}",
                                       entry.block, config_.routing_function, entry.fits));
    }
  }

  /// Ways of the user's own, by RTL or a table with circles in it, may be longer than those that
  /// are known.
  void build_hop_factor() {
    json& from = section("simulation");
    const bool own = config_.routing_function == "table" ||
                     (!config_.rtl.blocks.empty() && config_.rtl.mode == RtlConfig::Mode::kReplace);
    if (!from.contains("hop_factor")) from["hop_factor"] = own ? 4 : 1;
    config_.network.simulation.hop_factor = from.at("hop_factor");
  }

  void build_rtl() {
    json& from = section("rtl");
    config_.rtl.mode = choose(kRtlMode, from.at("mode"));
    std::size_t index = 0;
    for (json& each : from["blocks"]) {
      const KeyPath here = path("rtl", "blocks").element(index++);
      const bool each_is_name = each.is_string();
      if (each_is_name) each = json{{"name", each}};
      RtlConfig::Block block;
      block.name = each.at("name");
      block.implementation = each.value("implementation", block.name);
      each["implementation"] = block.implementation;
      const auto& registry = RtlBlockRegistry::instance();
      if (!registry.contains(block.implementation) ||
          registry.find(block.implementation).block != block.name) {
        document_.fail(
            each_is_name ? here : here.key("implementation"),
            fmt::format("'{}' does not make the decision '{}'; allowed: {}", block.implementation,
                        block.name, fmt::join(rtl_implementations(block.name), ", ")));
      }
      check_fit(block.implementation, here);
      for (const RtlConfig::Block& other : config_.rtl.blocks) {
        if (other.name == block.name) {
          document_.fail(here, "'" + block.name + "' is given twice; allowed: once");
        }
      }
      config_.rtl.blocks.push_back(std::move(block));
    }
  }

  // cost

  void build_cost() {
    const json& from = section("cost");
    const json& port = from.at("port");
    const json& control = from.at("control");
    const json& link = from.at("link");
    NetworkCostParameters& to = config_.cost;
    to.buffer = port.at("buffer");
    to.crossbar = port.at("crossbar");
    to.port_other = port.at("other");
    to.routing = control.at("routing");
    to.ruft_routing = control.at("ruft_routing");
    to.selection = control.at("selection");
    to.control_other = control.at("other");
    to.connector = link.at("connector");
    to.cable = link.at("cable");
    to.ruft_ideal_length = link.at("ruft_ideal_length");
    to.ruft_worst_length = link.at("ruft_worst_length");
    to.link_weight = link.at("weight");
  }

  // traffic

  [[noreturn]] void clash(const std::string& name, const std::string& other,
                          const std::string& allowed) {
    document_.fail(path("traffic", name),
                   "does not go together with traffic." + other + "; allowed: " + allowed);
  }

  void check_traffic_kind(const json& traffic) {
    std::string kind;
    for (const char* name : {"load", "burst", "trace", "application"}) {
      if (!traffic.contains(name)) continue;
      if (!kind.empty()) clash(name, kind, "exactly one of load, burst, trace, application");
      kind = name;
    }
    if (kind == "trace" || kind == "application") {
      for (const char* name : {"pattern", "nodes", "mixture", "phases", "request_reply"}) {
        if (!traffic.contains(name)) continue;
        clash(name, kind,
              kind == "trace" ? "packet_phits and bytes_per_phit beside trace"
                              : "packet_phits beside application");
      }
    }
    if (kind != "trace" && traffic.contains("bytes_per_phit")) {
      document_.fail(path("traffic", "bytes_per_phit"),
                     "is for traces only; allowed: no such key without traffic.trace");
    }
    if (kind == "burst" && traffic.contains("request_reply")) {
      clash("request_reply", kind, "load beside request_reply");
    }
    std::string form;
    for (const char* name : {"pattern", "mixture", "phases"}) {
      if (!traffic.contains(name)) continue;
      if (!form.empty()) clash(name, form, "exactly one of pattern, mixture, phases");
      form = name;
    }
    if (traffic.contains("nodes") && form != "pattern") {
      clash("nodes", form, "nodes in the elements of " + form);
    }
    if (!kind.empty()) return;
    if (form == "phases") {
      const json& phases = traffic.at("phases");
      if (std::all_of(phases.begin(), phases.end(),
                      [](const json& phase) { return phase.contains("load"); })) {
        return;
      }
    }
    if (traffic_ == TrafficSection::kOptional) {
      config_.traffic.kind = TrafficConfig::Kind::kNone;
      return;
    }
    document_.fail(KeyPath().key("traffic"),
                   "none of load, burst, trace and application is given; allowed: exactly one of "
                   "them");
  }

  void build_traffic() {
    json& from = section("traffic");
    TrafficConfig& to = config_.traffic;
    check_traffic_kind(from);
    if (to.kind == TrafficConfig::Kind::kNone) return;
    if (from.contains("trace")) {
      build_trace(from);
      return;
    }
    if (from.contains("application")) {
      build_application(from["application"]);
      return;
    }
    if (from.contains("burst")) {
      to.kind = TrafficConfig::Kind::kBurst;
      to.burst_packets = from.at("burst").at("packets");
      require_completion();
    } else if (from.contains("request_reply")) {
      to.kind = TrafficConfig::Kind::kRequestReply;
    }
    if (from.contains("load")) {
      if (!from.at("load").is_array()) from["load"] = json::array({from.at("load")});
      to.loads = from.at("load").get<std::vector<double>>();
    }
    const KeyPath here = KeyPath().key("traffic");
    if (from.contains("phases")) {
      build_phases(from["phases"]);
    } else {
      to.phases.push_back(build_phase(from, here));
    }
  }

  void require_completion() {
    const auto packet_phits = static_cast<std::uint64_t>(config_.traffic.packet_phits);
    const std::uint64_t phits = config_.traffic.burst_packets * packet_phits;
    const Cycle limit = config_.run.completion_limit;
    if (phits <= limit) return;
    document_.fail(path("traffic", "burst").key("packets"),
                   fmt::format("a node has {} phits to send, one a cycle, more than "
                               "simulation.completion_limit ({}); allowed: up to {} packets",
                               phits, limit, limit / packet_phits));
  }

  void build_application(json& from) {
    TrafficConfig& to = config_.traffic;
    to.kind = TrafficConfig::Kind::kApplication;
    const ApplicationEntry& entry =
        ApplicationRegistry::instance().find(from.at("name").get<std::string>());
    to.application =
        read_application(document_, path("traffic", "application"), from,
                         read_parameters(entry.parameters, from, path("traffic", "application")),
                         to.packet_phits, config_.netlist.hosts.size());
    if (!to.application.sends_once && config_.network.nic.reorders()) {
      document_.fail(path("nic", "reorder_buffer"),
                     fmt::format("does not go together with application {}, whose tasks send to "
                                 "each other in several steps; allowed: 0",
                                 to.application.name));
    }
  }

  void build_trace(json& from) {
    config_.traffic.kind = TrafficConfig::Kind::kTrace;
    if (!from.contains("bytes_per_phit")) from["bytes_per_phit"] = kDefaultBytesPerPhit;
    config_.traffic.bytes_per_phit = from.at("bytes_per_phit");
    if (from.at("trace").is_object()) {
      config_.traffic.generated_trace =
          read_generated_trace(document_, path("traffic", "trace"), from["trace"],
                               config_.netlist.hosts.size(), config_.run.completion_limit);
      return;
    }
    config_.traffic.trace =
        input_file(path("traffic", "trace"), from.at("trace").get<std::string>());
  }

  void build_phases(json& phases) {
    TrafficConfig& to = config_.traffic;
    bool point_load_used = false;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      json& each = phases[i];
      const KeyPath here = path("traffic", "phases").element(i);
      if (each.contains("mixture")) {
        for (const char* name : {"pattern", "nodes"}) {
          if (each.contains(name)) {
            document_.fail(here.key(name),
                           "does not go together with mixture; allowed: patterns and nodes in the "
                           "elements of mixture");
          }
        }
      }
      TrafficConfig::Phase phase = build_phase(each, here);
      phase.from = each.at("from");
      if (i == 0 && phase.from != 0) {
        document_.fail(here.key("from"),
                       fmt::format("the first phase starts in cycle {}; allowed: 0", phase.from));
      }
      if (i > 0 && phase.from <= to.phases.back().from) {
        document_.fail(here.key("from"),
                       fmt::format("the phase does not start after the one before it; allowed: {} "
                                   "or more",
                                   to.phases.back().from + 1));
      }
      if (each.contains("load")) {
        phase.load = each.at("load").get<double>();
        if (to.kind == TrafficConfig::Kind::kBurst) {
          document_.fail(here.key("load"),
                         "does not go together with traffic.burst; allowed: no load");
        }
      } else {
        point_load_used = true;
      }
      to.phases.push_back(std::move(phase));
    }
    if (to.loads.empty() && to.kind != TrafficConfig::Kind::kBurst) {
      to.loads.push_back(*to.phases.front().load);
    } else if (!point_load_used) {
      document_.fail(path("traffic", "load"),
                     "is never used, because every phase has its own; allowed: no load here, or a "
                     "phase without one");
    }
  }

  /// The patterns of a section that has either `pattern` or `mixture`.
  TrafficConfig::Phase build_phase(json& from, const KeyPath& here) {
    TrafficConfig::Phase phase;
    if (!from.contains("mixture")) {
      phase.patterns.push_back(build_pattern(from, here));
      return phase;
    }
    const KeyPath mixture = here.key("mixture");
    for (std::size_t i = 0; i < from.at("mixture").size(); ++i) {
      phase.patterns.push_back(build_pattern(from["mixture"][i], mixture.element(i)));
    }
    check_shares(phase, mixture);
    return phase;
  }

  TrafficConfig::Pattern build_pattern(json& from, const KeyPath& here) {
    TrafficConfig::Pattern pattern;
    pattern.name = from.at("pattern");
    const PatternEntry& entry = PatternRegistry::instance().find(pattern.name);
    pattern.parameters = read_parameters(entry.parameters, from, here);
    if (from.contains("share")) pattern.share = from.at("share");
    if (from.contains("nodes")) pattern.nodes = build_nodes(from["nodes"], here.key("nodes"));
    if (from.contains("own_area")) pattern.own_area = from.at("own_area");
    if (pattern.own_area && pattern.nodes.size() == 1) {
      document_.fail(here.key("nodes"),
                     "one node alone cannot send within its area; allowed: two or more nodes, or "
                     "own_area: false");
    }
    located(document_, here.key("pattern"),
            [&] { entry.make(config_.netlist, pattern.parameters, config_.run.seeds.front()); });
    return pattern;
  }

  std::vector<NodeId> build_nodes(json& from, const KeyPath& here) {
    const bool list = from.is_array();
    if (!list) from = json::array({from});
    const std::size_t hosts = config_.netlist.hosts.size();
    std::vector<bool> chosen(hosts);
    for (std::size_t i = 0; i < from.size(); ++i) {
      const KeyPath place = list ? here.element(i) : here;
      std::uint64_t first = 0;
      std::uint64_t last = 0;
      std::uint64_t step = 1;
      std::string shown;
      if (from[i].is_string()) {
        shown = from[i].get<std::string>();
        const std::size_t dash = shown.find('-');
        first = std::stoull(shown.substr(0, dash));
        last = std::stoull(shown.substr(dash + 1));
        const std::size_t slash = shown.find('/');
        if (slash != std::string::npos) step = std::stoull(shown.substr(slash + 1));
      } else {
        first = last = from[i].get<std::uint64_t>();
        shown = std::to_string(first);
      }
      if (first > last || last >= hosts) {
        document_.fail(
            place, fmt::format("{} is not in the network; allowed: 0 to {}, ranges upwards", shown,
                               hosts - 1));
      }
      if (step == 0) {
        document_.fail(place, shown + " has steps of no length; allowed: 1 or more after the /");
      }
      for (std::uint64_t node = first; node <= last; node += step) {
        if (chosen[node]) {
          document_.fail(place, fmt::format("node {} is given twice; allowed: once", node));
        }
        chosen[node] = true;
      }
    }
    std::vector<NodeId> nodes;
    for (std::size_t node = 0; node < hosts; ++node) {
      if (chosen[node]) nodes.push_back(static_cast<NodeId>(node));
    }
    return nodes;
  }

  void check_shares(const TrafficConfig::Phase& phase, const KeyPath& mixture) {
    std::vector<double> sum(config_.netlist.hosts.size());
    for (const TrafficConfig::Pattern& pattern : phase.patterns) {
      if (pattern.nodes.empty()) {
        for (double& each : sum) each += pattern.share;
      } else {
        for (const NodeId node : pattern.nodes) sum[node] += pattern.share;
      }
    }
    for (std::size_t node = 0; node < sum.size(); ++node) {
      if (sum[node] == 0 || std::abs(sum[node] - 1) <= kShareTolerance) continue;
      document_.fail(mixture, fmt::format("the shares of node {} add up to {:g}; allowed: 1", node,
                                          sum[node]));
    }
  }

  Document& document_;
  std::string directory_;
  TrafficSection traffic_;
  Config config_;
  StatusBroadcast broadcast_;  ///< of the routing function
};

}  // namespace

Config parse_config(const std::string& text, const std::string& name, const std::string& directory,
                    const std::vector<Override>& overrides, TrafficSection traffic) {
  Document document(text, name);
  for (const auto& [key, value] : overrides) document.set(key, value);
  return Builder(document, directory, traffic).build();
}

Config load_config(const std::string& path, const std::vector<Override>& overrides,
                   TrafficSection traffic) {
  Config config =
      parse_config(read_text(path), path, std::filesystem::path(path).parent_path().string(),
                   overrides, traffic);
  config.inputs.insert(config.inputs.begin(), {"the configuration", path});
  return config;
}

RoutingContext routing_context(const Config& config, std::optional<std::uint64_t> seed) {
  RoutingContext context;
  context.netlist = &config.netlist;
  context.vcs = config.vcs;
  context.vc_policy = config.vc_policy;
  context.vc_shift = vc_shift_of(config.vcs, config.network.nic.injection_vcs);
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

void require_enough_vcs(const Config& config) {
  if (!config.davc || config.davc->clamp) return;
  const std::unique_ptr<RoutingFunction> routing = make_routing(config);
  const std::string problem =
      too_few_vcs(routing_context(config), davc_vc_need(dynamic_cast<DavcRouting&>(*routing)));
  if (!problem.empty()) throw Error(config.vcs_place + problem);
}

}  // namespace netloom
