#include "routing/netlist/netlist_reader.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "routing/base/joined.h"
#include "routing/base/text_file.h"
#include "routing/base/types.h"
#include "routing/netlist/latency.h"
#include "routing/netlist/netlist_io.h"
#include "routing/netlist/netlist_yaml.h"

namespace netloom {
inline namespace routing {
namespace {

class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : yaml_(text, name) {}

  Netlist read() {
    const YAML::Node& root = yaml_.root();
    const std::vector<YAML::Node> sections =
        yaml_.fields(root, "a netlist",
                     {"netlist", "topology", "kinds", "switches", "hosts", "links", "cables"});
    read_version(root, sections[0]);
    read_kinds(sections[2]);
    read_switches(root, sections[3]);
    read_hosts(root, sections[4]);
    if (NetlistYaml::absent(sections[5]) && NetlistYaml::absent(sections[6])) {
      yaml_.fail(NetlistYaml::line_of(root),
                 "the key 'links' is missing: a list of {from, to, latency, kind}");
    }
    read_links(sections[5], "links", false);
    read_links(sections[6], "cables", true);
    check();
    read_netlist_topology(yaml_, sections[1], lines_, netlist_);
    return std::move(netlist_);
  }

 private:
  using Part = NetlistProblem::Part;

  void read_version(const YAML::Node& root, const YAML::Node& node) const {
    if (NetlistYaml::absent(node)) {
      yaml_.fail(NetlistYaml::line_of(root),
                 fmt::format("the key 'netlist' is missing: the version of the format, {}",
                             kNetlistVersion));
    }
    if (NetlistYaml::integer(node) != kNetlistVersion) {
      yaml_.fail(NetlistYaml::line_of(node),
                 fmt::format("the version of the netlist format is {}; allowed: {}",
                             node.IsScalar() ? node.Scalar() : "not a number", kNetlistVersion));
    }
  }

  void read_kinds(const YAML::Node& node) {
    if (NetlistYaml::absent(node)) {
      netlist_.kind("host");
      lines_.of(Part::kKind).push_back(1);
      return;
    }
    yaml_.require_list(node, "kinds", "names");
    kinds_given_ = true;
    for (const YAML::Node& kind : node) {
      netlist_.kinds.push_back(yaml_.text_of(kind, "the name of a link kind"));
      lines_.of(Part::kKind).push_back(NetlistYaml::line_of(kind));
    }
    if (netlist_.kinds.empty())
      yaml_.fail(NetlistYaml::line_of(node), "the first link kind must be 'host'");
  }

  void read_switches(const YAML::Node& root, const YAML::Node& node) {
    if (NetlistYaml::absent(node)) {
      yaml_.fail(NetlistYaml::line_of(root),
                 "the key 'switches' is missing: a list of {name, ports}");
    }
    yaml_.require_list(node, "switches", "{name, ports}");
    for (const YAML::Node& part : node) {
      const std::vector<YAML::Node> values = yaml_.fields(part, "a switch", {"name", "ports"});
      const std::size_t number = netlist_.switches.size();
      SwitchInfo info;
      info.name = NetlistYaml::absent(values[0]) ? fmt::format("s{}", number)
                                                 : yaml_.text_of(values[0], "the name of a switch");
      if (NetlistYaml::absent(values[1])) {
        yaml_.fail(
            NetlistYaml::line_of(part),
            fmt::format("switch {} has no key 'ports'; allowed: 1 to {}", info.name, kMaxPorts));
      }
      info.ports = yaml_.integer_of(values[1], "ports of switch " + info.name, 1, kMaxPorts);
      ends_.emplace(info.name, Endpoint{Endpoint::Type::kSwitch, static_cast<SwitchId>(number), 0});
      netlist_.switches.push_back(std::move(info));
      lines_.of(Part::kSwitch).push_back(NetlistYaml::line_of(part));
    }
  }

  void read_hosts(const YAML::Node& root, const YAML::Node& node) {
    if (NetlistYaml::absent(node)) {
      yaml_.fail(NetlistYaml::line_of(root), "the key 'hosts' is missing: a list of {name}");
    }
    yaml_.require_list(node, "hosts", "{name}");
    for (const YAML::Node& part : node) {
      const std::vector<YAML::Node> values = yaml_.fields(part, "a host", {"name"});
      const std::size_t number = netlist_.hosts.size();
      HostInfo info;
      info.name = NetlistYaml::absent(values[0]) ? fmt::format("h{}", number)
                                                 : yaml_.text_of(values[0], "the name of a host");
      ends_.emplace(info.name, Endpoint{Endpoint::Type::kHost, static_cast<NodeId>(number), 0});
      netlist_.hosts.push_back(std::move(info));
      lines_.of(Part::kHost).push_back(NetlistYaml::line_of(part));
    }
  }

  Endpoint end_of(const YAML::Node& part, const YAML::Node& node, const char* key) const {
    if (NetlistYaml::absent(node)) {
      yaml_.fail(NetlistYaml::line_of(part),
                 fmt::format("a link has no key '{}'; allowed: HOST or SWITCH.pPORT", key));
    }
    const std::string text = yaml_.text_of(node, fmt::format("'{}' of a link", key));
    if (const auto it = ends_.find(text); it != ends_.end()) {
      if (it->second.type == Endpoint::Type::kHost) return it->second;
      yaml_.fail(NetlistYaml::line_of(node),
                 fmt::format("'{0}' is a switch; the port has to be named too, as in "
                             "{0}.p0",
                             text));
    }
    const std::size_t dot = text.rfind(".p");
    if (dot != std::string::npos) {
      const auto it = ends_.find(text.substr(0, dot));
      const std::string_view port = std::string_view(text).substr(dot + 2);
      // More digits than a port number can have would overflow; the value is checked later.
      if (it != ends_.end() && it->second.type == Endpoint::Type::kSwitch && !port.empty() &&
          port.size() <= 9 && port.find_first_not_of("0123456789") == std::string_view::npos &&
          (port.size() == 1 || port.front() != '0')) {
        Endpoint end = it->second;
        for (const char c : port) end.port = end.port * 10 + (c - '0');
        return end;
      }
    }
    yaml_.fail(NetlistYaml::line_of(node),
               fmt::format("'{}' is no part of this network; allowed: HOST or SWITCH.pPORT", text));
  }

  void read_links(const YAML::Node& list, const char* key, bool cables) {
    if (NetlistYaml::absent(list)) return;
    yaml_.require_list(list, key, "{from, to, latency, kind}");
    for (const YAML::Node& part : list) {
      const std::vector<YAML::Node> values =
          yaml_.fields(part, cables ? "a cable" : "a link", {"from", "to", "latency", "kind"});
      Link link;
      link.from = end_of(part, values[0], "from");
      link.to = end_of(part, values[1], "to");
      if (!NetlistYaml::absent(values[2])) {
        link.latency = yaml_.integer_of(
            values[2],
            fmt::format("the latency of {} -> {}", endpoint_name(netlist_, link.from),
                        endpoint_name(netlist_, link.to)),
            1, kLongestLatency);
      }
      link.kind = kind_of(part, values[3], link);
      netlist_.links.push_back(link);
      lines_.of(Part::kLink).push_back(NetlistYaml::line_of(part));
      if (!cables) continue;
      std::swap(link.from, link.to);
      netlist_.links.push_back(link);
      lines_.of(Part::kLink).push_back(NetlistYaml::line_of(part));
    }
  }

  int kind_of(const YAML::Node& part, const YAML::Node& node, const Link& link) {
    const bool at_host =
        link.from.type == Endpoint::Type::kHost || link.to.type == Endpoint::Type::kHost;
    std::string kind = at_host ? "host" : "link";
    if (!NetlistYaml::absent(node)) kind = yaml_.text_of(node, "the kind of a link");
    if (!kinds_given_) {
      const int index = netlist_.kind(kind);
      std::vector<int>& lines = lines_.of(Part::kKind);
      if (lines.size() < netlist_.kinds.size()) lines.push_back(NetlistYaml::line_of(part));
      return index;
    }
    const auto it = std::find(netlist_.kinds.begin(), netlist_.kinds.end(), kind);
    if (it == netlist_.kinds.end()) {
      yaml_.fail(
          NetlistYaml::line_of(part),
          fmt::format("unknown link kind '{}'; 'kinds' lists: {}", kind, joined(netlist_.kinds)));
    }
    return static_cast<int>(it - netlist_.kinds.begin());
  }

  /// The rules of validate(), with the line of the part that breaks one.
  void check() const {
    const std::optional<NetlistProblem> problem = find_problem(netlist_);
    if (!problem) return;
    yaml_.fail(lines_.line(problem->part, problem->index, 1), problem->message);
  }

  NetlistYaml yaml_;
  Netlist netlist_;
  bool kinds_given_ = false;
  std::unordered_map<std::string, Endpoint> ends_;  ///< hosts, and switches with port 0
  PartLines lines_;
};

}  // namespace

Netlist read_netlist(const std::string& path) {
  return parse_netlist(read_text(path), path);
}

Netlist parse_netlist(const std::string& text, const std::string& name) {
  return Reader(text, name).read();
}

}  // namespace routing
}  // namespace netloom
