#include "sim/config/document.h"

#include <algorithm>
#include <optional>

#include "routing/base/error.h"
#include "routing/base/number_from.h"
#include "sim/config/yaml_tree.h"

namespace netloom {
inline namespace sim {
namespace {

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

void mark_override(Node& node, const std::string& option) {
  node.origin = Origin{0, option};
  for (Node& element : node.elements) mark_override(element, option);
  for (MapEntry& entry : node.entries) mark_override(entry.value, option);
}

/// The child at a step, or nullptr.
Node* child(Node& node, const KeyPath::Step& step) {
  if (!step.first.empty() && node.kind == Node::Kind::kMap) return node.find(step.first);
  if (node.kind != Node::Kind::kList) return nullptr;
  const auto index = step.first.empty() ? std::optional<std::size_t>(step.second)
                                        : number_from<std::size_t>(step.first);
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
    return Error(text +
                 ": is not a key; allowed: key.path=value, with list elements as key.0 or key[0]");
  };
  while (true) {
    const std::size_t stop = std::min(text.find_first_of(".[", at), text.size());
    if (stop == at) throw wrong();
    path.steps_.emplace_back(text.substr(at, stop - at), 0);
    at = stop;
    while (at < text.size() && text[at] == '[') {
      const std::size_t close = text.find(']', at);
      if (close == std::string::npos) throw wrong();
      const auto index =
          number_from<std::size_t>(std::string_view(text).substr(at + 1, close - at - 1));
      if (!index) throw wrong();
      path.steps_.emplace_back(std::string(), *index);
      at = close + 1;
    }
    if (at == text.size()) return path;
    if (text[at] != '.') throw wrong();
    ++at;
  }
}

KeyPath KeyPath::of(const Override& override_) {
  try {
    return parse(override_.key);
  } catch (const Error& error) {
    throw Error(override_.option + ' ' + error.what());
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

void Document::set(const Override& override_) {
  const auto& [key, value, option] = override_;
  const KeyPath steps = KeyPath::of(override_);
  const auto fail_set = [&](const std::string& message) {
    throw Error(given_key(override_.option, steps.text()) + ": " + message);
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
  mark_override(parsed, option);
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
      node->origin = Origin{0, option};
    } else if (node->kind == Node::Kind::kList) {
      const std::size_t size = node->elements.size();
      fail_set(here + " is a list of " + std::to_string(size) +
               (size == 1 ? " element" : " elements") +
               (size == 0 ? std::string() : "; allowed: 0 to " + std::to_string(size - 1)));
    } else {
      fail_set(here + " is " + kind_name(node->kind) +
               (step.first.empty() ? ", not a list" : ", not a map") + "; allowed: " + done.text() +
               "=…");
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
  std::string shown = named.text();
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20) c = '?';  // keys of broken files
  }
  if (!node->origin.option.empty()) return given_key(node->origin.option, shown) + ": ";
  // A section that an override has made has no line; neither does a default that was filled in.
  const std::string line = name_ + ":" + std::to_string(std::max(1, node->origin.line)) + ": ";
  return shown.empty() ? line : line + shown + ": ";
}

void Document::fail(const KeyPath& path, const std::string& message) const {
  throw Error(place(path) + message);
}

}  // namespace sim
}  // namespace netloom
