#include "routing/topology/graph.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/topology/edge_list.h"
#include "routing/topology/graph_builder.h"
#include "routing/topology/graphml.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {

Graph::Graph(const std::string& file, GraphFormat format, int hosts_per_switch) {
  if (hosts_per_switch < 1 || hosts_per_switch >= kMaxPorts) {
    throw Error(fmt::format("topology graph: hosts_per_switch is {}; allowed: 1 to {}",
                            hosts_per_switch, kMaxPorts - 1));
  }
  netlist_ = format == GraphFormat::kGraphMl ? read_graphml(file, hosts_per_switch)
                                             : read_edge_list(file, hosts_per_switch);
}

NetworkSize Graph::size() const {
  return {netlist_.hosts.size(), netlist_.switches.size(), netlist_.links.size()};
}

Netlist Graph::netlist(const LatencyMap& latency) const {
  Netlist netlist = netlist_;
  std::vector<int> of_kind;
  for (const std::string& kind : netlist.kinds) of_kind.push_back(latency_of(latency, kind));
  for (Link& link : netlist.links) {
    if (link.latency == kLatencyOfKind) link.latency = of_kind[static_cast<std::size_t>(link.kind)];
  }
  return netlist;
}

namespace {

const char kGraphMlName[] = "graphml";

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::unique_ptr<Topology> make_graph(const ParameterMap& parameters) {
  const std::string& file = string_parameter(parameters, "file");
  const bool graphml = parameters.count("format") != 0
                           ? string_parameter(parameters, "format") == kGraphMlName
                           : ends_with(file, ".graphml");
  return std::make_unique<Graph>(
      file, graphml ? GraphFormat::kGraphMl : GraphFormat::kEdgeList,
      static_cast<int>(integer_parameter(parameters, "hosts_per_switch")));
}

std::vector<Parameter> graph_parameters() {
  Parameter file;
  file.name = "file";
  file.type = Parameter::Type::kString;
  file.meaning =
      "text file with a cable per line: SWITCH SWITCH [LATENCY [KIND]]; or a GraphML file";
  Parameter format;
  format.name = "format";
  format.type = Parameter::Type::kString;
  format.meaning = "of the file; unless given, graphml if its name ends in .graphml";
  format.choices = {"edge_list", kGraphMlName};
  format.optional = true;
  return {std::move(file), std::move(format),
          declare_integer("hosts_per_switch",
                          "hosts at every switch; those for which GraphML data say it have others",
                          1, kMaxPorts - 1, 1)};
}

const TopologyRegistry::Registration kGraph(
    "graph", {"any network of switches, from a file with its cables: an edge list or GraphML",
              graph_parameters(),
              {"host", "link"},
              make_graph});

}  // namespace
}  // namespace routing
}  // namespace netloom
