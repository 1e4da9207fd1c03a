#include "testbench/random/network_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/netlist/netlist_io.h"
#include "routing/netlist/topology.h"
#include "sim/config/config.h"
#include "testbench/random/schema_draw.h"

namespace netloom::test {
namespace {

int draw_latency(Draw& draw) {
  if (draw.chance(0.3)) return 1;
  return draw.chance(0.9) ? draw.between(1, 8) : draw.between(9, 60);
}

/// Stages and arity with no more hosts than `most`.
Json tree(Draw& draw, int most, int least_stages = 1) {
  int k = 0;
  int n = 0;
  int hosts = 0;
  do {
    k = draw.chance(0.5) ? 2 : draw.between(2, 6);
    n = draw.between(least_stages, 4);
    hosts = 1;
    for (int i = 0; i < n; ++i) hosts *= k;
  } while (hosts > most);
  return {{"k", k}, {"n", n}};
}

Json grid(Draw& draw) {
  Json result;
  if (draw.chance(0.3)) {
    const int n = draw.between(1, 4);
    result["k"] = draw.between(2, n == 1 ? 8 : n == 2 ? 5 : n == 3 ? 3 : 2);
    result["n"] = n;
  } else {
    Json sizes = Json::array();
    int switches = 1;
    for (int i = draw.between(1, 3); i > 0; --i) {
      const int size = std::min(draw.between(1, 6), std::max(1, 30 / switches));
      sizes.push_back(size);
      switches *= size;
    }
    if (switches == 1) sizes[0] = 2;
    result["k"] = std::move(sizes);
  }
  if (draw.chance(0.3)) result["concentration"] = draw.between(1, 3);
  return result;
}

Json dragonfly(Draw& draw, const std::string& function) {
  Json result;
  // Its RTL block is there from h = 2 on, and it needs all groups.
  const bool lia = function == "lia";
  const int h = draw.chance(lia ? 0.6 : 0.4) ? 2 : 1;
  result["h"] = h;
  int a = 2 * h;
  if (draw.chance(0.3)) result["p"] = draw.between(1, 2);
  if (draw.chance(lia ? 0.1 : 0.3)) result["a"] = a = draw.between(1, 4);
  int trunking = 1;
  if (!lia && draw.chance(0.25)) {
    do {
      trunking = draw.between(1, a);
    } while (a % trunking != 0);
    result["trunking"] = trunking;
  }
  const int most = a * h / trunking + 1;
  if (!lia && draw.chance(0.5)) result["g"] = draw.between(2, std::max(2, most));
  if (!lia && draw.chance(0.5)) {
    draw_keys(draw,
              {parameter_key(
                  *std::find_if(TopologyRegistry::instance().find("dragonfly").parameters.begin(),
                                TopologyRegistry::instance().find("dragonfly").parameters.end(),
                                [](const Parameter& each) { return each.name == "arrangement"; }))},
              1, result);
    if (draw.chance(0.5)) result["arrangement_seed"] = draw.between(0, 9);
  }
  return result;
}

Json random_regular(Draw& draw) {
  int switches = 0;
  int degree = 0;
  do {
    switches = draw.between(2, 12);
    degree = draw.between(1, 5);
  } while (switches * degree % 2 != 0 || degree >= switches || (degree == 1 && switches > 2));
  const int hosts = draw.between(1, 3);
  Json result = {{"switches", switches}, {"ports", degree + hosts}, {"degree", degree}};
  if (draw.chance(0.3)) result["hosts_per_switch"] = draw.between(1, hosts);
  if (draw.chance(0.6)) result["graph_seed"] = draw.between(0, 99);
  return result;
}

/// A cable between two of so many switches.
struct Cable {
  int a;
  int b;
};

/// A connected graph without two cables between the same switches.
std::vector<Cable> connected_graph(Draw& draw, int switches) {
  std::vector<Cable> cables;
  std::set<std::pair<int, int>> taken;
  const auto add = [&](int a, int b) {
    if (a != b && taken.emplace(std::min(a, b), std::max(a, b)).second) cables.push_back({a, b});
  };
  for (int i = 1; i < switches; ++i) add(draw.between(0, i - 1), i);
  for (int more = draw.between(0, switches); more > 0; --more) {
    add(draw.between(0, switches - 1), draw.between(0, switches - 1));
  }
  draw.shuffle(cables);
  return cables;
}

std::string edge_list(Draw& draw, int switches) {
  const bool latencies = draw.chance(0.5);
  const bool kinds = latencies && draw.chance(0.4);
  std::string text;
  for (const Cable& cable : connected_graph(draw, switches)) {
    text += fmt::format("s{} s{}", cable.a, cable.b);
    if (latencies) text += fmt::format(" {}", draw_latency(draw));
    if (kinds) text += draw.chance(0.5) ? " far" : " near";
    text += '\n';
  }
  return text;
}

std::string graphml(Draw& draw, int switches) {
  std::string text =
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "  <key id=\"h\" for=\"node\" attr.name=\"hosts\" attr.type=\"int\"/>\n"
      "  <key id=\"l\" for=\"edge\" attr.name=\"latency\" attr.type=\"int\"/>\n"
      "  <graph edgedefault=\"undirected\">\n";
  for (int i = 0; i < switches; ++i) {
    text += fmt::format("    <node id=\"s{}\">", i);
    // The first two keep those that the configuration gives them: one host would have nobody.
    if (i >= 2 && draw.chance(0.4)) {
      text += fmt::format("<data key=\"h\">{}</data>", draw.between(0, 3));
    }
    text += "</node>\n";
  }
  for (const Cable& cable : connected_graph(draw, switches)) {
    text += fmt::format("    <edge source=\"s{}\" target=\"s{}\">", cable.a, cable.b);
    if (draw.chance(0.4)) text += fmt::format("<data key=\"l\">{}</data>", draw_latency(draw));
    text += "</edge>\n";
  }
  return text + "  </graph>\n</graphml>\n";
}

Json graph(Draw& draw, ConfigurationText& configuration) {
  const int switches = draw.between(2, 8);
  Json result;
  if (draw.chance(0.6)) {
    result["file"] = "cables.txt";
    configuration.files["cables.txt"] = edge_list(draw, switches);
    if (draw.chance(0.2)) result["format"] = "edge_list";
  } else {
    const bool by_name = draw.chance(0.5);
    const std::string name = by_name ? "cables.graphml" : "cables.xml";
    result["file"] = name;
    configuration.files[name] = graphml(draw, switches);
    if (!by_name || draw.chance(0.3)) result["format"] = "graphml";
  }
  if (draw.chance(0.5)) result["hosts_per_switch"] = draw.between(1, 3);
  return result;
}

/// A network of no topology: cables of two kinds, hosts anywhere, and links of one direction.
std::string irregular_netlist(Draw& draw) {
  const int switches = draw.between(1, 8);
  std::vector<int> ports(static_cast<std::size_t>(switches));
  const auto next_port = [&](int at) {
    return fmt::format("s{}.p{}", at, ports[static_cast<std::size_t>(at)]++);
  };
  const int hosts = draw.between(2, 14);
  std::string links;
  std::string cables;
  for (int i = 0; i < hosts; ++i) {
    const int home = i == 0 ? 0 : draw.between(0, switches - 1);
    cables += fmt::format("- {{from: h{}, to: {}, latency: {}}}\n", i, next_port(home),
                          draw.between(1, 4));
  }
  for (const Cable& cable : connected_graph(draw, switches)) {
    const std::string a = next_port(cable.a);
    cables += fmt::format("- {{from: {}, to: {}, latency: {}, kind: {}}}\n", a, next_port(cable.b),
                          draw_latency(draw), draw.chance(0.3) ? "far" : "near");
  }
  for (int more = switches > 1 ? draw.between(-3, 2) : 0; more > 0; --more) {
    const int a = draw.between(0, switches - 1);
    const int b = (a + draw.between(1, switches - 1)) % switches;
    const std::string from = next_port(a);
    links += fmt::format("- {{from: {}, to: {}, latency: {}, kind: near}}\n", from, next_port(b),
                         draw_latency(draw));
  }
  std::string text = "netlist: 1\nkinds: [host, near, far]\nswitches:\n";
  for (int i = 0; i < switches; ++i) {
    text += fmt::format("- {{name: s{}, ports: {}}}\n", i, ports[static_cast<std::size_t>(i)]);
  }
  text += "hosts:\n";
  for (int i = 0; i < hosts; ++i) text += fmt::format("- {{name: h{}}}\n", i);
  if (!links.empty()) text += "links:\n" + links;
  return text + "cables:\n" + cables;
}

Json parameters(Draw& draw, const std::string& topology, const std::string& function,
                ConfigurationText& configuration) {
  if (topology == "bcube") {
    const int n = draw.between(2, 4);
    return {{"n", n}, {"k", draw.between(0, n == 2 ? 2 : 1)}};
  }
  if (topology == "dcell") {
    const int n = draw.between(2, 4);
    return {{"n", n}, {"k", draw.chance(0.1) && n == 2 ? 2 : draw.between(0, 1)}};
  }
  if (topology == "dragonfly") return dragonfly(draw, function);
  if (topology == "fat_tree" && function == "ft2ei") {
    return tree(draw, 36, draw.chance(0.1) ? 1 : 2);  // what can fail is between two stages
  }
  if (topology == "fat_tree" || topology == "ruft") return tree(draw, 36);
  if (topology == "managed_fat_tree") return tree(draw, 16);
  if (topology == "mesh" || topology == "torus") return grid(draw);
  if (topology == "graph") return graph(draw, configuration);
  if (topology == "random_regular") return random_regular(draw);
  if (topology == "single_switch") return {{"hosts", draw.between(2, 9)}};
  Json result;
  for (const Parameter& parameter : TopologyRegistry::instance().find(topology).parameters) {
    draw_keys(draw, {parameter_key(parameter)}, 0.5, result);
  }
  return result;
}

}  // namespace

void draw_latencies(Draw& draw, const std::string& topology, Json& network) {
  const TopologyEntry& entry = TopologyRegistry::instance().find(topology);
  std::vector<std::string> names = entry.link_kinds;
  for (const LatencyKey& key : entry.further_latencies) names.push_back(key.name);
  Json latencies = Json::object();
  for (const std::string& name : names) {
    if (draw.chance(0.35)) continue;
    if (draw.chance(0.75)) {
      latencies[name] = draw_latency(draw);
      continue;
    }
    Json stages = Json::object();
    if (draw.chance(0.7)) stages["link"] = draw.between(1, 6);
    if (draw.chance(0.8)) stages["stages"] = draw.between(0, 3);
    latencies[name] = std::move(stages);
  }
  if (!latencies.empty()) network["latency"] = std::move(latencies);
}

void draw_network(Draw& draw, const std::string& topology, const std::string& function,
                  ConfigurationText& configuration) {
  Json network = Json::object();
  if (topology == "graph" && draw.chance(0.35)) {
    network["file"] = "network.yaml";
    configuration.files["network.yaml"] = irregular_netlist(draw);
    configuration.keys["network"] = std::move(network);
    return;
  }
  network["topology"] = topology;
  network.update(parameters(draw, topology, function, configuration));
  if (draw.chance(0.7)) draw_latencies(draw, topology, network);
  configuration.keys["network"] = std::move(network);
  if (topology == "graph" || !draw.chance(0.1)) return;
  // The same network, written down.
  try {
    const Config config =
        parse_config(configuration.yaml(), "network", "", {}, TrafficSection::kOptional);
    std::ostringstream text;
    write_netlist(config.netlist, draw.chance(0.7) ? NetlistFormat::kYaml : NetlistFormat::kJson,
                  text);
    configuration.files["network.yaml"] = text.str();
    configuration.keys["network"] = {{"file", "network.yaml"}};
  } catch (const Error&) {
    // What is wrong with it is left to be found.
  }
}

int most_ports(const Netlist& netlist) {
  int ports = 0;
  for (const SwitchInfo& info : netlist.switches) ports = std::max(ports, info.ports);
  return ports;
}

}  // namespace netloom::test
