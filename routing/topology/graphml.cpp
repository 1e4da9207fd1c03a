#include "routing/topology/graphml.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "routing/topology/graph_builder.h"

namespace netloom {
inline namespace routing {
namespace {

constexpr char kSeparator = '|';  // between namespace and name
constexpr std::string_view kNamespace = "http://graphml.graphdrawing.org/xmlns";

/// Something that stands in the file.
struct Placed {
  std::string text;
  std::string place;
};
struct Node {
  Placed id;
  std::optional<Placed> hosts;
};
struct Edge {
  Placed source, target;
  std::optional<Placed> latency, kind;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

class GraphMlReader {
 public:
  explicit GraphMlReader(const std::string& file)
      : file_(file), parser_(XML_ParserCreateNS(nullptr, kSeparator), XML_ParserFree) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), &on_start, &on_end);
    XML_SetCharacterDataHandler(parser_.get(), &on_text);
  }

  Netlist read(int hosts_per_switch) {
    const std::string text = read_text(file_);
    // The library counts bytes in an int.
    constexpr std::size_t kBlock = std::size_t{1} << 24;
    for (std::size_t begin = 0; begin == 0 || begin < text.size(); begin += kBlock) {
      const std::size_t bytes = std::min(kBlock, text.size() - begin);
      const bool last = begin + bytes == text.size();
      const auto status =
          XML_Parse(parser_.get(), text.data() + begin, static_cast<int>(bytes), last);
      if (error_) throw Error(*error_);
      if (status == XML_STATUS_ERROR) {
        throw Error(
            fmt::format("{}: {}", place(), XML_ErrorString(XML_GetErrorCode(parser_.get()))));
      }
    }
    return network(hosts_per_switch);
  }

 private:
  using Attributes = std::map<std::string, std::string>;

  // Exceptions must not pass through the library: the first message is kept until it returns.
  template <class Action>
  static void guarded(void* self, Action action) {
    auto& reader = *static_cast<GraphMlReader*>(self);
    if (reader.error_) return;
    try {
      action(reader);
    } catch (const Error& error) {
      reader.error_ = error.what();
      XML_StopParser(reader.parser_.get(), XML_FALSE);
    }
  }
  static void on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    guarded(self, [&](GraphMlReader& reader) { reader.start(name, attributes); });
  }
  static void on_end(void* self, const XML_Char* /*name*/) {
    guarded(self, [](GraphMlReader& reader) { reader.end(); });
  }
  static void on_text(void* self, const XML_Char* text, int length) {
    guarded(self, [&](GraphMlReader& reader) {
      if (reader.skipped_ == 0) reader.text_.append(text, static_cast<std::size_t>(length));
    });
  }

  std::string place() const {
    return fmt::format("{}:{}", file_, XML_GetCurrentLineNumber(parser_.get()));
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(place() + ": " + message);
  }

  void start(std::string_view name, const XML_Char** list) {
    // What other programs add (drawings, for example) is in data or has a namespace of its own.
    const std::size_t separator = name.rfind(kSeparator);
    const bool foreign =
        separator != std::string_view::npos && name.substr(0, separator) != kNamespace;
    if (separator != std::string_view::npos) name.remove_prefix(separator + 1);
    if (open_.empty() && (foreign || name != "graphml")) {
      fail(fmt::format("the element '{}' is not a GraphML file; allowed: graphml", name));
    }
    if (skipped_ > 0 || foreign || (!open_.empty() && open_.back() == "data")) {
      ++skipped_;
      return;
    }
    Attributes attributes;
    for (; *list != nullptr; list += 2) attributes[list[0]] = list[1];
    text_.clear();
    start_element(std::string(name), attributes);
    open_.emplace_back(name);
  }

  void start_element(const std::string& name, const Attributes& attributes) {
    if (name == "graphml" || name == "desc" || name == "default") return;
    if (name == "graph") {
      start_graph(attributes);
    } else if (name == "key") {
      key_ = required(attributes, "key", "id");
      Key& key = keys_[key_];
      key.name = attribute(attributes, "attr.name").value_or("");
      key.of = attribute(attributes, "for").value_or("all");
    } else if (name == "node") {
      start_node(attributes);
    } else if (name == "edge") {
      start_edge(attributes);
    } else if (name == "data") {
      key_ = required(attributes, "data", "key");
    } else if (name == "port") {
      fail(
          "ports of nodes are not read: cables take ports in the order of the edges; a netlist "
          "file numbers them");
    } else {
      fail(
          fmt::format("the element '{}' is not read; allowed: graph, node, edge, key, data, desc, "
                      "default",
                      name));
    }
  }

  void start_graph(const Attributes& attributes) {
    if (has_graph_) {
      fail("a second or a nested graph; allowed: one graph, whose nodes are all switches");
    }
    has_graph_ = true;
    const std::string direction = required(attributes, "graph", "edgedefault");
    check_undirected(direction == "undirected", "edgedefault=\"" + direction + "\"");
  }

  void start_node(const Attributes& attributes) {
    Placed id{required(attributes, "node", "id"), place()};
    if (!ids_.insert(id.text).second) fail(fmt::format("there is a node '{}' already", id.text));
    nodes_.push_back({std::move(id), std::nullopt});
  }

  void start_edge(const Attributes& attributes) {
    const std::string directed = attribute(attributes, "directed").value_or("false");
    check_undirected(directed == "false", "directed=\"" + directed + "\"");
    for (const char* port : {"sourceport", "targetport"}) {
      if (!attribute(attributes, port)) continue;
      fail(
          fmt::format("'{}' is not read: cables take ports in the order of the edges; a netlist "
                      "file numbers them",
                      port));
    }
    edges_.push_back({{required(attributes, "edge", "source"), place()},
                      {required(attributes, "edge", "target"), place()},
                      std::nullopt,
                      std::nullopt});
  }

  void check_undirected(bool undirected, const std::string& what) const {
    if (undirected) return;
    fail(what + ": an edge is a cable with a link each way; allowed: undirected edges");
  }

  void end() {
    if (skipped_ > 0) {
      --skipped_;
      return;
    }
    const std::string name = std::move(open_.back());
    open_.pop_back();
    if (name == "data") end_data();
    if (name == "default") keys_[key_].otherwise = Placed{std::string(trimmed(text_)), place()};
  }

  void end_data() {
    const auto key = keys_.find(key_);
    if (key == keys_.end()) fail(fmt::format("there is no key '{}'", key_));
    Placed value{std::string(trimmed(text_)), place()};
    const std::string& parent = open_.back();
    if (parent == "node" && key->second.name == "hosts") nodes_.back().hosts = std::move(value);
    if (parent != "edge") return;
    if (key->second.name == "latency")
      edges_.back().latency = std::move(value);
    else if (key->second.name == "kind")
      edges_.back().kind = std::move(value);
  }

  static std::optional<std::string> attribute(const Attributes& attributes,
                                              const std::string& name) {
    const auto it = attributes.find(name);
    if (it == attributes.end()) return std::nullopt;
    return it->second;
  }
  std::string required(const Attributes& attributes, const char* element,
                       const std::string& name) const {
    std::optional<std::string> value = attribute(attributes, name);
    if (!value) fail(fmt::format("the {} has no '{}'", element, name));
    return *std::move(value);
  }

  /// Data of a node or edge, or what its key has as default.
  std::optional<Placed> value_of(const std::optional<Placed>& data, const char* of,
                                 const char* name) const {
    if (data) return data;
    for (const auto& [id, key] : keys_) {
      if (key.name == name && (key.of == of || key.of == "all") && key.otherwise) {
        return key.otherwise;
      }
    }
    return std::nullopt;
  }

  Netlist network(int hosts_per_switch) const {
    GraphBuilder graph(file_);
    for (const Node& node : nodes_) {
      int hosts = hosts_per_switch;
      if (const std::optional<Placed> value = value_of(node.hosts, "node", "hosts")) {
        const std::optional<int> count = parse_number(value->text);
        if (!count || *count >= kMaxPorts) {
          throw Error(fmt::format("{}: '{}' is not a number of hosts; allowed: 0 to {}",
                                  value->place, value->text, kMaxPorts - 1));
        }
        hosts = *count;
      }
      graph.add_switch(node.id.place, node.id.text, hosts);
    }
    for (const Edge& edge : edges_) {
      const auto switch_of = [&graph](const Placed& end) {
        const std::optional<SwitchId> id = graph.find_switch(end.text);
        if (!id) throw Error(fmt::format("{}: there is no node '{}'", end.place, end.text));
        return *id;
      };
      const std::optional<Placed> latency = value_of(edge.latency, "edge", "latency");
      const std::optional<Placed> kind = value_of(edge.kind, "edge", "kind");
      const SwitchId source = switch_of(edge.source);
      graph.add_cable(edge.source.place, source, switch_of(edge.target),
                      latency ? parse_latency(latency->place, latency->text) : kLatencyOfKind,
                      kind ? kind->text : "link");
    }
    return graph.finish();
  }

  struct Key {
    std::string name;  ///< attr.name
    std::string of;    ///< what has such data: node, edge, all, …
    std::optional<Placed> otherwise;
  };

  std::string file_;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  std::optional<std::string> error_;
  std::vector<std::string> open_;  ///< elements that are read, from the outermost
  int skipped_ = 0;                ///< elements inside of them that are not
  std::string text_;               ///< of the element that was opened last
  std::string key_;                ///< of the data or default that is read
  bool has_graph_ = false;
  std::map<std::string, Key> keys_;  ///< by id
  std::vector<Node> nodes_;
  std::unordered_set<std::string> ids_;
  std::vector<Edge> edges_;
};

}  // namespace

Netlist read_graphml(const std::string& file, int hosts_per_switch) {
  return GraphMlReader(file).read(hosts_per_switch);
}

}  // namespace routing
}  // namespace netloom
