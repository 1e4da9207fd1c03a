#include "sim/config/faults_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/netlist/failed_parts.h"
#include "sim/config/schema_parts.h"

namespace netloom {
namespace {

using namespace schema;
using nlohmann::json;

constexpr FailedPart kParts[] = {FailedPart::kLink, FailedPart::kCable, FailedPart::kSwitch};

FaultConfig read_fault(const Document& document, const KeyPath& here, const json& from,
                       const Netlist& netlist) {
  FaultConfig fault;
  fault.cycle = from.at("cycle");
  for (const FailedPart part : kParts) {
    const char* name = failed_part_name(part);
    if (!from.contains(name)) continue;
    if (!fault.links.empty()) {
      document.fail(here.key(name),
                    std::string("does not go together with ") + failed_part_name(fault.part) +
                        "; allowed: exactly one of link, cable, switch in each fault");
    }
    fault.part = part;
    fault.name = from.at(name);
    try {
      fault.links = links_of_part(netlist, part, fault.name);
    } catch (const Error& error) {
      document.fail(here.key(name), error.what());
    }
  }
  if (from.contains("random")) {
    if (!fault.links.empty()) {
      document.fail(here.key("random"),
                    std::string("does not go together with ") + failed_part_name(fault.part) +
                        "; allowed: exactly one of link, cable, switch, random in each fault");
    }
    fault.drawn = true;
    for (const FailedPart part : kParts) {
      if (from.at("random") == failed_part_name(part)) fault.part = part;
    }
  } else if (fault.links.empty()) {
    document.fail(here, "says not what fails; allowed: exactly one of link, cable, switch, random");
  }
  for (const char* key : {"count", "spacing", "kind", "stage", "tolerated"}) {
    if (from.contains(key) && !fault.drawn) {
      document.fail(here.key(key), "is for parts that are drawn; allowed: with random");
    }
  }
  fault.count = from.value("count", fault.count);
  fault.spacing = from.value("spacing", fault.spacing);
  fault.stage = from.value("stage", fault.stage);
  if (from.contains("kind")) {
    const auto& kinds = netlist.kinds;
    const auto found = std::find(kinds.begin(), kinds.end(), from.at("kind").get<std::string>());
    if (found == kinds.end() || fault.part == FailedPart::kSwitch) {
      document.fail(here.key("kind"),
                    fmt::format("is not a kind of what fails; allowed: {}, with random link or "
                                "cable",
                                fmt::join(kinds.begin() + 1, kinds.end(), ", ")));
    }
    fault.kind = static_cast<int>(found - kinds.begin());
  }
  fault.tolerated = from.value("tolerated", fault.tolerated);
  return fault;
}

}  // namespace

KeySchema faults_key() {
  ValueSchema value = list_of(map_of(
      {optional_key("cycle", "When it fails; 0 = before the start.", "cycles", integer(0, 1e15), 0),
       key("link", "The directed link between switches that leaves this output port, like s18.p1.",
           "", text()),
       key("cable", "Both directions of the link at this port of a switch.", "", text()),
       key("switch", "All links between this switch and others.", "", text()),
       key("random", "A part that is drawn in each run, with its seed, from those that work.", "",
           text({"link", "cable", "switch"})),
       key("count", "With random: parts that are drawn, 1 if not given.", "", integer(1, 65536)),
       key("spacing", "With random: cycles from one to the next, 0 if not given.", "cycles",
           integer(0, 1e15)),
       key("kind", "With random: only links of this kind, or cables at ports that they leave.", "",
           text()),
       key("stage",
           "With random, in a fat_tree: only links that leave switches of this stage, or "
           "switches of it.",
           "", integer(0, 1000)),
       key("tolerated",
           "With random: draw only parts with which all that have failed are tolerated by the "
           "static model, true if not given.",
           "", boolean())}));
  value.minimum_elements = 0;
  return optional_key(
      "faults",
      "What fails: in each element one of link, cable, switch and random. Needs a routing "
      "function that tolerates faults: ft2ei.",
      "", std::move(value), json::array());
}

KeySchema fault_handling_section() {
  const FaultHandling defaults;
  return section(
      "fault_handling",
      "How switches deal with faults during the run (see docs/fault_tolerance.md).",
      map_of({optional_key("detection",
                           "From the fault until a switch knows that its output link has failed.",
                           "cycles", integer(1, 65535), defaults.detection),
              optional_key("generation", "To generate a fault-tolerance control packet.", "cycles",
                           integer(1, 65535), defaults.generation),
              optional_key("processing", "To process one whose tail has arrived.", "cycles",
                           integer(1, 65535), defaults.processing),
              optional_key("update", "To update the exclusion registers of a port.", "cycles",
                           integer(1, 65535), defaults.update),
              optional_key("control_phits", "Size of a control packet; 0 = traffic.packet_phits.",
                           "phits", integer(0, 65535), defaults.control_phits),
              optional_key("emergency_path",
                           "A packet whose only outputs have failed leaves by another down link, "
                           "instead of being dropped.",
                           "", boolean(), defaults.emergency_path)}));
}

std::vector<FaultConfig> read_faults(const Document& document, const json& section,
                                     const Netlist& netlist) {
  std::vector<FaultConfig> faults;
  for (std::size_t i = 0; i < section.size(); ++i) {
    faults.push_back(read_fault(document, KeyPath().key("faults").element(i), section[i], netlist));
  }
  return faults;
}

}  // namespace netloom
