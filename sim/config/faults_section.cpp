#include "sim/config/faults_section.h"

#include <cstddef>
#include <string>
#include <utility>

#include "routing/error.h"
#include "routing/failed_parts.h"
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
  if (fault.links.empty()) {
    document.fail(here, "says not what fails; allowed: exactly one of link, cable, switch");
  }
  if (fault.cycle != 0) {
    document.fail(here.key("cycle"),
                  "faults during the run are not available yet; allowed: 0, which means before it");
  }
  return fault;
}

}  // namespace

KeySchema faults_key() {
  ValueSchema value = list_of(map_of(
      {optional_key("cycle", "When it fails; 0 = before the start.", "cycles", integer(0, 1e15), 0),
       key("link", "The directed link between switches that leaves this output port, like s18.p1.",
           "", text()),
       key("cable", "Both directions of the link at this port of a switch.", "", text()),
       key("switch", "All links between this switch and others.", "", text())}));
  value.minimum_elements = 0;
  return optional_key("faults",
                      "What fails: in each element one of link, cable and switch. Needs a routing "
                      "function that tolerates faults: ft2ei.",
                      "", std::move(value), json::array());
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
