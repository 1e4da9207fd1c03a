#include "sim/config/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "routing/base/yaml_documents.h"

namespace netloom {
inline namespace sim {
namespace {

/// More values than any configuration has; a bound on what aliases of aliases may expand to.
constexpr std::size_t kMaxNodes = 1'000'000;

std::size_t node_count(const Node& node) {
  std::size_t count = 1;
  for (const Node& element : node.elements) count += node_count(element);
  for (const MapEntry& entry : node.entries) count += node_count(entry.value);
  return count;
}

/// Gives a copied value (of an alias) the place where it is used, so that messages name it.
void place(Node& node, const Origin& origin) {
  node.origin = origin;
  for (Node& element : node.elements) place(element, origin);
  for (MapEntry& entry : node.entries) place(entry.value, origin);
}

/// Builds the tree from yaml-cpp's events. (Its own tree forgets where keys are, and takes keys
/// that are given twice.)
class TreeBuilder : public YAML::EventHandler {
 public:
  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Node node;
    node.origin.line = line_of(mark);
    if (key_expected()) throw ReadError{node.origin.line, "a key is empty; allowed: text"};
    finish(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const int line = line_of(mark);
    if (key_expected()) throw ReadError{line, "an alias stands for a key; allowed: text"};
    const auto it = anchors_.find(anchor);
    if (it == anchors_.end()) throw ReadError{line, "an alias is used inside of its own anchor"};
    Node node = it->second;
    nodes_ += node_count(node);
    check_size(line);
    place(node, Origin{line, {}});
    finish(std::move(node), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Node node;
    node.kind = Node::Kind::kScalar;
    node.origin.line = line_of(mark);
    node.text = value;
    node.quoted = tag == "!" || tag == "tag:yaml.org,2002:str";
    if (!node.quoted) check_tag(tag, node.origin.line);
    if (key_expected()) {
      Frame& frame = stack_.back();
      const auto& entries = frame.node.entries;
      const auto same = std::find_if(entries.begin(), entries.end(),
                                     [&](const MapEntry& entry) { return entry.key == value; });
      if (same != entries.end()) {
        std::string path;
        for (const Frame& outer : stack_) {
          if (&outer == &frame) break;
          if (outer.key) {
            path += *outer.key + ".";
          } else {
            if (!path.empty()) path.pop_back();
            path += "[" + std::to_string(outer.node.elements.size()) + "].";
          }
        }
        throw ReadError{node.origin.line, path + value + ": is given twice, first in line " +
                                              std::to_string(same->value.origin.line) +
                                              "; allowed: once"};
      }
      frame.key = value;
      frame.key_line = node.origin.line;
      return;
    }
    finish(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    begin(Node::Kind::kList, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    begin(Node::Kind::kMap, mark, tag, anchor);
  }
  void OnMapEnd() override { end(); }

 private:
  /// A list or map that is being read.
  struct Frame {
    Node node;
    YAML::anchor_t anchor = 0;
    std::optional<std::string> key;  ///< map: the key whose value comes next
    int key_line = 0;
  };

  static int line_of(const YAML::Mark& mark) { return mark.line + 1; }

  static void check_tag(const std::string& tag, int line) {
    if (!tag.empty() && tag != "?") {
      throw ReadError{line, "the tag '" + tag + "' has no meaning here; allowed: no tags"};
    }
  }

  void check_size(int line) const {
    if (nodes_ > kMaxNodes) {
      throw ReadError{line, "too many values; allowed: " + std::to_string(kMaxNodes)};
    }
  }

  bool key_expected() const {
    return !stack_.empty() && stack_.back().node.kind == Node::Kind::kMap && !stack_.back().key;
  }

  void begin(Node::Kind kind, const YAML::Mark& mark, const std::string& tag,
             YAML::anchor_t anchor) {
    const int line = line_of(mark);
    if (tag != "!") check_tag(tag, line);
    if (key_expected()) throw ReadError{line, "a list or map stands for a key; allowed: text"};
    Frame frame;
    frame.node.kind = kind;
    frame.node.origin.line = line;
    frame.anchor = anchor;
    stack_.push_back(std::move(frame));
  }

  void end() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    finish(std::move(frame.node), frame.anchor);
  }

  void finish(Node node, YAML::anchor_t anchor) {
    ++nodes_;
    check_size(node.origin.line);
    if (anchor != 0) anchors_[anchor] = node;
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& frame = stack_.back();
    if (frame.node.kind == Node::Kind::kList) {
      frame.node.elements.push_back(std::move(node));
    } else {
      node.origin.line = frame.key_line;
      frame.node.entries.push_back({std::move(*frame.key), std::move(node)});
      frame.key.reset();
    }
  }

  Node root_;
  std::vector<Frame> stack_;
  std::map<YAML::anchor_t, Node> anchors_;
  std::size_t nodes_ = 0;
};

}  // namespace

Node read_yaml(const std::string& text) {
  try {
    // Syntax first: what a broken text means, before the place where it breaks, misleads.
    const YamlDocuments documents = yaml_documents(text);
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder builder;
    parser.HandleNextDocument(builder);
    if (documents.count > 1) {
      throw ReadError{documents.second_line,
                      documents.marked ? "a second document begins; allowed: one"
                                       : "not valid YAML: the text goes on after its end"};
    }
    return builder.take();
  } catch (const YAML::Exception& error) {
    throw ReadError{error.mark.is_null() ? 1 : error.mark.line + 1, "not valid YAML: " + error.msg};
  } catch (const std::exception& error) {
    throw ReadError{1, std::string("not valid YAML: ") + error.what()};
  }
}

}  // namespace sim
}  // namespace netloom
