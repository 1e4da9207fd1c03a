#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "routing/base/visible.h"
#include "sim/config/override.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Where a value was written.
struct Origin {
  int line = 0;        ///< of the file, from 1; 0 = not in the file
  std::string option;  ///< of the override that has it; empty = in the file, or a default
};

struct MapEntry;

/// One value of a configuration as it was written: YAML's structure with its places, before
/// anything is known about its meaning.
struct Node {
  enum class Kind { kNull, kScalar, kList, kMap };

  Kind kind = Kind::kNull;
  Origin origin;                  ///< of the key if it has one, else of the value
  std::string text;               ///< scalar
  bool quoted = false;            ///< scalar that can only be text
  std::vector<Node> elements;     ///< list
  std::vector<MapEntry> entries;  ///< map, in the order in which they were written

  /// The value of a key of this map; nullptr if it is not there (or this is no map).
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
};

struct MapEntry {
  std::string key;
  Node value;
};

/// How a key is spelt in messages: "switch.crossbar.delay", "traffic.mixture[1].share".
class KeyPath {
 public:
  using Step = std::pair<std::string, std::size_t>;  ///< a key, or an empty key and an index

  KeyPath() = default;
  /// Error ("TEXT: …"): not a path (empty steps, an index that is not a number).
  static KeyPath parse(const std::string& text);
  /// Of its key. Error ("--set TEXT: …" with its option): as parse().
  static KeyPath of(const Override& override_);

  KeyPath key(const std::string& name) const;
  KeyPath element(std::size_t index) const;

  const std::vector<Step>& steps() const { return steps_; }
  KeyPath parent() const;
  bool empty() const { return steps_.empty(); }
  std::string text() const;

 private:
  std::vector<Step> steps_;
};

/// A configuration file with its overrides applied to it.
class Document {
 public:
  /// Reads YAML text. `name` stands for the file in messages. Error ("NAME:LINE: …"): not YAML, a
  /// key that is given twice, more than one document, a tag, anything but a map at the top.
  Document(const std::string& text, std::string name);

  /// Gives the key ("a.b", "a.b.0" or "a.b[0]") its value; missing maps on the way are made, `null`
  /// takes the key away. Error ("--set PATH: …" with the override's option): not YAML, a path
  /// through something that is not a map or an index outside of its list.
  void set(const Override& override_);

  /// Gives a key of a map that is not there a value; the map is made if it is missing.
  void set_default(const KeyPath& path, const std::string& text);

  const Node& root() const { return root_; }
  /// The value at the path, or nullptr.
  const Node* find(const KeyPath& path) const;
  Node* find(const KeyPath& path);

  /// How messages about `path` begin: "FILE:LINE: path: ", or as given_key() has it if the value
  /// comes from an override. A path that leads to nothing is placed where its
  /// nearest map begins, and one that leads through a number or text is cut there.
  std::string place(const KeyPath& path) const;

  /// Throws the Error that says `message` about `path`.
  [[noreturn]] void fail(const KeyPath& path, const std::string& message) const;

 private:
  Node root_;
  std::string name_;
};

}  // namespace sim
}  // namespace netloom
