#include "sim/config/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>

#include "routing/base/error.h"
#include "routing/base/yaml_documents.h"

namespace netloom {
namespace {

/// More values than any configuration has; a bound on what aliases of aliases may expand to.
constexpr std::size_t kMaxNodes = 1'000'000;

/// A fault of the text that is found while it is read, with its place.
struct ReadError {
  int line;
  std::string message;
};

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
    place(node, Origin{line, false});
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

/// Error: ReadError.
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

const char* kind_name(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::kNull:
      return "nothing";
    case Node::Kind::kScalar:
      return "a single value";
    case Node::Kind::kList:
      return "a list";
    case Node::Kind::kMap:
      return "a map";
  }
  return "";
}

void mark_override(Node& node) {
  node.origin = Origin{0, true};
  for (Node& element : node.elements) mark_override(element);
  for (MapEntry& entry : node.entries) mark_override(entry.value);
}

std::optional<std::size_t> parse_index(std::string_view text) {
  std::size_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The child at a step, or nullptr.
Node* child(Node& node, const KeyPath::Step& step) {
  if (!step.first.empty() && node.kind == Node::Kind::kMap) return node.find(step.first);
  if (node.kind != Node::Kind::kList) return nullptr;
  const auto index =
      step.first.empty() ? std::optional<std::size_t>(step.second) : parse_index(step.first);
  return index && *index < node.elements.size() ? &node.elements[*index] : nullptr;
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  for (const MapEntry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node&>(*this).find(key));
}

KeyPath KeyPath::parse(const std::string& text) {
  KeyPath path;
  std::size_t at = 0;
  const auto wrong = [&] {
    return Error("--set " + text +
                 ": is not a key; allowed: key.path=value, with list elements as " +
                 "key.0 or key[0]");
  };
  while (true) {
    const std::size_t stop = std::min(text.find_first_of(".[", at), text.size());
    if (stop == at) throw wrong();
    path.steps_.emplace_back(text.substr(at, stop - at), 0);
    at = stop;
    while (at < text.size() && text[at] == '[') {
      const std::size_t close = text.find(']', at);
      if (close == std::string::npos) throw wrong();
      const auto index = parse_index(std::string_view(text).substr(at + 1, close - at - 1));
      if (!index) throw wrong();
      path.steps_.emplace_back(std::string(), *index);
      at = close + 1;
    }
    if (at == text.size()) return path;
    if (text[at] != '.') throw wrong();
    ++at;
  }
}

KeyPath KeyPath::key(const std::string& name) const {
  KeyPath path = *this;
  path.steps_.emplace_back(name, 0);
  return path;
}

KeyPath KeyPath::element(std::size_t index) const {
  KeyPath path = *this;
  path.steps_.emplace_back(std::string(), index);
  return path;
}

KeyPath KeyPath::parent() const {
  KeyPath path = *this;
  path.steps_.pop_back();
  return path;
}

std::string KeyPath::text() const {
  std::string result;
  for (const auto& [key, index] : steps_) {
    if (key.empty()) {
      result += "[" + std::to_string(index) + "]";
    } else {
      result += (result.empty() ? "" : ".") + key;
    }
  }
  return result;
}

Document::Document(const std::string& text, std::string name) : name_(std::move(name)) {
  try {
    root_ = read_yaml(text);
  } catch (const ReadError& error) {
    throw Error(name_ + ":" + std::to_string(error.line) + ": " + error.message);
  }
  if (root_.kind == Node::Kind::kNull) {
    root_.kind = Node::Kind::kMap;
    root_.origin.line = 1;
  }
  if (root_.kind != Node::Kind::kMap) {
    throw Error(name_ + ":" + std::to_string(root_.origin.line) + ": the configuration is " +
                kind_name(root_.kind) + "; allowed: a map of sections");
  }
}

void Document::set(const std::string& path, const std::string& value) {
  const KeyPath steps = KeyPath::parse(path);
  const auto fail_set = [&](const std::string& message) {
    throw Error("--set " + steps.text() + ": " + message);
  };
  if (value.find_first_not_of(" \t\r\n") == std::string::npos) {
    fail_set("has no value; allowed: a value, or null to take the key away");
  }
  Node parsed;
  try {
    parsed = read_yaml(value);
  } catch (const ReadError& error) {
    fail_set(error.message);
  }
  mark_override(parsed);
  const bool remove = parsed.kind == Node::Kind::kNull;

  Node* node = &root_;
  KeyPath done;
  for (std::size_t i = 0; i < steps.steps().size(); ++i) {
    const KeyPath::Step& step = steps.steps()[i];
    const bool last = i + 1 == steps.steps().size();
    if (node->kind == Node::Kind::kNull && !step.first.empty()) node->kind = Node::Kind::kMap;
    const std::string here = done.text().empty() ? "the configuration" : done.text();
    if (Node* next = child(*node, step)) {
      if (last && remove) {
        if (node->kind == Node::Kind::kMap) {
          node->entries.erase(
              std::find_if(node->entries.begin(), node->entries.end(),
                           [&](const MapEntry& entry) { return entry.key == step.first; }));
        } else {
          node->elements.erase(node->elements.begin() + (next - node->elements.data()));
        }
        return;
      }
      node = next;
    } else if (node->kind == Node::Kind::kMap && !step.first.empty()) {
      if (remove) fail_set("there is no such key to take away; allowed: a key that the file has");
      node->entries.push_back({step.first, Node{}});
      node = &node->entries.back().value;
      node->kind = last ? Node::Kind::kNull : Node::Kind::kMap;
      node->origin = Origin{0, true};
    } else if (node->kind == Node::Kind::kList) {
      const std::size_t size = node->elements.size();
      fail_set(here + " is a list of " + std::to_string(size) +
               (size == 1 ? " element" : " elements") +
               (size == 0 ? std::string() : "; allowed: 0 to " + std::to_string(size - 1)));
    } else {
      fail_set(here + " is " + kind_name(node->kind) +
               (step.first.empty() ? ", not a list" : ", not a map") + "; allowed: --set " +
               done.text() + "=…");
    }
    done = step.first.empty() ? done.element(step.second) : done.key(step.first);
  }
  *node = std::move(parsed);
}

void Document::set_default(const KeyPath& path, const std::string& text) {
  Node* node = &root_;
  for (const KeyPath::Step& step : path.steps()) {
    Node* next = child(*node, step);
    if (next == nullptr) {
      if (node->kind != Node::Kind::kMap) return;
      Node made;
      made.kind = &step == &path.steps().back() ? Node::Kind::kScalar : Node::Kind::kMap;
      made.origin = node->origin;
      node->entries.push_back({step.first, std::move(made)});
      next = &node->entries.back().value;
      if (next->kind == Node::Kind::kScalar) next->text = text;
    }
    node = next;
  }
}

const Node* Document::find(const KeyPath& path) const {
  return const_cast<Document*>(this)->find(path);
}

Node* Document::find(const KeyPath& path) {
  Node* node = &root_;
  for (const KeyPath::Step& step : path.steps()) {
    node = child(*node, step);
    if (node == nullptr) return nullptr;
  }
  return node;
}

std::string Document::place(const KeyPath& path) const {
  const Node* node = &root_;
  KeyPath named;
  bool cut = false;
  for (const KeyPath::Step& step : path.steps()) {
    const Node* next = cut ? nullptr : child(const_cast<Node&>(*node), step);
    if (next == nullptr) {
      if (node->kind != Node::Kind::kMap) break;
      cut = true;
    } else {
      node = next;
    }
    named = step.first.empty() ? named.element(step.second) : named.key(step.first);
  }
  // A section that an override has made has no line; neither does a default that was filled in.
  std::string where = name_ + ":" + std::to_string(std::max(1, node->origin.line)) + ": ";
  if (node->origin.override_) where = "--set ";
  std::string shown = named.empty() ? std::string() : named.text() + ": ";
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20) c = '?';  // keys of broken files
  }
  return where + shown;
}

void Document::fail(const KeyPath& path, const std::string& message) const {
  throw Error(place(path) + message);
}

}  // namespace netloom
