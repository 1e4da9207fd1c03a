#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/network_sizes.h"
#include "routing/base/types.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"
#include "sim/traffic/pattern.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

/// Shares are decimal fractions: 0.1 + 0.2 + 0.7 counts as 1.
constexpr double kShareTolerance = 1e-9;

KeySchema nodes_key() {
  ValueSchema nodes;
  nodes.scalar = ValueSchema::Scalar::kNodes;
  return derived_key(
      "nodes",
      "The nodes that send so: numbers and ranges (\"0-31\", both ends included; \"0-31/4\": every "
      "fourth of them), one or a list. The other nodes send nothing.",
      "", one_or_list(nodes, false), "all nodes");
}

std::vector<KeySchema> pattern_keys() {
  return {
      derived_key("pattern", "Name of a traffic pattern. Its parameters are keys beside this one.",
                  "", text(PatternRegistry::instance().names()), TrafficConfig::Pattern().name),
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
                                  "", real(0, 1, true), TrafficConfig::Pattern().share));
  map.keys.push_back(optional_key("own_area",
                                  "The nodes send to each other only: destinations are drawn from "
                                  "the pattern again until they are among `nodes`.",
                                  "", boolean(), TrafficConfig::Pattern().own_area));
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

void set_pattern(Document& document, const KeyPath& where) {
  Node* node = document.find(where);
  if (node == nullptr || node->kind != Node::Kind::kMap) return;
  if (const Node* mixture = node->find("mixture")) {
    for (std::size_t i = 0; i < mixture->elements.size(); ++i) {
      set_pattern(document, where.key("mixture").element(i));
    }
    return;
  }
  if (node->find("phases") != nullptr) return;
  document.set_default(where.key("pattern"), TrafficConfig::Pattern().name);
}

std::vector<NodeId> read_nodes(const Reader& reader, json& from, const KeyPath& here) {
  const bool list = from.is_array();
  if (!list) from = json::array({from});
  const std::size_t hosts = reader.config().netlist.hosts.size();
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
      reader.fail(place, fmt::format("{} is not in the network; allowed: 0 to {}, ranges upwards",
                                     shown, hosts - 1));
    }
    if (step == 0) {
      reader.fail(place, shown + " has steps of no length; allowed: 1 or more after the /");
    }
    for (std::uint64_t node = first; node <= last; node += step) {
      if (chosen[node]) {
        reader.fail(place, fmt::format("node {} is given twice; allowed: once", node));
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

void check_shares(const Reader& reader, const TrafficConfig::Phase& phase, const KeyPath& mixture) {
  std::vector<double> sum(reader.config().netlist.hosts.size());
  for (const TrafficConfig::Pattern& pattern : phase.patterns) {
    if (pattern.nodes.empty()) {
      for (double& each : sum) each += pattern.share;
    } else {
      for (const NodeId node : pattern.nodes) sum[node] += pattern.share;
    }
  }
  for (std::size_t node = 0; node < sum.size(); ++node) {
    if (sum[node] == 0 || std::abs(sum[node] - 1) <= kShareTolerance) continue;
    reader.fail(mixture,
                fmt::format("the shares of node {} add up to {:g}; allowed: 1", node, sum[node]));
  }
}

TrafficConfig::Pattern read_pattern(Reader& reader, json& from, const KeyPath& here) {
  TrafficConfig::Pattern pattern;
  pattern.name = from.at("pattern");
  const PatternEntry& entry = PatternRegistry::instance().find(pattern.name);
  pattern.parameters = reader.read_parameters(entry.parameters, from, here);
  if (from.contains("share")) pattern.share = from.at("share");
  if (from.contains("nodes")) pattern.nodes = read_nodes(reader, from["nodes"], here.key("nodes"));
  if (from.contains("own_area")) pattern.own_area = from.at("own_area");
  if (pattern.own_area && pattern.nodes.size() == 1) {
    reader.fail(here.key("nodes"),
                "one node alone cannot send within its area; allowed: two or more nodes, or "
                "own_area: false");
  }
  reader.located(here.key("pattern"), [&] {
    entry.make(reader.config().netlist, pattern.parameters, reader.config().run.seeds.front());
  });
  return pattern;
}

/// The patterns of a section that has either `pattern` or `mixture`.
TrafficConfig::Phase read_phase(Reader& reader, json& from, const KeyPath& here) {
  TrafficConfig::Phase phase;
  if (!from.contains("mixture")) {
    phase.patterns.push_back(read_pattern(reader, from, here));
    return phase;
  }
  const KeyPath mixture = here.key("mixture");
  for (std::size_t i = 0; i < from.at("mixture").size(); ++i) {
    phase.patterns.push_back(read_pattern(reader, from["mixture"][i], mixture.element(i)));
  }
  check_shares(reader, phase, mixture);
  return phase;
}

void read_phases(Reader& reader, json& phases) {
  TrafficConfig& to = reader.config().traffic;
  bool point_load_used = false;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    json& each = phases[i];
    const KeyPath here = key_path("traffic", "phases").element(i);
    if (each.contains("mixture")) {
      for (const char* name : {"pattern", "nodes"}) {
        if (each.contains(name)) {
          reader.fail(here.key(name),
                      "does not go together with mixture; allowed: patterns and nodes in the "
                      "elements of mixture");
        }
      }
    }
    TrafficConfig::Phase phase = read_phase(reader, each, here);
    phase.from = each.at("from");
    if (i == 0 && phase.from != 0) {
      reader.fail(here.key("from"),
                  fmt::format("the first phase starts in cycle {}; allowed: 0", phase.from));
    }
    if (i > 0 && phase.from <= to.phases.back().from) {
      reader.fail(here.key("from"),
                  fmt::format("the phase does not start after the one before it; allowed: {} "
                              "or more",
                              to.phases.back().from + 1));
    }
    if (each.contains("load")) {
      phase.load = each.at("load").get<double>();
      if (to.kind == TrafficConfig::Kind::kBurst) {
        reader.fail(here.key("load"), "does not go together with traffic.burst; allowed: no load");
      }
    } else {
      point_load_used = true;
    }
    to.phases.push_back(std::move(phase));
  }
  if (to.loads.empty() && to.kind != TrafficConfig::Kind::kBurst) {
    to.loads.push_back(*to.phases.front().load);
  } else if (!point_load_used) {
    reader.fail(key_path("traffic", "load"),
                "is never used, because every phase has its own; allowed: no load here, or a "
                "phase without one");
  }
}

}  // namespace

void add_pattern_keys(MapSchema& traffic) {
  for (KeySchema& each : pattern_keys()) traffic.keys.push_back(std::move(each));
  traffic.keys.push_back(mixture_key());
  traffic.keys.push_back(phases_key());
  add_pattern_variants(traffic);
}

void set_patterns(Reader& reader) {
  Document& document = reader.document();
  const KeyPath traffic = KeyPath().key("traffic");
  set_pattern(document, traffic);
  const Node* phases = document.find(traffic.key("phases"));
  if (phases == nullptr) return;
  for (std::size_t i = 0; i < phases->elements.size(); ++i) {
    set_pattern(document, traffic.key("phases").element(i));
  }
}

void read_patterns(Reader& reader, json& traffic) {
  if (traffic.contains("phases")) {
    read_phases(reader, traffic["phases"]);
  } else {
    reader.config().traffic.phases.push_back(read_phase(reader, traffic, KeyPath().key("traffic")));
  }
}

}  // namespace sim
}  // namespace netloom
