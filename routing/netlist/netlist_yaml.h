#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace netloom {
inline namespace routing {

/// The YAML of a netlist file (JSON is YAML too): its values, and errors that say where. Every
/// Error is "NAME:LINE: …".
class NetlistYaml {
 public:
  /// `name` stands for the file. Error: not one document of YAML.
  NetlistYaml(const std::string& text, std::string name);

  const YAML::Node& root() const { return root_; }

  [[noreturn]] void fail(int line, const std::string& message) const;
  /// From 1; 1 of what is not in the file.
  static int line_of(const YAML::Node& node);
  /// A key that was not in the file.
  static bool absent(const YAML::Node& node) { return !node.IsDefined(); }

  /// The values of a map's keys, in the order of `known`; undefined where a key is not there.
  std::vector<YAML::Node> fields(const YAML::Node& map, const char* what,
                                 std::initializer_list<const char*> known) const;
  void require_list(const YAML::Node& node, const char* key, const char* of) const;
  std::string text_of(const YAML::Node& node, const std::string& what) const;
  /// Error unless the node is an integer from `least` to `most`.
  int integer_of(const YAML::Node& node, const std::string& what, int least, int most) const;

  /// Whether it may be other than text: a scalar without quotes.
  static bool is_plain_scalar(const YAML::Node& node);
  /// Nothing if it is none.
  static std::optional<std::int64_t> integer(const YAML::Node& node);

 private:
  YAML::Node load(const std::string& text) const;

  std::string name_;
  YAML::Node root_;
};

}  // namespace routing
}  // namespace netloom
