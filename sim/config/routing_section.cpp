#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/joined.h"
#include "routing/base/types.h"
#include "routing/davc/ids.h"
#include "routing/davc/rule.h"
#include "routing/davc/settings.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/selection.h"
#include "routing/decision/vc_classes.h"
#include "routing/decision/vc_policy.h"
#include "routing/netlist/topology.h"
#include "sim/config/choice.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

/// "Which VCs a packet may take: ascending: … free: any VC of the link. …"
std::string vc_policies_meaning() {
  std::string text = "Which VCs a packet may take:";
  for (const std::string& name : VcPolicyRegistry::instance().names()) {
    text += ' ' + name + ": " + VcPolicyRegistry::instance().find(name).meaning + '.';
  }
  return text;
}

constexpr Choice<SelectionTime> kSelectAt[] = {{"grant", SelectionTime::kGrant},
                                               {"routing", SelectionTime::kRouting}};
/// Whether packets stay on the last VC.
constexpr Choice<bool> kOverflow[] = {{"refuse", false}, {"clamp", true}};

std::string default_davc() {
  return davc_function_names()[static_cast<std::size_t>(DavcSettings().rule.function())];
}

/// "dor in a mesh or torus, … shortest_path elsewhere"
std::string default_routing_text() {
  const std::string elsewhere = TopologyEntry().default_function;
  std::map<std::string, std::vector<std::string>> topologies;  // by function
  for (const std::string& name : TopologyRegistry::instance().names()) {
    topologies[TopologyRegistry::instance().find(name).default_function].push_back(name);
  }
  topologies.erase(elsewhere);
  std::string result;
  for (const auto& [function, names] : topologies) {
    result += fmt::format("{} in a {}, ", function, joined(names, " or "));
  }
  return result + elsewhere + " elsewhere";
}

KeySchema vcs_keys() {
  return section(
      "vcs", "The virtual channels (VCs).",
      map_of(
          {derived_key("policy", vc_policies_meaning(), "",
                       text(VcPolicyRegistry::instance().names()),
                       "what the routing function declares"),
           derived_key("davc",
                       "What a change of VC depends on with policy davc: the ids of nodes (n), of "
                       "ports (p), or of both (np).",
                       "", text(davc_function_names()), default_davc()),
           derived_key("ids_file",
                       "File with the ids that davc compares, SWITCH ID or SWITCH.pPORT ID on each "
                       "line.",
                       "", text(), "the numbers of switches and ports"),
           derived_key("overflow",
                       "What davc does where a packet would need a VC that the link does not have. "
                       "refuse: the run does not begin. clamp: the packet stays on the last VC, "
                       "which can deadlock; to show just that.",
                       "", one_of(kOverflow), name_of(kOverflow, DavcSettings().clamp)),
           derived_key("classes",
                       "Message classes, among which the VCs of each link are divided, those of "
                       "class 0 first; policies count the VCs of a class from 0 on. With 2, "
                       "replies of traffic.request_reply and responses of tlm are class 1, and "
                       "everything else is class 0: neither waits for the other.",
                       "", integer(1, kMostMessageClasses),
                       "2 where tlm.requests is above 0, else 1"),
           derived_key("count",
                       fmt::format("VCs of each link, of all classes together: a number, or a map "
                                   "from link kinds to numbers. \"host\" is the ejection side; "
                                   "nic.injection_vcs is the other. More than {} with policy "
                                   "layered, and one class, only.",
                                   kMaxVcChoices),
                       "", per_kind(integer(1, kMaxVirtualChannels)),
                       "for each class what the routing function declares with its own policy; "
                       "else, and for other kinds, 1")}));
}

void read_davc(Reader& reader, json& vcs) {
  Config& config = reader.config();
  const KeyPath here = key_path("routing", "vcs");
  if (config.vc_policy != "davc") {
    for (const char* key : {"davc", "ids_file", "overflow"}) {
      if (!vcs.contains(key)) continue;
      reader.fail(here.key(key), fmt::format("does not go together with policy {}; allowed: "
                                             "with policy davc only",
                                             config.vc_policy));
    }
    return;
  }
  DavcSettings settings;
  if (!vcs.contains("davc")) vcs["davc"] = default_davc();
  if (!vcs.contains("overflow")) vcs["overflow"] = name_of(kOverflow, settings.clamp);
  settings.rule = DavcRule(parse_davc_function(vcs.at("davc")));
  settings.clamp = choose(kOverflow, vcs.at("overflow"));
  if (vcs.contains("ids_file")) {
    const std::string file = reader.input_file(here.key("ids_file"), vcs.at("ids_file"));
    settings.ids =
        reader.located(here.key("ids_file"), [&] { return read_davc_ids(config.netlist, file); });
  } else {
    settings.ids = netlist_ids(config.netlist);
  }
  config.davc = std::make_shared<const DavcSettings>(std::move(settings));
}

}  // namespace

KeySchema routing_section() {
  const SwitchConfig defaults;
  MapSchema map;
  map.discriminator = "function";
  map.keys = {
      derived_key("function",
                  "Name of a routing function. Its parameters are keys beside this one.", "",
                  text(RoutingFunctionRegistry::instance().names()), default_routing_text()),
      derived_key("selection",
                  "How a switch picks one of several outputs that are allowed and free. All but "
                  "ff, cp, mc and random need a fat_tree.",
                  "", text(SelectionRegistry::instance().names()),
                  "what the routing function declares"),
      optional_key("select_at",
                   "When it picks. grant: in every cycle until the head is granted one, among the "
                   "outputs that are free and have room for the packet. routing: once, when "
                   "routing is over, among the outputs with room, be they free or not; the head "
                   "then waits for the one picked.",
                   "", one_of(kSelectAt), name_of(kSelectAt, defaults.selection_time)),
      vcs_keys()};
  for (const std::string& name : RoutingFunctionRegistry::instance().names()) {
    map.variants[name] = parameter_keys(RoutingFunctionRegistry::instance().find(name).parameters);
  }
  return section("routing", "How packets find their way.", map_of(std::move(map)));
}

void set_routing_function(Reader& reader) {
  const std::string& topology = reader.config().netlist.topology;
  const TopologyEntry entry =
      topology.empty() ? TopologyEntry() : TopologyRegistry::instance().find(topology);
  reader.document().set_default(key_path("routing", "function"), entry.default_function);
}

void read_vcs(Reader& reader) {
  Config& config = reader.config();
  json& routing = reader.section("routing");
  const auto& entry = RoutingFunctionRegistry::instance().find(routing.at("function"));
  json& vcs = routing["vcs"];
  if (!vcs.contains("policy")) vcs["policy"] = entry.default_vc_policy;
  if (!vcs.contains("count")) vcs["count"] = json::object();
  if (!vcs.contains("classes")) vcs["classes"] = limits_requests(config) ? 2 : 1;
  const int classes = vcs.at("classes");
  config.network.nic.classes = classes;
  config.vc_policy = vcs.at("policy");
  const bool own_policy = config.vc_policy == entry.default_vc_policy;
  config.routing_parameters =
      reader.read_parameters(entry.parameters, routing, KeyPath().key("routing"));
  std::map<std::string, int> declared;
  if (own_policy) declared = entry.vcs(config.routing_parameters);
  for (auto& [kind, count] : declared) count *= classes;
  config.vcs = reader.by_kind(vcs["count"], classes, declared);
  config.network.switches.vcs = config.vcs;
  config.vcs_place = reader.document().place(key_path("routing", "vcs"));
  read_davc(reader, vcs);
  if (config.vc_policy != "single") return;
  for (std::size_t i = 0; i < config.vcs.size(); ++i) {
    if (config.vcs[i] == classes) continue;
    reader.fail(
        key_path("routing", "vcs").key("count").key(config.netlist.kinds[i]),
        fmt::format("{} VCs do not go together with policy single, which uses VC 0 "
                    "only{}; allowed: {}, or policy: free",
                    config.vcs[i],
                    classes == 1 ? "" : fmt::format(" of each of {} classes", classes), classes));
  }
}

void read_routing(Reader& reader) {
  Config& config = reader.config();
  json& from = reader.section("routing");
  config.routing_function = from.at("function");
  const auto& entry = RoutingFunctionRegistry::instance().find(config.routing_function);
  if (!from.contains("selection")) from["selection"] = entry.default_selection;
  std::string& selection = config.network.switches.selection;
  selection = from.at("selection");
  if (SelectionRegistry::instance().find(selection).needs_fat_tree() &&
      config.netlist.topology != "fat_tree") {
    reader.fail(key_path("routing", "selection"),
                fmt::format("'{}' is defined in a fat_tree only; allowed: {}", selection,
                            selections_without_fat_tree()));
  }
  config.network.switches.selection_time = choose(kSelectAt, from.at("select_at"));
  config.routing_place = reader.document().place(key_path("routing", "function"));
}

}  // namespace sim
}  // namespace netloom
