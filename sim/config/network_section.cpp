#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/netlist/latency.h"
#include "routing/netlist/netlist_io.h"
#include "routing/netlist/topology.h"
#include "sim/config/check.h"
#include "sim/config/memory.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr int kMostSkippedStages = 1000;

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

/// The messages of the schema alone would speak of a key `file` only.
void check_source(const Reader& reader) {
  const KeyPath here = KeyPath().key("network");
  const Node* network = reader.document().find(here);
  if (network == nullptr || network->kind != Node::Kind::kMap) return;
  const Node* topology = network->find("topology");
  const std::string allowed = "; allowed: exactly one of topology, file";
  if (topology == nullptr && network->find("file") == nullptr) {
    const ValueSchema& schema = configuration_schema().key("network").value;
    Checker(reader.document(), {}).check_names(*network, here, *schema.map);
    reader.fail(here, "neither topology nor file is given" + allowed);
  }
  if (topology == nullptr || network->find("file") == nullptr) return;
  const auto& registry = TopologyRegistry::instance();
  if (!registry.contains(topology->text)) return;
  for (const Parameter& parameter : registry.find(topology->text).parameters) {
    if (parameter.name == "file") return;
  }
  reader.fail(here.key("file"), "does not go together with topology: " + topology->text + allowed);
}

/// A number of cycles, or a link that skips stages. Source: [Fat-Trees 2010], section 5.4.3,
/// where a stage is a link, the routing and the crossing of a switch.
int read_latency(const Reader& reader, const json& value, const std::string& name) {
  if (value.is_number()) return value;
  const KeyPath here = key_path("network", "latency").key(name);
  const std::int64_t link = value.at("link");
  const json routing_delay = reader.read_ahead(key_path("switch", "routing_delay"));
  if (!routing_delay.is_number()) {
    reader.fail(here,
                "links that skip stages need to know how long one takes; allowed: a number of "
                "cycles, or switch.routing_delay as a number of cycles");
  }
  const json crossing = reader.read_ahead(key_path("switch", "crossbar").key("delay"));
  const std::int64_t stage =
      link + routing_delay.get<std::int64_t>() + crossing.get<std::int64_t>();
  const std::int64_t cycles = link + value.at("stages").get<std::int64_t>() * stage;
  if (cycles > kLongestLatency) {
    reader.fail(here, fmt::format("the link and the stages that it skips add up to {} cycles; "
                                  "allowed: 1 to {}",
                                  cycles, kLongestLatency));
  }
  return static_cast<int>(cycles);
}

/// Latencies in cycles; those that depend on others are also written into `latencies`.
LatencyMap read_latencies(const Reader& reader, json& latencies, const TopologyEntry& entry) {
  LatencyMap result;
  for (const std::string& kind : entry.link_kinds) {
    result[kind] = read_latency(reader, latencies[kind], kind);
  }
  for (const LatencyKey& further : entry.further_latencies) {
    const int like = result.at(further.like);
    if (!latencies.contains(further.name)) latencies[further.name] = like;
    json& value = latencies[further.name];
    if (value.is_object() && !value.contains("link")) value["link"] = like;
    result[further.name] = read_latency(reader, value, further.name);
  }
  return result;
}

}  // namespace

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

json network_values(const Reader& reader) {
  check_source(reader);
  return reader.read_ahead(KeyPath().key("network"));
}

void read_network(Reader& reader, json& network) {
  Config& config = reader.config();
  const KeyPath here = KeyPath().key("network");
  if (!network.contains("topology")) {
    const KeyPath file_key = here.key("file");
    const std::string file = reader.input_file(file_key, network.at("file").get<std::string>());
    config.netlist = reader.located(file_key, [&] { return read_netlist(file); });
    reader.located(file_key, [&] { validate(config.netlist); });
    return;
  }
  const auto& entry = TopologyRegistry::instance().find(network.at("topology"));
  const ParameterMap parameters = reader.read_parameters(entry.parameters, network, here);
  const LatencyMap latency = read_latencies(reader, network["latency"], entry);
  config.netlist = reader.located(here.key("topology"), [&] {
    const std::unique_ptr<Topology> topology = entry.make(parameters);
    require_memory_for(topology->size(), config.run.memory_limit);
    Netlist netlist = topology->netlist(latency);
    validate(netlist);
    return netlist;
  });
}

}  // namespace sim
}  // namespace netloom
