#include "routing/netlist/netlist_yaml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/number_from.h"
#include "routing/base/yaml_documents.h"

namespace netloom {
inline namespace routing {
namespace {

std::string listed(std::initializer_list<const char*> names) {
  std::string result;
  for (const char* name : names) result += (result.empty() ? "" : ", ") + std::string(name);
  return result;
}

}  // namespace

NetlistYaml::NetlistYaml(const std::string& text, std::string name)
    : name_(std::move(name)), root_(load(text)) {}

YAML::Node NetlistYaml::load(const std::string& text) const {
  try {
    const YamlDocuments documents = yaml_documents(text);
    if (documents.count > 1) {
      fail(documents.second_line, documents.marked
                                      ? "more than one document; a netlist file has one"
                                      : "not YAML or JSON: the text goes on after its end");
    }
    if (documents.count == 0) fail(1, "the file is empty; a netlist begins with 'netlist: 1'");
    return YAML::Load(text);
  } catch (const YAML::Exception& error) {
    fail(error.mark.is_null() ? 1 : error.mark.line + 1, "not YAML or JSON: " + error.msg);
  }
}

void NetlistYaml::fail(int line, const std::string& message) const {
  throw Error(fmt::format("{}:{}: {}", name_, line, message));
}

int NetlistYaml::line_of(const YAML::Node& node) {
  // A mark counts from 0; a node without one (an empty document) has -1.
  return std::max(node.Mark().line, 0) + 1;
}

std::vector<YAML::Node> NetlistYaml::fields(const YAML::Node& map, const char* what,
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
    const auto* it =
        std::find_if(known.begin(), known.end(), [&key](const char* name) { return key == name; });
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

void NetlistYaml::require_list(const YAML::Node& node, const char* key, const char* of) const {
  if (!node.IsSequence()) {
    fail(line_of(node), fmt::format("'{}' must be a list of {}", key, of));
  }
}

std::string NetlistYaml::text_of(const YAML::Node& node, const std::string& what) const {
  if (!node.IsScalar()) fail(line_of(node), what + " must be text");
  return node.Scalar();
}

int NetlistYaml::integer_of(const YAML::Node& node, const std::string& what, int least,
                            int most) const {
  const std::optional<std::int64_t> value = integer(node);
  if (value && *value >= least && *value <= most) return static_cast<int>(*value);
  const std::string given = node.IsScalar() ? fmt::format("'{}'", node.Scalar()) : "a collection";
  fail(line_of(node),
       fmt::format("{} is {}; allowed: an integer from {} to {}", what, given, least, most));
}

bool NetlistYaml::is_plain_scalar(const YAML::Node& node) {
  // yaml-cpp marks quoted scalars, which are text whatever they look like, with the tag "!".
  return node.IsScalar() && node.Tag() != "!";
}

std::optional<std::int64_t> NetlistYaml::integer(const YAML::Node& node) {
  if (!is_plain_scalar(node)) return std::nullopt;
  return number_from<std::int64_t>(node.Scalar());
}

}  // namespace routing
}  // namespace netloom
