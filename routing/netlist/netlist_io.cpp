#include "routing/netlist/netlist_io.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ostream>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "routing/base/yaml_documents.h"
#include "routing/netlist/latency.h"
#include "routing/netlist/topology.h"

namespace netloom {
namespace {

constexpr int kVersion = 1;

// Writing

/// A string in double quotes, as JSON and YAML both read it.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < ' ') {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// Whether YAML reads the bare word as the same string, inside flow collections too.
bool is_plain_word(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_inner = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '/';
  };
  if (text.empty() || !is_letter(text[0])) return false;
  if (!std::all_of(text.begin(), text.end(), is_inner)) return false;
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* reserved : {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}) {
    if (lower == reserved) return false;
  }
  return true;
}

/// The two notations of the same structure.
class Notation {
 public:
  explicit Notation(bool json) : json_(json) {}

  bool json() const { return json_; }
  std::string key(const std::string& name) const { return json_ ? quoted(name) : name; }
  std::string text(const std::string& value) const {
    return json_ || !is_plain_word(value) ? quoted(value) : value;
  }
  std::string value(const ParameterValue& value) const {
    if (const auto* v = std::get_if<std::int64_t>(&value)) return std::to_string(*v);
    if (const auto* v = std::get_if<double>(&value)) return fmt::format("{}", *v);
    if (const auto* v = std::get_if<bool>(&value)) return *v ? "true" : "false";
    if (const auto* v = std::get_if<std::string>(&value)) return text(*v);
    std::string list;
    for (const std::int64_t element : std::get<std::vector<std::int64_t>>(value)) {
      list += (list.empty() ? "" : ", ") + std::to_string(element);
    }
    return '[' + list + ']';
  }

 private:
  bool json_;
};

/// Writes the sections of a file: a map whose lists have one part per line.
class StructureWriter {
 public:
  StructureWriter(const Netlist& netlist, bool json, std::ostream& out)
      : netlist_(netlist), notation_(json), out_(out) {}

  void write() {
    const auto text = [this](const std::string& value) { return notation_.text(value); };
    if (notation_.json()) out_ << '{';
    section("netlist", std::to_string(kVersion));
    if (!netlist_.topology.empty()) {
      std::string parameters;
      for (const auto& [name, value] : netlist_.parameters) {
        parameters +=
            (parameters.empty() ? "" : ", ") + notation_.key(name) + ": " + notation_.value(value);
      }
      section("topology",
              fmt::format("{{{}: {}, {}: {{{}}}}}", notation_.key("name"), text(netlist_.topology),
                          notation_.key("parameters"), parameters));
    }
    std::string kinds;
    for (const std::string& kind : netlist_.kinds)
      kinds += (kinds.empty() ? "" : ", ") + text(kind);
    section("kinds", '[' + kinds + ']');

    const std::string name = notation_.key("name");
    const std::string ports = notation_.key("ports");
    list("switches", netlist_.switches, [&](const SwitchInfo& info) {
      fmt::print(out_, "{{{}: {}, {}: {}}}", name, text(info.name), ports, info.ports);
    });
    list("hosts", netlist_.hosts,
         [&](const HostInfo& info) { fmt::print(out_, "{{{}: {}}}", name, text(info.name)); });
    const std::string from = notation_.key("from");
    const std::string to = notation_.key("to");
    const std::string latency = notation_.key("latency");
    const std::string kind = notation_.key("kind");
    list("links", netlist_.links, [&](const Link& link) {
      fmt::print(out_, "{{{}: {}, {}: {}, {}: {}, {}: {}}}", from,
                 text(endpoint_name(netlist_, link.from)), to,
                 text(endpoint_name(netlist_, link.to)), latency, link.latency, kind,
                 text(netlist_.kinds[static_cast<std::size_t>(link.kind)]));
    });
    out_ << (notation_.json() ? "\n}\n" : "\n");
  }

 private:
  void begin_section(const char* name) {
    if (!first_) out_ << (notation_.json() ? ",\n" : "\n");
    if (first_ && notation_.json()) out_ << '\n';
    first_ = false;
    out_ << (notation_.json() ? "  " : "") << notation_.key(name) << ':';
  }

  void section(const char* name, const std::string& value) {
    begin_section(name);
    out_ << ' ' << value;
  }

  template <class Part, class Write>
  void list(const char* name, const std::vector<Part>& parts, Write write_part) {
    begin_section(name);
    if (notation_.json()) out_ << " [";
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (notation_.json()) {
        out_ << (i == 0 ? "\n    " : ",\n    ");
      } else {
        out_ << "\n  - ";
      }
      write_part(parts[i]);
    }
    if (notation_.json()) out_ << "\n  ]";
  }

  const Netlist& netlist_;
  Notation notation_;
  std::ostream& out_;
  bool first_ = true;
};

/// Boxes are switches, ellipses hosts; a cable is one line, a link without its opposite an arrow.
/// Numbers at the ends are ports, those in the middle latencies other than 1 (there/back if they
/// differ); kinds have colours.
void write_dot(const Netlist& netlist, std::ostream& out) {
  static constexpr std::array<const char*, 6> kColours = {"gray50",  "black",     "blue3",
                                                          "orange3", "darkgreen", "purple3"};
  const PortMap ports(netlist);
  const auto part = [&netlist](const Endpoint& end) {
    return quoted(end.type == Endpoint::Type::kHost ? netlist.hosts[end.index].name
                                                    : netlist.switches[end.index].name);
  };
  const auto port = [](const Endpoint& end) {
    return end.type == Endpoint::Type::kHost ? std::string() : std::to_string(end.port);
  };
  /// The link in the other direction between the same ports; -1 if there is none.
  const auto opposite = [&](const Link& link) {
    const int back = link.to.type == Endpoint::Type::kHost
                         ? ports.injection(link.to.index)
                         : ports.link_out(link.to.index, link.to.port);
    return back >= 0 && netlist.links[static_cast<std::size_t>(back)].to == link.from ? back : -1;
  };

  fmt::print(out, "digraph {} {{\n  node [shape=box];\n",
             quoted(netlist.topology.empty() ? "netlist" : netlist.topology));
  for (const SwitchInfo& info : netlist.switches) fmt::print(out, "  {};\n", quoted(info.name));
  for (const HostInfo& info : netlist.hosts) {
    fmt::print(out, "  {} [shape=ellipse];\n", quoted(info.name));
  }
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    const Link& link = netlist.links[i];
    const int back = opposite(link);
    if (back >= 0 && static_cast<std::size_t>(back) < i) continue;
    const int back_latency =
        back < 0 ? link.latency : netlist.links[static_cast<std::size_t>(back)].latency;
    std::string label;
    if (link.latency != back_latency) {
      label = fmt::format("{}/{}", link.latency, back_latency);
    } else if (link.latency != 1) {
      label = std::to_string(link.latency);
    }
    fmt::print(out, "  {} -> {} [{}color={}, taillabel=\"{}\", headlabel=\"{}\", label=\"{}\"];\n",
               part(link.from), part(link.to), back >= 0 ? "dir=none, " : "",
               kColours[static_cast<std::size_t>(link.kind) % kColours.size()], port(link.from),
               port(link.to), label);
  }
  out << "}\n";
}

// Reading

class Reader {
 public:
  Reader(const std::string& text, std::string name) : text_(text), name_(std::move(name)) {}

  Netlist read() {
    const YAML::Node root = load();
    const std::vector<YAML::Node> sections =
        fields(root, "a netlist",
               {"netlist", "topology", "kinds", "switches", "hosts", "links", "cables"});
    read_version(root, sections[0]);
    read_kinds(sections[2]);
    read_switches(root, sections[3]);
    read_hosts(root, sections[4]);
    if (absent(sections[5]) && absent(sections[6])) {
      fail(line_of(root), "the key 'links' is missing: a list of {from, to, latency, kind}");
    }
    read_links(sections[5], "links", false);
    read_links(sections[6], "cables", true);
    check();
    read_topology(sections[1]);
    return std::move(netlist_);
  }

 private:
  using Part = NetlistProblem::Part;

  [[noreturn]] void fail(int line, const std::string& message) const {
    throw Error(fmt::format("{}:{}: {}", name_, line, message));
  }

  static int line_of(const YAML::Node& node) {
    // A mark counts from 0; a node without one (an empty document) has -1.
    return std::max(node.Mark().line, 0) + 1;
  }

  /// A key that was not in the file.
  static bool absent(const YAML::Node& node) { return !node.IsDefined(); }

  YAML::Node load() const {
    try {
      const YamlDocuments documents = yaml_documents(text_);
      if (documents.count > 1) {
        fail(documents.second_line, documents.marked
                                        ? "more than one document; a netlist file has one"
                                        : "not YAML or JSON: the text goes on after its end");
      }
      if (documents.count == 0) fail(1, "the file is empty; a netlist begins with 'netlist: 1'");
      return YAML::Load(text_);
    } catch (const YAML::Exception& error) {
      fail(error.mark.is_null() ? 1 : error.mark.line + 1, "not YAML or JSON: " + error.msg);
    }
  }

  static std::string listed(std::initializer_list<const char*> names) {
    std::string result;
    for (const char* name : names) result += (result.empty() ? "" : ", ") + std::string(name);
    return result;
  }

  /// The values of a map's keys, in the order of `known`; undefined where a key is not there.
  std::vector<YAML::Node> fields(const YAML::Node& map, const char* what,
                                 std::initializer_list<const char*> known) const {
    if (!map.IsMap()) {
      fail(line_of(map), fmt::format("{} must be a map with the keys {}", what, listed(known)));
    }
    std::vector<YAML::Node> result;
    result.reserve(known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
      result.emplace_back(YAML::NodeType::Undefined);
    }
    for (const auto& entry : map) {
      const std::string& key = entry.first.IsScalar() ? entry.first.Scalar() : std::string();
      const auto* it = std::find_if(known.begin(), known.end(),
                                    [&key](const char* name) { return key == name; });
      if (it == known.end()) {
        fail(line_of(entry.first),
             fmt::format("unknown key '{}' in {}; allowed: {}", key, what, listed(known)));
      }
      YAML::Node& slot = result[static_cast<std::size_t>(it - known.begin())];
      if (!absent(slot)) {
        fail(line_of(entry.first), fmt::format("the key '{}' of {} is given twice", key, what));
      }
      slot.reset(entry.second);
    }
    return result;
  }

  std::string text_of(const YAML::Node& node, const std::string& what) const {
    if (!node.IsScalar()) fail(line_of(node), what + " must be text");
    return node.Scalar();
  }

  /// yaml-cpp marks quoted scalars, which are text whatever they look like, with the tag "!".
  static bool is_plain_scalar(const YAML::Node& node) {
    return node.IsScalar() && node.Tag() != "!";
  }

  static std::optional<std::int64_t> integer(const YAML::Node& node) {
    if (!is_plain_scalar(node)) return std::nullopt;
    const std::string& text = node.Scalar();
    const std::size_t digits = text.find_first_not_of('-');
    if (digits == std::string::npos || digits > 1 ||
        text.find_first_not_of("0123456789", digits) != std::string::npos) {
      return std::nullopt;
    }
    errno = 0;
    const long long value = std::strtoll(text.c_str(), nullptr, 10);
    if (errno == ERANGE) return std::nullopt;
    return value;
  }

  /// Error unless the node is an integer from `least` to `most`.
  int integer_of(const YAML::Node& node, const std::string& what, int least, int most) const {
    const std::optional<std::int64_t> value = integer(node);
    if (value && *value >= least && *value <= most) return static_cast<int>(*value);
    const std::string given = node.IsScalar() ? fmt::format("'{}'", node.Scalar()) : "a collection";
    fail(line_of(node),
         fmt::format("{} is {}; allowed: an integer from {} to {}", what, given, least, most));
  }

  void require_list(const YAML::Node& node, const char* key, const char* of) const {
    if (!node.IsSequence()) {
      fail(line_of(node), fmt::format("'{}' must be a list of {}", key, of));
    }
  }

  void read_version(const YAML::Node& root, const YAML::Node& node) const {
    if (absent(node)) {
      fail(line_of(root),
           fmt::format("the key 'netlist' is missing: the version of the format, {}", kVersion));
    }
    if (integer(node) != kVersion) {
      fail(line_of(node), fmt::format("the version of the netlist format is {}; allowed: {}",
                                      node.IsScalar() ? node.Scalar() : "not a number", kVersion));
    }
  }

  void read_kinds(const YAML::Node& node) {
    if (absent(node)) {
      netlist_.kind("host");
      lines_[static_cast<std::size_t>(Part::kKind)].push_back(1);
      return;
    }
    require_list(node, "kinds", "names");
    kinds_given_ = true;
    for (const YAML::Node& kind : node) {
      netlist_.kinds.push_back(text_of(kind, "the name of a link kind"));
      lines_[static_cast<std::size_t>(Part::kKind)].push_back(line_of(kind));
    }
    if (netlist_.kinds.empty()) fail(line_of(node), "the first link kind must be 'host'");
  }

  void read_switches(const YAML::Node& root, const YAML::Node& node) {
    if (absent(node)) fail(line_of(root), "the key 'switches' is missing: a list of {name, ports}");
    require_list(node, "switches", "{name, ports}");
    for (const YAML::Node& part : node) {
      const std::vector<YAML::Node> values = fields(part, "a switch", {"name", "ports"});
      const std::size_t number = netlist_.switches.size();
      SwitchInfo info;
      info.name = absent(values[0]) ? fmt::format("s{}", number)
                                    : text_of(values[0], "the name of a switch");
      if (absent(values[1])) {
        fail(line_of(part),
             fmt::format("switch {} has no key 'ports'; allowed: 1 to {}", info.name, kMaxPorts));
      }
      info.ports = integer_of(values[1], "ports of switch " + info.name, 1, kMaxPorts);
      ends_.emplace(info.name, Endpoint{Endpoint::Type::kSwitch, static_cast<SwitchId>(number), 0});
      netlist_.switches.push_back(std::move(info));
      lines_[static_cast<std::size_t>(Part::kSwitch)].push_back(line_of(part));
    }
  }

  void read_hosts(const YAML::Node& root, const YAML::Node& node) {
    if (absent(node)) fail(line_of(root), "the key 'hosts' is missing: a list of {name}");
    require_list(node, "hosts", "{name}");
    for (const YAML::Node& part : node) {
      const std::vector<YAML::Node> values = fields(part, "a host", {"name"});
      const std::size_t number = netlist_.hosts.size();
      HostInfo info;
      info.name =
          absent(values[0]) ? fmt::format("h{}", number) : text_of(values[0], "the name of a host");
      ends_.emplace(info.name, Endpoint{Endpoint::Type::kHost, static_cast<NodeId>(number), 0});
      netlist_.hosts.push_back(std::move(info));
      lines_[static_cast<std::size_t>(Part::kHost)].push_back(line_of(part));
    }
  }

  Endpoint end_of(const YAML::Node& part, const YAML::Node& node, const char* key) const {
    if (absent(node)) {
      fail(line_of(part),
           fmt::format("a link has no key '{}'; allowed: HOST or SWITCH.pPORT", key));
    }
    const std::string text = text_of(node, fmt::format("'{}' of a link", key));
    if (const auto it = ends_.find(text); it != ends_.end()) {
      if (it->second.type == Endpoint::Type::kHost) return it->second;
      fail(line_of(node), fmt::format("'{0}' is a switch; the port has to be named too, as in "
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
    fail(line_of(node),
         fmt::format("'{}' is no part of this network; allowed: HOST or SWITCH.pPORT", text));
  }

  void read_links(const YAML::Node& list, const char* key, bool cables) {
    if (absent(list)) return;
    require_list(list, key, "{from, to, latency, kind}");
    for (const YAML::Node& part : list) {
      const std::vector<YAML::Node> values =
          fields(part, cables ? "a cable" : "a link", {"from", "to", "latency", "kind"});
      Link link;
      link.from = end_of(part, values[0], "from");
      link.to = end_of(part, values[1], "to");
      if (!absent(values[2])) {
        link.latency =
            integer_of(values[2],
                       fmt::format("the latency of {} -> {}", endpoint_name(netlist_, link.from),
                                   endpoint_name(netlist_, link.to)),
                       1, kLongestLatency);
      }
      link.kind = kind_of(part, values[3], link);
      netlist_.links.push_back(link);
      lines_[static_cast<std::size_t>(Part::kLink)].push_back(line_of(part));
      if (!cables) continue;
      std::swap(link.from, link.to);
      netlist_.links.push_back(link);
      lines_[static_cast<std::size_t>(Part::kLink)].push_back(line_of(part));
    }
  }

  int kind_of(const YAML::Node& part, const YAML::Node& node, const Link& link) {
    const bool at_host =
        link.from.type == Endpoint::Type::kHost || link.to.type == Endpoint::Type::kHost;
    std::string kind = at_host ? "host" : "link";
    if (!absent(node)) kind = text_of(node, "the kind of a link");
    if (!kinds_given_) {
      const int index = netlist_.kind(kind);
      std::vector<int>& lines = lines_[static_cast<std::size_t>(Part::kKind)];
      if (lines.size() < netlist_.kinds.size()) lines.push_back(line_of(part));
      return index;
    }
    const auto it = std::find(netlist_.kinds.begin(), netlist_.kinds.end(), kind);
    if (it == netlist_.kinds.end()) {
      std::string known;
      for (const std::string& name : netlist_.kinds) known += (known.empty() ? "" : ", ") + name;
      fail(line_of(part), fmt::format("unknown link kind '{}'; 'kinds' lists: {}", kind, known));
    }
    return static_cast<int>(it - netlist_.kinds.begin());
  }

  /// The rules of validate(), with the line of the part that breaks one.
  void check() const {
    const std::optional<NetlistProblem> problem = find_problem(netlist_);
    if (!problem) return;
    const std::vector<int>& lines = lines_[static_cast<std::size_t>(problem->part)];
    fail(problem->index < lines.size() ? lines[problem->index] : 1, problem->message);
  }

  // The topology

  void read_topology(const YAML::Node& node) {
    if (absent(node)) return;
    const std::vector<YAML::Node> values = fields(node, "'topology'", {"name", "parameters"});
    if (absent(values[0])) fail(line_of(node), "the topology has no key 'name'");
    topology_line_ = line_of(node);
    const std::string topology = text_of(values[0], "the name of the topology");
    Netlist expected;
    try {
      const TopologyEntry& entry = TopologyRegistry::instance().find(topology);
      const ParameterMap given = parameters(entry, values[1]);
      const std::unique_ptr<Topology> made =
          entry.make(resolve_parameters(entry.parameters, given, "topology " + topology));
      require_size(made->size(), topology);
      expected = made->netlist({});
    } catch (const Error& error) {
      // Errors of this reader have their place already.
      const std::string message = error.what();
      if (message.rfind(name_ + ":", 0) == 0) throw;
      fail(topology_line_, message);
    }
    compare(expected, topology);
    netlist_.topology = expected.topology;
    netlist_.parameters = expected.parameters;
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
    if (absent(map)) return result;
    if (!map.IsMap()) fail(line_of(map), "'parameters' of the topology must be a map");
    for (const auto& item : map) {
      const std::string name = text_of(item.first, "the name of a parameter");
      const auto declared =
          std::find_if(entry.parameters.begin(), entry.parameters.end(),
                       [&name](const Parameter& parameter) { return parameter.name == name; });
      const bool is_text =
          declared != entry.parameters.end() && declared->type == Parameter::Type::kString;
      if (!result.emplace(name, parameter_value(item.second, is_text)).second) {
        fail(line_of(item.first), fmt::format("the parameter '{}' is given twice", name));
      }
    }
    return result;
  }

  ParameterValue parameter_value(const YAML::Node& node, bool is_text) const {
    if (node.IsSequence()) {
      std::vector<std::int64_t> list;
      for (const YAML::Node& element : node) {
        const std::optional<std::int64_t> value = integer(element);
        if (!value) fail(line_of(element), "an element of a list parameter must be an integer");
        list.push_back(*value);
      }
      return list;
    }
    const std::string text = text_of(node, "the value of a parameter");
    if (is_text || !is_plain_scalar(node)) return text;
    if (const std::optional<std::int64_t> value = integer(node)) return *value;
    if (text == "true") return true;
    if (text == "false") return false;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && std::isfinite(value)) return value;
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
      const std::vector<int>& lines = lines_[static_cast<std::size_t>(part)];
      fail(index < lines.size() ? lines[index] : topology_line_,
           difference_text(topology, here, there));
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

  const std::string& text_;
  std::string name_;
  Netlist netlist_;
  bool kinds_given_ = false;
  int topology_line_ = 1;
  std::unordered_map<std::string, Endpoint> ends_;  ///< hosts, and switches with port 0
  /// Line of each part, by NetlistProblem::Part.
  std::array<std::vector<int>, 5> lines_;
};

}  // namespace

const std::vector<std::string>& netlist_format_names() {
  static const std::vector<std::string> names = {"yaml", "json", "dot"};
  return names;
}

NetlistFormat parse_netlist_format(const std::string& name) {
  const std::vector<std::string>& names = netlist_format_names();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it != names.end()) return static_cast<NetlistFormat>(it - names.begin());
  throw Error("unknown netlist format '" + name + "'; known: yaml, json, dot");
}

void write_netlist(const Netlist& netlist, NetlistFormat format, std::ostream& out) {
  validate(netlist);
  if (format == NetlistFormat::kDot) {
    write_dot(netlist, out);
  } else {
    StructureWriter(netlist, format == NetlistFormat::kJson, out).write();
  }
}

Netlist read_netlist(const std::string& path) {
  return parse_netlist(read_text(path), path);
}

Netlist parse_netlist(const std::string& text, const std::string& name) {
  return Reader(text, name).read();
}

}  // namespace netloom
