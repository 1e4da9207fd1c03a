#include "sim/config/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "hw/network_sizes.h"
#include "routing/base/types.h"
#include "routing/davc/rule.h"
#include "routing/decision/routing_delay.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/selection.h"
#include "routing/decision/vc_policy.h"
#include "routing/netlist/topology.h"
#include "rtl/block_registry.h"
#include "sim/config/application_section.h"
#include "sim/config/faults_section.h"
#include "sim/config/network_cost_parameters.h"
#include "sim/config/readable_counters.h"
#include "sim/config/schema_parts.h"
#include "sim/config/trace_section.h"
#include "sim/traffic/pattern.h"

namespace netloom {
namespace {

using namespace schema;
using Scalar = ValueSchema::Scalar;
using nlohmann::json;

constexpr double kMostPhits = 16777216;
constexpr double kMostMebibytes = 1 << 30;
constexpr double kMostSkippedStages = 1000;
constexpr double kLongestPacket = 65535;
constexpr double kMostCost = 1e9;
constexpr double kMostOptions = double{kMaxPorts} * kMaxVirtualChannels;

std::vector<KeySchema> parameter_keys(const std::vector<Parameter>& parameters) {
  std::vector<KeySchema> keys;
  for (const Parameter& parameter : parameters) keys.push_back(parameter_key(parameter));
  return keys;
}

/// The latency of some links: cycles, or a link that skips stages. `like` is the kind of links
/// whose latency `link` has by default; empty: 1 cycle.
ValueSchema latency_value(const std::string& like) {
  const std::string meaning = "Latency of the link if it skipped no stages.";
  const ValueSchema cycles = integer(1, kLongestLatency);
  ValueSchema value = cycles;
  value.map =
      map_of(std::vector<KeySchema>{
                 like.empty() ? optional_key("link", meaning, "cycles", cycles, 1)
                              : derived_key("link", meaning, "cycles", cycles, "as " + like),
                 optional_key("stages",
                              "Stages that the link skips: each adds link + "
                              "switch.routing_delay + switch.crossbar.delay cycles.",
                              "stages", integer(0, kMostSkippedStages), 0)})
          .map;
  return value;
}

KeySchema network_section() {
  MapSchema map;
  map.discriminator = "topology";
  map.keys.push_back(derived_key("topology",
                                 "Name of a topology, which generates the network. Its parameters "
                                 "are keys beside this one.",
                                 "", text(TopologyRegistry::instance().names()),
                                 "none: either topology or file has to be given"));
  for (const std::string& name : TopologyRegistry::instance().names()) {
    const TopologyEntry& entry = TopologyRegistry::instance().find(name);
    std::vector<KeySchema> keys = parameter_keys(entry.parameters);
    std::vector<KeySchema> latencies;
    for (const std::string& kind : entry.link_kinds) {
      latencies.push_back(
          optional_key(kind, "Latency of the " + kind + " links.", "cycles", latency_value(""), 1));
    }
    for (const LatencyKey& further : entry.further_latencies) {
      latencies.push_back(derived_key(further.name, further.meaning + ".", "cycles",
                                      latency_value(further.like), "as " + further.like));
    }
    keys.push_back(section("latency", "Latency L of the links, for each link kind.",
                           map_of(std::move(latencies))));
    map.variants[name] = std::move(keys);
  }
  KeySchema file =
      key("file",
          "Netlist file that lists switches, hosts and links; instead of a topology. A "
          "relative path starts at the folder of the configuration file.",
          "", text());
  file.required = true;
  map.otherwise.push_back(std::move(file));
  KeySchema result =
      key("network", "The network: a topology, or a netlist file.", "", map_of(std::move(map)));
  result.required = true;
  return result;
}

/// Cycles, or Chien's model of the delay.
ValueSchema routing_delay_value() {
  const ChienDelay defaults;
  ValueSchema value = integer(0, kLongestLatency);
  value.map =
      map_of(std::vector<KeySchema>{
                 optional_key("base", "Delay of a head with one routing option.", "cycles",
                              integer(0, kLongestLatency), defaults.base),
                 optional_key("constant", "Share of the routing function in it, in any unit.", "",
                              real(0, kMostCost, true), defaults.constant),
                 optional_key("selection",
                              "What each doubling of the options adds, in the unit of constant.",
                              "", real(0, kMostCost), defaults.selection),
                 derived_key("options",
                             "Routing options F: the most pairs of output port and VC that a head "
                             "has to choose among.",
                             "", integer(1, kMostOptions), "what the routing function says")})
          .map;
  return value;
}

KeySchema switch_section() {
  std::vector<KeySchema> crossbar{
      optional_key("kind",
                   "multiplexed: one VC of a port crosses per cycle. full: every input VC has its "
                   "own crossbar input and every output VC its own output.",
                   "", text({"multiplexed", "full"}), "multiplexed"),
      optional_key("delay", "Crossbar delay X, from the grant to the output.", "cycles",
                   integer(1, kLongestLatency), 1),
      optional_key(
          "speedup",
          "Crossbar speedup S. Without an output buffer the link's rate bounds the crossing "
          "all the same.",
          "phits/cycle", integer(1, 2), 1)};
  std::vector<KeySchema> allocator{
      optional_key("kind", "How inputs are matched to outputs.", "",
                   text({"separable_input_first", "separable_output_first", "islip"}),
                   "separable_input_first"),
      optional_key("iterations", "Iterations of the allocator per cycle.", "", integer(1, 64), 1),
      optional_key("arbiter", "The arbiters of which the allocator is made.", "",
                   text({"round_robin", "least_recently_served", "age", "random"}), "round_robin")};
  return section(
      "switch", "What every switch of the network is made of.",
      map_of(
          {optional_key(
               "switching",
               "Flow control: virtual cut-through (a flit is a packet), wormhole (a packet "
               "is several flits), or store-and-forward.",
               "", text({"vct", "wormhole", "store_and_forward"}), "vct"),
           derived_key("flit_phits",
                       "Size of a flit. Needed for wormhole, and not allowed for anything else.",
                       "phits", integer(1, kLongestPacket), "none"),
           derived_key(
               "input_buffer",
               "Input buffer of each VC: a number, or a map from link kinds to numbers. At "
               "least one flit (vct and store_and_forward: one packet). A kind that the map "
               "leaves out has the default.",
               "phits", per_kind(integer(1, kMostPhits)),
               "80, or two flits (vct and store_and_forward: two packets) where that is more"),
           optional_key(
               "output_buffer",
               "Output buffer of each VC: a number, or a map from link kinds to numbers; 0 "
               "= none (input-queued switch), else at least one flit (vct and "
               "store_and_forward: one packet). A kind that the map leaves out has none.",
               "phits", per_kind(integer(0, kMostPhits)), 0),
           optional_key("routing_delay",
                        "Routing delay R, for each head that comes to the front of its VC: a "
                        "number, or a map with Chien's model, base * (constant + selection * log2 "
                        "options) / constant.",
                        "cycles", routing_delay_value(), 1),
           optional_key(
               "routing_units",
               "Who routes. port: each input port routes one head at a time. switch: one "
               "unit routes the heads of all input ports, one at a time, first come, first "
               "served.",
               "", text({"port", "switch"}), "port"),
           section("crossbar", "The crossbar.", map_of(std::move(crossbar))),
           section("allocator", "The allocator.", map_of(std::move(allocator))),
           optional_key("control_priority",
                        "Control packets win every arbitration; what has begun is not interrupted.",
                        "", boolean(), false)}));
}

KeySchema routing_section() {
  MapSchema map;
  map.discriminator = "function";
  map.keys.push_back(derived_key(
      "function", "Name of a routing function. Its parameters are keys beside this one.", "",
      text(RoutingFunctionRegistry::instance().names()),
      "interval in a fat_tree, ruft in a ruft, dor in a mesh or torus, min in a dragonfly, "
      "shortest_path "
      "elsewhere"));
  map.keys.push_back(derived_key(
      "selection",
      "How a switch picks one of several outputs that are allowed and free. All but ff, cp, mc and "
      "random need a fat_tree.",
      "", text(selection_names()), "what the routing function declares"));
  map.keys.push_back(optional_key(
      "select_at",
      "When it picks. grant: in every cycle until the head is granted one, among the outputs that "
      "are free and have room for the packet. routing: once, when routing is over, among the "
      "outputs with room, be they free or not; the head then waits for the one picked.",
      "", text({"grant", "routing"}), "grant"));
  map.keys.push_back(section(
      "vcs", "The virtual channels (VCs).",
      map_of(
          {derived_key("policy",
                       "Which VCs a packet may take: single: VC 0, the only one. free: any. "
                       "ascending: those that the routing function says, in ascending order along "
                       "the path. davc: Dynamic Assignment of Virtual Channels, from the ids of "
                       "switches and ports (docs/davc.md). layered: that on which the NIC injects "
                       "it, all the way; nic.injection_vcs says how many there are. Of dor only: "
                       "iodet: the "
                       "destination's coordinate in the dimension that is travelled, modulo the "
                       "VCs. dbbm: the destination modulo the VCs. voqsw: the output port at the "
                       "next switch. voqnet: the destination.",
                       "", text(vc_policy_names()), "what the routing function declares"),
           derived_key("davc",
                       "What a change of VC depends on with policy davc: the ids of nodes (n), of "
                       "ports (p), or of both (np).",
                       "", text(davc_function_names()), "np"),
           derived_key("ids_file",
                       "File with the ids that davc compares, SWITCH ID or SWITCH.pPORT ID on each "
                       "line.",
                       "", text(), "the numbers of switches and ports"),
           derived_key("overflow",
                       "What davc does where a packet would need a VC that the link does not have. "
                       "refuse: the run does not begin. clamp: the packet stays on the last VC, "
                       "which can deadlock; to show just that.",
                       "", text({"refuse", "clamp"}), "refuse"),
           derived_key("count",
                       "VCs of each link: a number, or a map from link kinds to numbers. \"host\" "
                       "is the ejection side; nic.injection_vcs is the other. More than 64 with "
                       "policy layered "
                       "only.",
                       "", per_kind(integer(1, kMaxVirtualChannels)),
                       "what the routing function declares with its own policy; else, and for "
                       "other kinds, 1")})));
  for (const std::string& name : RoutingFunctionRegistry::instance().names()) {
    map.variants[name] = parameter_keys(RoutingFunctionRegistry::instance().find(name).parameters);
  }
  return section("routing", "How packets find their way.", map_of(std::move(map)));
}

KeySchema nodes_key() {
  ValueSchema nodes;
  nodes.scalar = Scalar::kNodes;
  return derived_key(
      "nodes",
      "The nodes that send so: numbers and ranges (\"0-31\", both ends included; \"0-31/4\": every "
      "fourth of them), one or a list. The other nodes send nothing.",
      "", one_or_list(nodes, false), "all nodes");
}

std::vector<KeySchema> pattern_keys() {
  return {
      derived_key("pattern", "Name of a traffic pattern. Its parameters are keys beside this one.",
                  "", text(PatternRegistry::instance().names()), "uniform"),
      nodes_key()};
}

void add_pattern_variants(MapSchema& map) {
  map.discriminator = "pattern";
  for (const std::string& name : PatternRegistry::instance().names()) {
    map.variants[name] = parameter_keys(PatternRegistry::instance().find(name).parameters);
  }
}

KeySchema mixture_key() {
  MapSchema map;
  map.keys = pattern_keys();
  map.keys.push_back(optional_key("share",
                                  "Share of the packets of each of these nodes. The shares of the "
                                  "patterns that a node uses add up to 1.",
                                  "", real(0, 1, true), 1.0));
  map.keys.push_back(optional_key("own_area",
                                  "The nodes send to each other only: destinations are drawn from "
                                  "the pattern again until they are among `nodes`.",
                                  "", boolean(), false));
  add_pattern_variants(map);
  return key("mixture",
             "Several patterns at once, each with its share or with its own nodes; instead of "
             "pattern.",
             "", list_of(map_of(std::move(map))));
}

KeySchema phases_key() {
  MapSchema map;
  map.keys.push_back(optional_key("from",
                                  "First cycle of the phase: 0 for the first one, then ascending.",
                                  "cycles", integer(0, kLongestRun), 0));
  for (KeySchema& each : pattern_keys()) map.keys.push_back(std::move(each));
  map.keys.push_back(mixture_key());
  map.keys.push_back(derived_key("load", "Offered load of this phase.", "phits/(node·cycle)",
                                 real(0, 1, true), "traffic.load"));
  add_pattern_variants(map);
  return key("phases", "Traffic that changes at given cycles (transients); instead of pattern.", "",
             list_of(map_of(std::move(map))));
}

KeySchema traffic_section() {
  MapSchema map;
  map.keys = pattern_keys();
  map.keys.push_back(mixture_key());
  map.keys.push_back(phases_key());
  map.keys.push_back(
      derived_key("load", "Offered load: a number, or a list with one point for each.",
                  "phits/(node·cycle)", one_or_list(real(0, 1, true), true),
                  "none: exactly one of load, burst, trace and application has to be given"));
  map.keys.push_back(optional_key("packet_phits",
                                  "Size of the packets; a longer message is cut into several.",
                                  "phits", integer(1, kLongestPacket), 16));
  KeySchema packets = key("packets", "Packets that each node sends, as fast as it can.", "packets",
                          integer(1, 4294967295.0));
  packets.required = true;
  map.keys.push_back(key("burst",
                         "Closed traffic: every node sends a number of packets. The result is the "
                         "cycle in which the last one has arrived.",
                         "", map_of({std::move(packets)})));
  map.keys.push_back(
      key("request_reply", "Every packet is a request that its destination answers; with load.", "",
          map_of({derived_key("reply_phits", "Size of a reply.", "phits", integer(1, kMostPhits),
                              "packet_phits"),
                  optional_key("delay", "From the arrival of a request to its reply.", "cycles",
                               integer(1, 1e9), 1)})));
  map.keys.push_back(trace_key());
  map.keys.push_back(derived_key("bytes_per_phit", "Bytes in a phit; only with trace.", "bytes",
                                 integer(1, 65536), "8"));
  map.keys.push_back(application_key());
  add_pattern_variants(map);
  KeySchema result =
      key("traffic", "What the nodes send: load, burst, trace or application has to be given.", "",
          map_of(std::move(map)));
  result.required = true;
  return result;
}

KeySchema nic_section() {
  return section(
      "nic", "The network interfaces (NICs) of the hosts.",
      map_of(
          {derived_key("injection_buffer",
                       "Injection queue. What does not fit waits in an unbounded source queue.",
                       "phits", integer(1, kMostPhits), "256, or two packets where that is more"),
           optional_key("injection_vcs",
                        "VCs from the NIC into the network. More than 64 with routing.vcs.policy "
                        "layered only.",
                        "", integer(1, kMaxVirtualChannels), 1),
           optional_key(
               "injection_vc_choice",
               "How packets are spread over them: in turn, by the destination's number modulo "
               "injection_vcs, or at random.",
               "", text({"round_robin", "destination", "random"}), "round_robin"),
           optional_key("reorder_buffer",
                        "Reorder buffer for each source at each destination, of which no source "
                        "has more packets on the way than it holds; 0 = none. Its "
                        "acknowledgements are ideal: no bandwidth.",
                        "packets", or_words(integer(0, 65535), {"unlimited"}), 0)}));
}

KeySchema simulation_section() {
  ValueSchema seeds = one_or_list(integer(0, 9007199254740991), true);
  ValueSchema counters = list_of(text(readable_counters()));
  counters.minimum_elements = 0;
  counters.distinct = true;
  return section(
      "simulation", "How long and how is simulated.",
      map_of(
          {optional_key("warmup", "Cycles before the measured interval.", "cycles",
                        integer(0, kLongestRun), 5000),
           optional_key("measure", "Measured interval.", "cycles", integer(1, kLongestRun), 10000),
           optional_key("drain",
                        "Most cycles after the measured interval, without new packets, for the "
                        "network to empty; 0 = it does not drain.",
                        "cycles", integer(0, kLongestRun), 0),
           optional_key("seeds", "Seeds of the runs: a number, or a list with a run for each.", "",
                        std::move(seeds), json::array({1})),
           optional_key("stationary_bound",
                        "Largest relative difference between the halves of the measured interval "
                        "that counts as stationary.",
                        "", real(0, 1, true), 0.05),
           optional_key(
               "sample_interval",
               "Interval of the time series of latency and load; 0 = none. A run has up to "
               "100000; bursts, traces and applications fail when they take more.",
               "cycles", integer(0, kLongestRun), 0),
           optional_key("sample_by",
                        "To which interval a packet belongs: that in which it arrives, in which "
                        "its head started on the injection link, or in which it was generated.",
                        "", text({"arrival", "injection", "generation"}), "arrival"),
           optional_key("sample_quartiles",
                        "Quartiles of the latencies in each interval; takes 8 bytes of memory per "
                        "packet.",
                        "", boolean(), false),
           optional_key("counters",
                        "Counter registers of the switches that are read during the measured "
                        "interval; their means are in the results.",
                        "", std::move(counters), json::array()),
           optional_key("counter_interval",
                        "From one reading of them to the next; of intervals there are as many as "
                        "of sample_interval.",
                        "cycles", integer(1, kLongestRun), 100),
           optional_key("completion_limit",
                        "Burst, trace and application: cycle after which the run is given up.",
                        "cycles", integer(1, kLongestRun), 10000000),
           optional_key("quantum",
                        "Cycles that a switch runs per activation; 0 = as many as the latencies "
                        "allow. No result depends on it.",
                        "cycles", integer(0, kLongestLatency), 0),
           optional_key("idle_skipping",
                        "Pass over cycles in which a switch has nothing to do. No result depends "
                        "on it.",
                        "", boolean(), true),
           optional_key("shuffle",
                        "Order of the modules: 0 = as in the netlist, else a seed. No result "
                        "depends on it.",
                        "", integer(0, 9007199254740991), 0),
           optional_key("check_invariants",
                        "Check credit bounds, buffer capacities and VC order at every flit; "
                        "always on in debug builds.",
                        "", boolean(), false),
           optional_key("specialised",
                        "Use the switch core that was compiled for this configuration where there "
                        "is one. No result depends on it.",
                        "", boolean(), true),
           optional_key("stall_probability",
                        "Probability that an output may not start a flit in a cycle: random "
                        "stalls, for tests.",
                        "", real(0, 0.99), 0.0),
           derived_key("hop_factor",
                       "How many times the longest way of the routing function a packet may take "
                       "before the run fails because it goes in circles. To destinations where a "
                       "table may lead in circles, its longest way is the longest of the shortest "
                       "ways by the table.",
                       "", integer(1, 1000),
                       "4 with routing function table or with RTL in place of the model, else 1"),
           optional_key("watchdog",
                        "Cycles after which, and at the end, the run is looked at for a deadlock: "
                        "packets that wait for each other in a cycle, whether others move or not "
                        "(not where links fail while it runs), or flits in a network in which "
                        "nothing has moved. 0 = never.",
                        "cycles", integer(0, kLongestRun), 20000),
           optional_key("memory_limit",
                        "Most memory of a run. What it takes at least is estimated before, and the "
                        "run refused if that is more. machine: what the machine has, or allows the "
                        "program. No result depends on it.",
                        "MiB", or_words(integer(1, kMostMebibytes), {"machine"}), "machine")}));
}

KeySchema rtl_section() {
  std::vector<std::string> decisions;
  const auto& registry = RtlBlockRegistry::instance();
  for (const std::string& name : registry.names()) {
    const std::string& decision = registry.find(name).block;
    if (std::find(decisions.begin(), decisions.end(), decision) == decisions.end()) {
      decisions.push_back(decision);
    }
  }
  KeySchema name = key("name", "The decision.", "", text(decisions));
  name.required = true;
  ValueSchema block = text(decisions);
  block.map =
      map_of({std::move(name), derived_key("implementation", "Which Verilated block makes it.", "",
                                           text(registry.names()), "the name")})
          .map;
  ValueSchema blocks = list_of(std::move(block));
  blocks.minimum_elements = 0;
  return section(
      "rtl", "Verilated RTL in every switch.",
      map_of(
          {optional_key("blocks",
                        "Decisions that RTL makes: names, or maps of name and implementation.", "",
                        std::move(blocks), json::array()),
           optional_key("mode",
                        "replace: the RTL decides. shadow: the RTL and the model both decide, and "
                        "the run stops at the first difference.",
                        "", text({"replace", "shadow"}), "shadow")}));
}

KeySchema cost_section() {
  const NetworkCostParameters defaults;
  const auto part = [](const char* name, const char* meaning, double default_value) {
    return optional_key(name, meaning, "", real(0, kMostCost), default_value);
  };
  return section(
      "cost",
      "The relative network cost of `netloom cost`, which is defined for fat_tree and ruft: what "
      "the parts of a network cost, in any unit. No result of a simulation depends on it.",
      map_of(
          {section("port", "Each port of a switch.",
                   map_of({part("buffer", "Its buffers.", defaults.buffer),
                           part("crossbar", "Its share of the crossbar.", defaults.crossbar),
                           part("other", "Anything else, like connectors.", defaults.port_other)})),
           section("control", "The control logic of a switch.",
                   map_of({part("routing", "The routing function of a fat-tree.", defaults.routing),
                           part("ruft_routing", "The routing function of a RUFT.",
                                defaults.ruft_routing),
                           part("selection", "The selection function, where routing is adaptive.",
                                defaults.selection),
                           part("other", "Anything else.", defaults.control_other)})),
           section("link", "All links of the network; 1 is what those of the fat-tree have.",
                   map_of({part("connector", "The connectors of a fat-tree.", defaults.connector),
                           part("cable", "The cables of a fat-tree.", defaults.cable),
                           part("ruft_ideal_length",
                                "Length of a RUFT's cables if its last stage is beside the hosts.",
                                defaults.ruft_ideal_length),
                           part("ruft_worst_length", "The same if it is far away.",
                                defaults.ruft_worst_length),
                           part("weight", "What the links count, when one switch counts 1.",
                                defaults.link_weight)}))}));
}

MapSchema make_configuration_schema() {
  MapSchema map;
  map.keys = {network_section(), switch_section(),     routing_section(), traffic_section(),
              nic_section(),     simulation_section(), faults_key(),      fault_handling_section(),
              rtl_section(),     cost_section()};
  return map;
}

std::string join(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string range_text(const ValueSchema& value) {
  return (value.above_minimum ? " above " : " from ") + number_text(value.minimum) +
         (value.above_minimum ? " and up to " : " to ") + number_text(value.maximum);
}

std::string scalar_text(const ValueSchema& value) {
  switch (value.scalar) {
    case Scalar::kNone:
      return "";
    case Scalar::kInteger:
      return "an integer" + range_text(value);
    case Scalar::kReal:
      return "a number" + range_text(value);
    case Scalar::kBoolean:
      return "true, false";
    case Scalar::kText:
      return value.choices.empty() ? "text" : join(value.choices);
    case Scalar::kNodes:
      return "a node or a range of nodes (\"0-31\", or \"0-31/4\" for every fourth)";
  }
  return "";
}

}  // namespace

std::string number_text(double value) {
  if (std::nearbyint(value) == value && std::abs(value) < 1e16) {
    return fmt::format("{}", static_cast<std::int64_t>(value));
  }
  return fmt::format("{}", value);
}

const std::vector<KeySchema>& MapSchema::variant(const std::string& value) const {
  if (value.empty()) return otherwise;
  static const std::vector<KeySchema> none;
  const auto it = variants.find(value);
  return it == variants.end() ? none : it->second;
}

nlohmann::json parameter_json(const ParameterValue& value) {
  return std::visit([](const auto& each) { return json(each); }, value);
}

KeySchema parameter_key(const Parameter& parameter) {
  KeySchema result;
  result.name = parameter.name;
  result.meaning = parameter.meaning;
  switch (parameter.type) {
    case Parameter::Type::kInteger:
      result.value = integer(0, 0);
      break;
    case Parameter::Type::kReal:
      result.value = real(0, 0);
      break;
    case Parameter::Type::kBoolean:
      result.value = boolean();
      break;
    case Parameter::Type::kString:
      result.value = text(parameter.choices);
      break;
    case Parameter::Type::kIntegerList:
      break;
  }
  result.value.minimum = parameter.minimum;
  result.value.maximum = parameter.maximum;
  if (parameter.type == Parameter::Type::kIntegerList) {
    ValueSchema element = integer(parameter.minimum, parameter.maximum);
    result.value = one_or_list(element, false);
  }
  if (parameter.default_value) {
    result.default_value = parameter_json(*parameter.default_value);
  } else if (parameter.optional) {
    result.default_text = "none: may be left out";
  } else {
    result.required = true;
  }
  return result;
}

std::string allowed_text(const ValueSchema& value, const std::vector<std::string>& kinds) {
  std::vector<std::string> forms;
  if (value.scalar != Scalar::kNone) forms.push_back(scalar_text(value));
  if (!value.words.empty()) forms.push_back(join(value.words));
  if (value.element) {
    if (value.maximum_elements == 0) {
      forms.push_back("an empty list");
    } else if (value.scalar != Scalar::kNone) {
      forms.push_back("a list of such values");
    } else {
      forms.push_back("a list");
    }
  }
  if (value.map) {
    if (value.map->per_kind) {
      forms.push_back(kinds.empty() ? "a map from link kinds to such values"
                                    : "a map from link kinds (" + join(kinds) + ") to such values");
    } else {
      std::vector<std::string> names;
      for (const KeySchema& each : value.map->keys) names.push_back(each.name);
      for (const KeySchema& each : value.map->otherwise) names.push_back(each.name);
      if (value.map->discriminator.empty()) {
        forms.push_back("a map with the keys " + join(names));
      } else {
        forms.push_back("a map with the keys " + join(names) + " and the parameters of the " +
                        value.map->discriminator);
      }
    }
  }
  return fmt::format("{}", fmt::join(forms, ", or "));
}

const MapSchema& configuration_schema() {
  static const MapSchema schema = make_configuration_schema();
  return schema;
}

}  // namespace netloom
