#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/number_from.h"
#include "routing/base/parameters.h"
#include "routing/netlist/netlist_reader.h"
#include "routing/netlist/topology.h"

namespace netloom {
inline namespace routing {
namespace {

class TopologyReader {
 public:
  TopologyReader(const NetlistYaml& yaml, const YAML::Node& node, const PartLines& lines,
                 const Netlist& netlist)
      : yaml_(yaml),
        node_(node),
        line_(NetlistYaml::line_of(node)),
        lines_(lines),
        netlist_(netlist) {}

  /// The network that the topology makes, which is that of the file.
  Netlist read() const {
    const std::vector<YAML::Node> values =
        yaml_.fields(node_, "'topology'", {"name", "parameters"});
    if (NetlistYaml::absent(values[0])) yaml_.fail(line_, "the topology has no key 'name'");
    const std::string topology = yaml_.text_of(values[0], "the name of the topology");
    const TopologyEntry* entry = nullptr;
    with_place([&] { entry = &TopologyRegistry::instance().find(topology); });
    const ParameterMap given = parameters(*entry, values[1]);
    Netlist expected;
    with_place([&] {
      const std::unique_ptr<Topology> made =
          entry->make(resolve_parameters(entry->parameters, given, "topology " + topology));
      require_size(made->size(), topology);
      expected = made->netlist({});
    });
    compare(expected, topology);
    return expected;
  }

 private:
  using Part = NetlistProblem::Part;

  /// An Error of the action is one at the key `topology`.
  template <class Action>
  void with_place(Action action) const {
    try {
      action();
    } catch (const Error& error) {
      yaml_.fail(line_, error.what());
    }
  }

  /// Looked at before the topology makes what is larger than the file. Error, without place.
  void require_size(const NetworkSize& size, const std::string& topology) const {
    if (size.hosts <= netlist_.hosts.size() && size.switches <= netlist_.switches.size() &&
        size.links <= netlist_.links.size()) {
      return;
    }
    const auto text = [](std::uint64_t hosts, std::uint64_t switches, std::uint64_t links) {
      return fmt::format("{} hosts, {} switches and {} links", hosts, switches, links);
    };
    throw Error(difference_text(
        topology, text(netlist_.hosts.size(), netlist_.switches.size(), netlist_.links.size()),
        text(size.hosts, size.switches, size.links)));
  }

  static std::string difference_text(const std::string& topology, const std::string& here,
                                     const std::string& there) {
    return fmt::format(
        "not the network of the topology {}: {} here, {} there; remove the key "
        "'topology' if the network was changed by hand",
        topology, here, there);
  }

  ParameterMap parameters(const TopologyEntry& entry, const YAML::Node& map) const {
    ParameterMap result;
    if (NetlistYaml::absent(map)) return result;
    if (!map.IsMap()) {
      yaml_.fail(NetlistYaml::line_of(map), "'parameters' of the topology must be a map");
    }
    for (const auto& item : map) {
      const std::string name = yaml_.text_of(item.first, "the name of a parameter");
      const auto declared =
          std::find_if(entry.parameters.begin(), entry.parameters.end(),
                       [&name](const Parameter& parameter) { return parameter.name == name; });
      const bool is_text =
          declared != entry.parameters.end() && declared->type == Parameter::Type::kString;
      if (!result.emplace(name, parameter_value(item.second, is_text)).second) {
        yaml_.fail(NetlistYaml::line_of(item.first),
                   fmt::format("the parameter '{}' is given twice", name));
      }
    }
    return result;
  }

  ParameterValue parameter_value(const YAML::Node& node, bool is_text) const {
    if (node.IsSequence()) {
      std::vector<std::int64_t> list;
      for (const YAML::Node& element : node) {
        const std::optional<std::int64_t> value = NetlistYaml::integer(element);
        if (!value) {
          yaml_.fail(NetlistYaml::line_of(element),
                     "an element of a list parameter must be an integer");
        }
        list.push_back(*value);
      }
      return list;
    }
    const std::string text = yaml_.text_of(node, "the value of a parameter");
    if (is_text || !NetlistYaml::is_plain_scalar(node)) return text;
    if (const std::optional<std::int64_t> value = NetlistYaml::integer(node)) return *value;
    if (text == "true") return true;
    if (text == "false") return false;
    const std::optional<double> number = number_from<double>(text);
    if (number && std::isfinite(*number)) return *number;
    return text;
  }

  std::string link_text(const Netlist& netlist, std::size_t index) const {
    if (index >= netlist.links.size()) return "nothing";
    const Link& link = netlist.links[index];
    return fmt::format("{} -> {} ({})", endpoint_name(netlist, link.from),
                       endpoint_name(netlist, link.to),
                       netlist.kinds[static_cast<std::size_t>(link.kind)]);
  }

  /// Error at the first difference in structure; latencies may differ.
  void compare(const Netlist& expected, const std::string& topology) const {
    const auto differ = [&](Part part, std::size_t index, const std::string& here,
                            const std::string& there) {
      yaml_.fail(lines_.line(part, index, line_), difference_text(topology, here, there));
    };
    // Compares list by list; `text` describes an element, "nothing" stands for one that is missing.
    const auto compare_lists = [&](Part part, const char* what, std::size_t here, std::size_t there,
                                   const auto& text) {
      for (std::size_t i = 0; i < std::max(here, there); ++i) {
        const std::string a = i < here ? text(netlist_, i) : "nothing";
        const std::string b = i < there ? text(expected, i) : "nothing";
        if (a != b) differ(part, i, fmt::format("{} {} is {}", what, i, a), b);
      }
    };
    compare_lists(Part::kKind, "link kind", netlist_.kinds.size(), expected.kinds.size(),
                  [](const Netlist& netlist, std::size_t i) { return netlist.kinds[i]; });
    compare_lists(Part::kSwitch, "switch", netlist_.switches.size(), expected.switches.size(),
                  [](const Netlist& netlist, std::size_t i) {
                    return fmt::format("{} with {} ports", netlist.switches[i].name,
                                       netlist.switches[i].ports);
                  });
    compare_lists(Part::kHost, "host", netlist_.hosts.size(), expected.hosts.size(),
                  [](const Netlist& netlist, std::size_t i) { return netlist.hosts[i].name; });
    // Links are many: compared as they are, described only where they differ.
    for (std::size_t i = 0; i < std::max(netlist_.links.size(), expected.links.size()); ++i) {
      if (i < netlist_.links.size() && i < expected.links.size()) {
        const Link& a = netlist_.links[i];
        const Link& b = expected.links[i];
        if (a.from == b.from && a.to == b.to && a.kind == b.kind) continue;
      }
      differ(Part::kLink, i, fmt::format("link {} is {}", i, link_text(netlist_, i)),
             link_text(expected, i));
    }
  }

  const NetlistYaml& yaml_;
  const YAML::Node& node_;
  int line_;
  const PartLines& lines_;
  const Netlist& netlist_;
};

}  // namespace

void read_netlist_topology(const NetlistYaml& yaml, const YAML::Node& node, const PartLines& lines,
                           Netlist& netlist) {
  if (NetlistYaml::absent(node)) return;
  Netlist made = TopologyReader(yaml, node, lines, netlist).read();
  netlist.topology = std::move(made.topology);
  netlist.parameters = std::move(made.parameters);
}

}  // namespace routing
}  // namespace netloom
