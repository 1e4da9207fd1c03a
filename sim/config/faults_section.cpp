#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/config_check.h"
#include "routing/base/joined.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/failed_parts.h"
#include "routing/netlist/latency.h"
#include "routing/netlist/netlist.h"
#include "sim/config/choice.h"
#include "sim/config/fault_plan.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr double kLatestCycle = 1e15;
constexpr int kMostDrawn = 65536;
constexpr int kHighestStage = 1000;
constexpr Choice<FaultWay> kWays[] = {{"flood", FaultWay::kFlood}, {"central", FaultWay::kCentral}};
constexpr FailedPart kParts[] = {FailedPart::kLink, FailedPart::kCable, FailedPart::kSwitch};

std::vector<std::string> part_names() {
  std::vector<std::string> names;
  for (const FailedPart part : kParts) names.emplace_back(failed_part_name(part));
  return names;
}

/// The routing functions that go on when links have failed.
std::vector<std::string> fault_tolerant() {
  const auto& registry = RoutingFunctionRegistry::instance();
  std::vector<std::string> names;
  for (const std::string& name : registry.names()) {
    if (registry.find(name).fault_tolerance) names.push_back(name);
  }
  return names;
}

FaultConfig read_fault(const Reader& reader, const KeyPath& here, const json& from) {
  const Netlist& netlist = reader.config().netlist;
  FaultConfig fault;
  fault.cycle = from.at("cycle");
  for (const FailedPart part : kParts) {
    const char* name = failed_part_name(part);
    if (!from.contains(name)) continue;
    if (!fault.links.empty()) {
      reader.fail(here.key(name),
                  std::string("does not go together with ") + failed_part_name(fault.part) +
                      "; allowed: exactly one of link, cable, switch in each fault");
    }
    fault.part = part;
    fault.name = from.at(name);
    fault.links =
        reader.located(here.key(name), [&] { return links_of_part(netlist, part, fault.name); });
  }
  if (from.contains("random")) {
    if (!fault.links.empty()) {
      reader.fail(here.key("random"),
                  std::string("does not go together with ") + failed_part_name(fault.part) +
                      "; allowed: exactly one of link, cable, switch, random in each fault");
    }
    fault.drawn = true;
    for (const FailedPart part : kParts) {
      if (from.at("random") == failed_part_name(part)) fault.part = part;
    }
  } else if (fault.links.empty()) {
    reader.fail(here, "says not what fails; allowed: exactly one of link, cable, switch, random");
  }
  for (const char* key : {"count", "spacing", "kind", "stage", "tolerated"}) {
    if (from.contains(key) && !fault.drawn) {
      reader.fail(here.key(key), "is for parts that are drawn; allowed: with random");
    }
  }
  fault.count = from.value("count", fault.count);
  fault.spacing = from.value("spacing", fault.spacing);
  fault.stage = from.value("stage", fault.stage);
  if (from.contains("kind")) {
    const auto& kinds = netlist.kinds;
    const auto found = std::find(kinds.begin(), kinds.end(), from.at("kind").get<std::string>());
    if (found == kinds.end() || fault.part == FailedPart::kSwitch) {
      reader.fail(here.key("kind"),
                  fmt::format("is not a kind of what fails; allowed: {}, with random link or "
                              "cable",
                              fmt::join(kinds.begin() + 1, kinds.end(), ", ")));
    }
    fault.kind = static_cast<int>(found - kinds.begin());
  }
  fault.tolerated = from.value("tolerated", fault.tolerated);
  return fault;
}

/// What fails, named and not drawn, has a link that works until then.
void check_repeated(const Reader& reader, const std::vector<FaultConfig>& faults) {
  std::vector<std::size_t> order(faults.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&faults](std::size_t a, std::size_t b) {
    return faults[a].cycle < faults[b].cycle;
  });
  std::set<int> failed;
  for (const std::size_t i : order) {
    const FaultConfig& fault = faults[i];
    if (fault.drawn) continue;
    const std::size_t before = failed.size();
    failed.insert(fault.links.begin(), fault.links.end());
    if (failed.size() > before) continue;
    reader.fail(KeyPath().key("faults").element(i),
                fmt::format("{} {} has failed before, by other faults; allowed: what has a link "
                            "that works until cycle {}",
                            failed_part_name(fault.part), fault.name, fault.cycle));
  }
}

/// Where switches cannot tell each other of faults, everything is left to the fabric manager.
void leave_to_manager(const Reader& reader, json& from) {
  const std::string& function = reader.config().routing_function;
  const auto& entry = RoutingFunctionRegistry::instance().find(function);
  if (!entry.fault_tolerance || entry.switches_tell_of_faults) return;
  const auto set = [&](const char* key, const json& only, const char* text, const char* why) {
    if (!from.contains(key)) from[key] = only;
    if (from.at(key) == only) return;
    reader.fail(
        key_path("fault_handling", key),
        fmt::format("switches with routing.function {} {}; allowed: {}", function, why, text));
  };
  set("way", "central", "central", "send no control packets");
  set("emergency_path", false, "false", "have no emergency paths");
}

/// Keys that mean something with one way only; `what` they are for.
void read_of_way(Reader& reader, json& from, FaultWay way, const char* what,
                 const std::vector<std::pair<const char*, int*>>& values) {
  for (const auto& [name, value] : values) {
    if (reader.config().network.fault_handling.way == way) {
      if (!from.contains(name)) from[name] = *value;
      *value = from.at(name);
    } else if (from.contains(name)) {
      reader.fail(key_path("fault_handling", name),
                  fmt::format("is for {}; allowed: with fault_handling.way {}", what,
                              way == FaultWay::kCentral ? "central" : "flood"));
    }
  }
}

}  // namespace

KeySchema faults_section() {
  ValueSchema value = list_of(map_of(
      {optional_key("cycle", "When it fails; 0 = before the start.", "cycles",
                    integer(0, kLatestCycle), 0),
       key("link", "The directed link between switches that leaves this output port, like s18.p1.",
           "", text()),
       key("cable", "Both directions of the link at this port of a switch.", "", text()),
       key("switch", "All links between this switch and others.", "", text()),
       key("random", "A part that is drawn in each run, with its seed, from those that work.", "",
           text(part_names())),
       key("count", "With random: parts that are drawn, 1 if not given.", "",
           integer(1, kMostDrawn)),
       key("spacing", "With random: cycles from one to the next, 0 if not given.", "cycles",
           integer(0, kLatestCycle)),
       key("kind", "With random: only links of this kind, or cables at ports that they leave.", "",
           text()),
       key("stage",
           "With random, in a fat_tree: only links that leave switches of this stage, or "
           "switches of it.",
           "", integer(0, kHighestStage)),
       key("tolerated",
           "With random: draw only parts with which all that have failed are tolerated, true if "
           "not given.",
           "", boolean())}));
  value.minimum_elements = 0;
  return optional_key(
      "faults",
      fmt::format("What fails: in each element one of link, cable, switch and random. Needs a "
                  "routing function that tolerates faults: {}.",
                  joined(fault_tolerant(), " or ")),
      "", std::move(value), json::array());
}

KeySchema fault_handling_section() {
  const FaultHandling defaults;
  const auto with_flood = [](int value) { return fmt::format("{} with way flood", value); };
  return section(
      "fault_handling",
      "How switches deal with faults during the run (see docs/guides/fault_tolerance.md).",
      map_of({derived_key("way",
                          "Who updates the registers: flood: the switches, which tell each other "
                          "by control packets; central: the fabric manager, which writes those of "
                          "one switch after the other.",
                          "", one_of(kWays), "flood; with up_down central"),
              optional_key("detection",
                           "From the fault until a switch knows that its output link has failed.",
                           "cycles", integer(1, kLongestLatency), defaults.detection),
              derived_key("generation",
                          "With way flood: to generate a fault-tolerance control packet.", "cycles",
                          integer(1, kLongestLatency), with_flood(defaults.generation)),
              derived_key("processing", "With way flood: to process one whose tail has arrived.",
                          "cycles", integer(1, kLongestLatency), with_flood(defaults.processing)),
              derived_key("update", "With way flood: to update the exclusion registers of a port.",
                          "cycles", integer(1, kLongestLatency), with_flood(defaults.update)),
              derived_key("control_phits",
                          "With way flood: size of a control packet; 0 = traffic.packet_phits.",
                          "phits", integer(0, kLongestPacket), with_flood(defaults.control_phits)),
              derived_key(
                  "delay",
                  "With way central: from a fault until the first register counts that is "
                  "written because of it.",
                  "cycles", integer(kWriteCycles, kLongestFaultDelay),
                  fmt::format("{} with way central, or detection if that is more", defaults.delay)),
              derived_key("write", "With way central: from one register that counts to the next.",
                          "cycles", integer(kWriteCycles, kLongestLatency),
                          fmt::format("{} with way central", defaults.write)),
              derived_key("emergency_path",
                          "A packet whose only outputs have failed leaves by another down link, "
                          "instead of being dropped.",
                          "", boolean(), "true; with up_down false")}));
}

void read_faults(Reader& reader) {
  std::size_t index = 0;
  for (const json& each : reader.section("faults")) {
    const KeyPath here = KeyPath().key("faults").element(index++);
    reader.config().faults.push_back(read_fault(reader, here, each));
  }
  check_repeated(reader, reader.config().faults);
}

void check_faults(Reader& reader) {
  Config& config = reader.config();
  const KeyPath here = KeyPath().key("faults");
  if (!config.faults.empty() &&
      !RoutingFunctionRegistry::instance().find(config.routing_function).fault_tolerance) {
    reader.fail(here, fmt::format("routing.function {} does not tolerate faults; allowed: no "
                                  "faults, or one of the functions {}",
                                  config.routing_function, joined(fault_tolerant())));
  }
  if (!config.faults.empty() && config.davc) {
    reader.fail(here,
                "do not go together with routing.vcs.policy davc: the VCs that packets need "
                "are computed for the network without them; allowed: no faults, or another "
                "policy");
  }
  config.network.faults = reader.located(
      here, [&] { return link_faults(faults_of_run(config, config.run.seeds.front())); });
}

void read_fault_handling(Reader& reader) {
  json& from = reader.section("fault_handling");
  FaultHandling& to = reader.config().network.fault_handling;
  to.detection = from.at("detection");
  leave_to_manager(reader, from);
  if (from.contains("way")) to.way = choose(kWays, from.at("way"));
  // Nobody knows of the fault before.
  to.delay = std::max(to.delay, to.detection);
  read_of_way(reader, from, FaultWay::kCentral, "registers that the fabric manager writes",
              {{"delay", &to.delay}, {"write", &to.write}});
  read_of_way(reader, from, FaultWay::kFlood, "switches that tell each other by control packets",
              {{"generation", &to.generation},
               {"processing", &to.processing},
               {"update", &to.update},
               {"control_phits", &to.control_phits}});
  if (!from.contains("emergency_path")) from["emergency_path"] = to.emergency_path;
  to.emergency_path = from.at("emergency_path");
}

}  // namespace sim
}  // namespace netloom
