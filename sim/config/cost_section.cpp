#include <utility>
#include <vector>

#include "sim/config/network_cost_parameters.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr double kMostCost = 1e9;

/// A key of the section, and what it sets.
struct Part {
  const char* name;
  const char* meaning;
  double NetworkCostParameters::*cost;
};

/// Parts that are a map of their own.
struct Group {
  const char* name;
  const char* meaning;
  std::vector<Part> parts;
};

const std::vector<Group>& groups() {
  using Costs = NetworkCostParameters;
  static const std::vector<Group> all = {
      {"port",
       "Each port of a switch.",
       {{"buffer", "Its buffers.", &Costs::buffer},
        {"crossbar", "Its share of the crossbar.", &Costs::crossbar},
        {"other", "Anything else, like connectors.", &Costs::port_other}}},
      {"control",
       "The control logic of a switch.",
       {{"routing", "The routing function of a fat-tree.", &Costs::routing},
        {"ruft_routing", "The routing function of a RUFT.", &Costs::ruft_routing},
        {"selection", "The selection function, where routing is adaptive.", &Costs::selection},
        {"other", "Anything else.", &Costs::control_other}}},
      {"link",
       "All links of the network; 1 is what those of the fat-tree have.",
       {{"connector", "The connectors of a fat-tree.", &Costs::connector},
        {"cable", "The cables of a fat-tree.", &Costs::cable},
        {"ruft_ideal_length", "Length of a RUFT's cables if its last stage is beside the hosts.",
         &Costs::ruft_ideal_length},
        {"ruft_worst_length", "The same if it is far away.", &Costs::ruft_worst_length},
        {"weight", "What the links count, when one switch counts 1.", &Costs::link_weight}}}};
  return all;
}

}  // namespace

KeySchema cost_section() {
  const NetworkCostParameters defaults;
  std::vector<KeySchema> keys;
  for (const Group& group : groups()) {
    std::vector<KeySchema> parts;
    for (const Part& part : group.parts) {
      parts.push_back(
          optional_key(part.name, part.meaning, "", real(0, kMostCost), defaults.*part.cost));
    }
    keys.push_back(section(group.name, group.meaning, map_of(std::move(parts))));
  }
  return section(
      "cost",
      "The relative network cost of `netloom cost`, which is defined for fat_tree and ruft: what "
      "the parts of a network cost, in any unit. No result of a simulation depends on it.",
      map_of(std::move(keys)));
}

void read_cost(Reader& reader) {
  const json& from = reader.section("cost");
  for (const Group& group : groups()) {
    for (const Part& part : group.parts) {
      reader.config().cost.*part.cost = from.at(group.name).at(part.name);
    }
  }
}

}  // namespace sim
}  // namespace netloom
