#include "sim/config/check.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "routing/base/joined.h"
#include "routing/base/number_from.h"
#include "routing/base/text_file.h"

namespace netloom {
inline namespace sim {
namespace {

using Scalar = ValueSchema::Scalar;
using nlohmann::json;

/// A plain scalar as a number; YAML's .nan and .inf, and other bases, are none.
std::optional<double> parse_number(const Node& node) {
  if (node.quoted || node.text.empty()) return std::nullopt;
  std::string_view text = node.text;
  if (node.text.find_first_not_of("0123456789+-.eE") != std::string::npos) return std::nullopt;
  if (text.front() == '+') text.remove_prefix(1);
  const auto value = number_from<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// "1 %": 0.01.
std::optional<double> parse_percent(const Node& node) {
  std::string_view text = node.text;
  if (text.empty() || text.back() != '%') return std::nullopt;
  text.remove_suffix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  // A sign is told apart from what is no number: it is out of range.
  if (text.find_first_not_of("0123456789.", text.rfind('-', 0) == 0 ? 1 : 0) !=
      std::string_view::npos) {
    return std::nullopt;
  }
  const auto value = number_from<double>(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return *value / 100;
}

std::optional<bool> parse_boolean(const Node& node) {
  if (node.quoted) return std::nullopt;
  if (node.text == "true" || node.text == "True" || node.text == "TRUE") return true;
  if (node.text == "false" || node.text == "False" || node.text == "FALSE") return false;
  return std::nullopt;
}

/// "12" or "0-31".
bool is_node_range(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.size() <= 9 &&
           part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (dash == std::string::npos) return false;
  const std::string_view after = std::string_view(text).substr(dash + 1);
  const std::size_t slash = after.find('/');
  return digits(std::string_view(text).substr(0, dash)) && digits(after.substr(0, slash)) &&
         (slash == std::string_view::npos || digits(after.substr(slash + 1)));
}

/// Long texts are cut and control characters replaced: a message is one line.
std::string quoted(const std::string& text) {
  std::string shown = shortened(text, 60);
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return "'" + shown + "'";
}

/// Edit distance with swaps of neighbours (optimal string alignment).
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

/// A longer one is no misspelt word.
constexpr std::size_t kLongestMisspelt = 64;

/// Insertions, deletions, replacements and exchanges of neighbours that a misspelt word has at
/// most.
std::size_t most_steps(const std::string& word) {
  return std::clamp<std::size_t>(word.size() / 3, 1, 3);
}

/// Paths of all keys called `name`.
void find_key(const MapSchema& schema, const KeyPath& path, const std::string& name,
              std::vector<std::string>& found) {
  for (const KeySchema& key : schema.keys) {
    if (key.name == name) found.push_back(path.key(name).text());
    if (key.value.map) find_key(*key.value.map, path.key(key.name), name, found);
  }
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string names_of(const std::vector<std::string>& names) {
  return names.empty() ? "none" : joined(names);
}

}  // namespace

std::vector<std::string> close_words(const std::string& word, const std::vector<std::string>& known,
                                     std::size_t most) {
  if (word.size() > kLongestMisspelt) return {};
  std::vector<std::pair<std::size_t, std::string>> close;
  for (const std::string& candidate : known) {
    const bool begins = word.size() > 1 && candidate.rfind(word, 0) == 0;
    const std::size_t steps = begins ? 0 : distance(word, candidate);
    if (begins || (steps <= most_steps(word) && steps < candidate.size())) {
      close.emplace_back(steps, candidate);
    }
  }
  std::stable_sort(close.begin(), close.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (close.size() > most) close.resize(most);
  std::vector<std::string> words;
  for (auto& each : close) words.push_back(std::move(each.second));
  return words;
}

std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  if (word.size() > kLongestMisspelt) return "";
  std::string best;
  std::size_t best_distance = most_steps(word) + 1;
  for (const std::string& candidate : known) {
    const std::size_t steps = distance(word, candidate);
    if (steps < best_distance && steps < candidate.size()) {
      best = candidate;
      best_distance = steps;
    }
  }
  return best;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : " (did you mean '" + near + "'?)";
}

void Checker::fail(const KeyPath& path, const std::string& message,
                   const ValueSchema& schema) const {
  document_.fail(path, message + "; allowed: " + allowed_text(schema, kinds_));
}

void Checker::check_names(const Node& node, const KeyPath& path, const MapSchema& schema) const {
  std::vector<std::string> names;
  for (const KeySchema& key : schema.keys) names.push_back(key.name);
  std::string variant;
  if (!schema.discriminator.empty()) {
    const Node* chosen = node.find(schema.discriminator);
    if (chosen != nullptr) variant = chosen->text;
  }
  for (const KeySchema& key : schema.variant(variant)) names.push_back(key.name);
  if (schema.per_kind) names.insert(names.end(), kinds_.begin(), kinds_.end());
  for (const MapEntry& entry : node.entries) {
    if (std::find(names.begin(), names.end(), entry.key) != names.end()) continue;
    if (schema.per_switch) continue;  // the section knows the switches
    std::string hint;
    if (const auto known = schema.hints.find(entry.key); known != schema.hints.end()) {
      hint = " (" + known->second + ")";
    } else {
      hint = suggestion(entry.key, names);
    }
    if (hint.empty()) {
      std::vector<std::string> elsewhere;
      find_key(configuration_schema(), KeyPath(), entry.key, elsewhere);
      if (elsewhere.size() == 1) hint = " (did you mean '" + elsewhere.front() + "'?)";
    }
    document_.fail(
        path.key(entry.key),
        std::string(schema.per_kind ? "is not a link kind of this network" : "is not a key here") +
            hint + "; allowed: " + names_of(names));
  }
}

json Checker::key(const Node& map, const KeyPath& path, const KeySchema& schema) const {
  const KeyPath here = path.key(schema.name);
  const Node* node = map.find(schema.name);
  if (node == nullptr) {
    if (schema.required) fail(here, "is missing", schema.value);
    if (schema.value.map && schema.default_value.is_object()) {
      Node empty;
      empty.kind = Node::Kind::kMap;
      return this->map(empty, here, *schema.value.map);
    }
    return schema.default_value;
  }
  return value(*node, here, schema.value);
}

json Checker::map(const Node& node, const KeyPath& path, const MapSchema& schema) const {
  json result = json::object();
  std::string variant;
  if (!schema.discriminator.empty() && node.find(schema.discriminator) != nullptr) {
    for (const KeySchema& each : schema.keys) {
      if (each.name == schema.discriminator) variant = key(node, path, each).get<std::string>();
    }
  }
  check_names(node, path, schema);
  const auto add = [&](const KeySchema& each) {
    json found = key(node, path, each);
    if (!found.is_null()) result[each.name] = std::move(found);
  };
  for (const KeySchema& each : schema.keys) add(each);
  for (const KeySchema& each : schema.variant(variant)) add(each);
  for (const auto& others : {schema.per_kind, schema.per_switch}) {
    if (!others) continue;
    for (const MapEntry& entry : node.entries) {
      if (result.contains(entry.key)) continue;
      result[entry.key] = value(entry.value, path.key(entry.key), *others);
    }
  }
  return result;
}

json Checker::value(const Node& node, const KeyPath& path, const ValueSchema& schema) const {
  switch (node.kind) {
    case Node::Kind::kScalar:
      if (schema.scalar == Scalar::kNone)
        fail(path, quoted(node.text) + " is a single value", schema);
      return scalar(node, path, schema);
    case Node::Kind::kList:
      if (!schema.element) fail(path, "is a list", schema);
      return list(node, path, schema);
    case Node::Kind::kMap:
      if (!schema.map) fail(path, "is a map", schema);
      return map(node, path, *schema.map);
    case Node::Kind::kNull:
      break;
  }
  fail(path, "has no value", schema);
}

json Checker::scalar(const Node& node, const KeyPath& path, const ValueSchema& schema) const {
  switch (schema.scalar) {
    case Scalar::kInteger:
    case Scalar::kReal: {
      if (contains(schema.words, node.text)) return node.text;
      const bool whole = schema.scalar == Scalar::kInteger;
      std::optional<double> number = parse_number(node);
      if (!number && schema.percent) number = parse_percent(node);
      if (!number || (whole && std::nearbyint(*number) != *number)) {
        fail(path,
             quoted(node.text) + (whole ? " is not an integer" : " is not a number") +
                 suggestion(node.text, schema.words),
             schema);
      }
      if (*number < schema.minimum || *number > schema.maximum ||
          (schema.above_minimum && *number == schema.minimum)) {
        fail(path, node.text + " is out of range", schema);
      }
      if (whole) return static_cast<std::int64_t>(*number);
      return *number + 0.0;  // turns -0 into 0
    }
    case Scalar::kBoolean: {
      const std::optional<bool> truth = parse_boolean(node);
      if (!truth) fail(path, quoted(node.text) + " is not true or false", schema);
      return *truth;
    }
    case Scalar::kText:
      if (schema.choices.empty()) {
        if (parse_number(node) || parse_boolean(node)) {
          fail(path, node.text + " is not text (put it in quotes if it is meant)", schema);
        }
        if (node.text.empty()) fail(path, "is an empty text", schema);
        if (invalid_utf8(node.text) != std::string_view::npos) fail(path, "is not UTF-8", schema);
        return node.text;
      }
      if (!contains(schema.choices, node.text)) {
        fail(path, quoted(node.text) + " is not known" + suggestion(node.text, schema.choices),
             schema);
      }
      return node.text;
    case Scalar::kNodes: {
      if (is_node_range(node.text)) return node.text;
      const std::optional<double> number = parse_number(node);
      if (!number || std::nearbyint(*number) != *number || *number < 0 ||
          *number > schema.maximum) {
        fail(path, quoted(node.text) + " is not a node", schema);
      }
      return static_cast<std::int64_t>(*number);
    }
    case Scalar::kNone:
      break;
  }
  return nullptr;
}

json Checker::list(const Node& node, const KeyPath& path, const ValueSchema& schema) const {
  const std::size_t size = node.elements.size();
  if (size < schema.minimum_elements) fail(path, "is an empty list", schema);
  json result = json::array();
  for (std::size_t i = 0; i < size; ++i) {
    json each = value(node.elements[i], path.element(i), *schema.element);
    if (schema.distinct && std::find(result.begin(), result.end(), each) != result.end()) {
      document_.fail(path.element(i), node.elements[i].text + " is given twice; allowed: once");
    }
    result.push_back(std::move(each));
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
