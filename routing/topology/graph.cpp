#include "routing/topology/graph.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "routing/error.h"
#include "routing/text_file.h"
#include "routing/topology/parts.h"

namespace netloom {
namespace {

constexpr int kOfTheKind = 0;  // latency of lines that give none

/// Reads the lines and keeps their places, to name them when the network turns out to be invalid.
class EdgeList {
 public:
  EdgeList(const std::string& file, int hosts_per_switch)
      : file_(file), hosts_per_switch_(hosts_per_switch) {}

  Netlist read() {
    netlist_.kind("host");
    for_each_line(file_, [this](const TextLine& line) { read_line(line); });
    const std::uint64_t hosts =
        std::uint64_t{netlist_.switches.size()} * static_cast<std::uint64_t>(hosts_per_switch_);
    check_size(file_, hosts, netlist_.switches.size(), 0);
    add_hosts(netlist_, hosts);
    for (NodeId host = 0; host < hosts; ++host) {
      const auto per_switch = static_cast<NodeId>(hosts_per_switch_);
      netlist_.add_cable(host_end(host),
                         switch_end(host / per_switch, static_cast<int>(host % per_switch)),
                         kOfTheKind, 0);
    }
    check();
    return std::move(netlist_);
  }

 private:
  [[noreturn]] static void fail(const TextLine& line, const std::string& message) {
    throw Error(line.place + ": " + message);
  }

  void read_line(const TextLine& line) {
    const std::vector<std::string>& words = line.words;
    if (words.size() < 2 || words.size() > 4) {
      fail(line, "expected SWITCH SWITCH [LATENCY [KIND]]");
    }
    if (words[0] == words[1]) {
      fail(line, fmt::format("a cable from switch '{}' to itself", words[0]));
    }
    int latency = kOfTheKind;
    if (words.size() > 2) {
      const std::optional<int> cycles = parse_number(words[2]);
      if (!cycles || *cycles < 1) {
        fail(line, fmt::format("'{}' is not a latency; allowed: an integer of at least 1 cycle",
                               words[2]));
      }
      latency = *cycles;
    }
    const std::string kind = words.size() > 3 ? words[3] : "link";
    if (kind == "host") fail(line, "the kind 'host' is for links to and from hosts only");
    const Endpoint a = next_port(line, words[0]);
    const Endpoint b = next_port(line, words[1]);
    const std::size_t kinds = netlist_.kinds.size();
    const int kind_index = netlist_.kind(kind);
    if (netlist_.kinds.size() > kinds) kind_places_.push_back(line.place);
    netlist_.add_cable(a, b, latency, kind_index);
  }

  /// The lowest free port of a switch, which is added if it is new.
  Endpoint next_port(const TextLine& line, const std::string& name) {
    const auto [it, is_new] =
        switches_.emplace(name, static_cast<SwitchId>(netlist_.switches.size()));
    if (is_new) {
      netlist_.switches.push_back({name, hosts_per_switch_});
      switch_places_.push_back(line.place);
    }
    int& ports = netlist_.switches[it->second].ports;
    if (ports == kMaxPorts) {
      fail(line,
           fmt::format("switch '{}' has more than {} ports, its hosts' included", name, kMaxPorts));
    }
    return switch_end(it->second, ports++);
  }

  void check() const {
    Netlist complete = netlist_;
    for (Link& link : complete.links) link.latency = 1;
    const std::optional<NetlistProblem> problem = find_problem(complete);
    if (!problem) return;
    std::string place = file_;
    // Kind 0 is "host", which comes from no line.
    if (problem->part == NetlistProblem::Part::kKind) place = kind_places_[problem->index - 1];
    if (problem->part == NetlistProblem::Part::kSwitch) place = switch_places_[problem->index];
    throw Error(place + ": " + problem->message);
  }

  std::string file_;
  int hosts_per_switch_;
  Netlist netlist_;
  std::unordered_map<std::string, SwitchId> switches_;
  std::vector<std::string> switch_places_, kind_places_;
};

}  // namespace

Graph::Graph(const std::string& file, int hosts_per_switch) {
  if (hosts_per_switch < 1 || hosts_per_switch >= kMaxPorts) {
    throw Error(fmt::format("topology graph: hosts_per_switch is {}; allowed: 1 to {}",
                            hosts_per_switch, kMaxPorts - 1));
  }
  netlist_ = EdgeList(file, hosts_per_switch).read();
}

Netlist Graph::netlist(const LatencyMap& latency) const {
  Netlist netlist = netlist_;
  std::vector<int> of_kind;
  for (const std::string& kind : netlist.kinds) of_kind.push_back(latency_of(latency, kind));
  for (Link& link : netlist.links) {
    if (link.latency == kOfTheKind) link.latency = of_kind[static_cast<std::size_t>(link.kind)];
  }
  return netlist;
}

namespace {

std::vector<Parameter> graph_parameters() {
  Parameter file;
  file.name = "file";
  file.type = Parameter::Type::kString;
  file.meaning = "text file with a cable per line: SWITCH SWITCH [LATENCY [KIND]]";
  Parameter hosts;
  hosts.name = "hosts_per_switch";
  hosts.meaning = "hosts at every switch";
  hosts.default_value = std::int64_t{1};
  hosts.minimum = 1;
  hosts.maximum = kMaxPorts - 1;
  return {std::move(file), std::move(hosts)};
}

const TopologyRegistry::Registration kRegistration(
    "graph", {"any network of switches, from a list of cables in a text file",
              graph_parameters(),
              {"host", "link"},
              [](const ParameterMap& parameters) {
                return std::make_unique<Graph>(
                    string_parameter(parameters, "file"),
                    static_cast<int>(integer_parameter(parameters, "hosts_per_switch")));
              }});

}  // namespace
}  // namespace netloom
