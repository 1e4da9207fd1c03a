#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/config/schema.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;

constexpr std::size_t kWidth = 100;

/// Text that YAML reads as text wherever it stands, in quotes if need be.
std::string text_yaml(const std::string& text) {
  static const std::string letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";
  const bool plain = !text.empty() && text.find_first_not_of(letters) == std::string::npos &&
                     letters.find(text[0]) < 52 && text != "true" && text != "True" &&
                     text != "TRUE" && text != "false" && text != "False" && text != "FALSE" &&
                     text != "null" && text != "Null" && text != "NULL";
  return plain ? text : json_text(json(text));
}

std::string scalar_yaml(const json& value) {
  if (value.is_string()) return text_yaml(value.get<std::string>());
  if (value.is_number_float()) return number_text(value.get<double>());
  return json_text(value);
}

/// A value in one line: [a, b] and {a: b}.
std::string flow_yaml(const json& value) {
  std::string result;
  if (value.is_array()) {
    for (const json& element : value) {
      result += (result.empty() ? "" : ", ") + flow_yaml(element);
    }
    return "[" + result + "]";
  }
  if (value.is_object()) {
    for (const auto& [name, element] : value.items()) {
      result += (result.empty() ? "" : ", ") + text_yaml(name) + ": " + flow_yaml(element);
    }
    return "{" + result + "}";
  }
  return scalar_yaml(value);
}

/// Breaks a comment into lines of at most kWidth columns.
std::string comment(const std::string& text, std::size_t indent) {
  const std::string margin = std::string(indent, ' ') + "#";
  std::string result;
  std::string line = margin;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t stop = std::min(text.find(' ', at), text.size());
    if (line.size() > margin.size() && line.size() + 1 + (stop - at) > kWidth) {
      result += line + "\n";
      line = margin;
    }
    line += " " + text.substr(at, stop - at);
    at = stop + 1;
  }
  return result + line + "\n";
}

std::string key_comment(const KeySchema& key) {
  std::string text = key.meaning;
  if (!key.unit.empty()) text += " [" + key.unit + "]";
  return text;
}

class Printer {
 public:
  /// The keys of a map, in the order of the schema; `explain` writes their meanings.
  void map(const json& value, const MapSchema& schema, std::size_t indent, bool explain) {
    std::string variant;
    if (!schema.discriminator.empty()) variant = value.value(schema.discriminator, std::string());
    const auto print = [&](const KeySchema& key) {
      const auto it = value.find(key.name);
      if (it != value.end()) entry(key, *it, indent, explain);
    };
    // The parameters that a name brings with it come right after the name, and what stands in its
    // place where it would be.
    for (const KeySchema& key : schema.keys) {
      print(key);
      if (key.name == schema.discriminator) {
        for (const KeySchema& parameter : schema.variant(variant)) print(parameter);
      }
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void entry(const KeySchema& key, const json& value, std::size_t indent, bool explain) {
    const std::string margin(indent, ' ');
    if (explain) text_ += comment(key_comment(key), indent);
    const ValueSchema* element = key.value.element.get();
    if (value.is_object() && key.value.map && !key.value.map->per_kind) {
      text_ += margin + key.name + ":\n";
      map(value, *key.value.map, indent + 2, explain);
    } else if (value.is_array() && !value.empty() && value.front().is_object() &&
               element != nullptr && element->map) {
      text_ += margin + key.name + ":\n";
      list(value, *element->map, indent + 2);
    } else {
      text_ += margin + key.name + ": " + flow_yaml(value) + "\n";
    }
  }

  /// A list of maps, whose keys are explained in its first element only.
  void list(const json& value, const MapSchema& schema, std::size_t indent) {
    bool explain = true;
    for (const json& element : value) {
      text_ += std::string(indent, ' ') + "-\n";
      map(element, schema, indent + 2, explain);
      explain = false;
    }
  }

  std::string text_;
};

/// Markdown of one cell: no bars, which would end it.
std::string cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

class Reference {
 public:
  void section(const KeySchema& section) {
    text_ += "\n## " + section.name + "\n\n" + section.meaning;
    if (section.required) text_ += " This section must be there.";
    text_ += "\n";
    if (section.value.map) {
      const MapSchema& schema = *section.value.map;
      begin_table();
      rows(schema, "");
      for (KeySchema key : schema.otherwise) {
        key.required = false;
        key.default_text = "must be given without " + schema.discriminator;
        row(key, "");
      }
      variants(schema);
    } else {
      begin_table();
      row(section, "");
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void begin_table() {
    text_ += "\n| key | meaning | unit | allowed | default |\n| --- | --- | --- | --- | --- |\n";
  }

  void rows(const MapSchema& schema, const std::string& prefix) {
    for (const KeySchema& key : schema.keys) row(key, prefix);
  }

  void row(const KeySchema& key, const std::string& prefix) {
    const std::string name = prefix + key.name;
    std::string meaning = key.meaning;
    std::string allowed = allowed_text(key.value);
    std::string otherwise = key.required ? "must be given" : key.default_text;
    if (!key.default_value.is_null()) {
      otherwise = key.default_value.is_object() ? "" : "`" + flow_yaml(key.default_value) + "`";
    }
    if (otherwise.empty()) otherwise = key.default_value.is_null() ? "none" : "";
    text_ += "| `" + name + "` | " + cell(meaning) + " | " + cell(key.unit) + " | " +
             cell(allowed) + " | " + cell(otherwise) + " |\n";
    if (key.value.map && !key.value.map->per_kind) rows(*key.value.map, name + ".");
    if (key.value.element && key.value.element->map) {
      rows(*key.value.element->map, name + "[].");
    }
  }

  /// The parameters that the names of a section bring with them.
  void variants(const MapSchema& schema) {
    for (const auto& [name, keys] : schema.variants) {
      text_ += "\nWith `" + schema.discriminator + ": " + name + "`:";
      if (keys.empty()) {
        text_ += " no further keys.\n";
        continue;
      }
      text_ += "\n";
      begin_table();
      for (const KeySchema& key : keys) row(key, "");
    }
  }

  std::string text_;
};

}  // namespace

std::string print_config(const Config& config) {
  Printer printer;
  printer.map(config.resolved, configuration_schema(), 0, true);
  return printer.take();
}

std::string config_reference() {
  Reference reference;
  for (const KeySchema& key : configuration_schema().keys) reference.section(key);
  return reference.take();
}

}  // namespace sim
}  // namespace netloom
