#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "routing/base/error.h"
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
    if (value.is_object() && key.value.map && !key.value.map->per_kind &&
        !key.value.map->per_switch) {
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

/// Puts the tables of all keys together.
class Reference {
 public:
  explicit Reference(const std::set<std::string>& apart) : apart_(apart) {}

  void section(const KeySchema& section) {
    std::string text = section.meaning;
    if (section.required) text += " This section must be there.";
    text += "\n\n";
    if (section.value.map) {
      text += keys_of(section.name, *section.value.map);
    } else {
      text += kHead;
      row(text, section, "", "");
    }
    tables_[section.name] = text;
  }

  /// Error: a map that is to have a table of its own has not been met.
  std::map<std::string, std::string> take() {
    for (const std::string& path : apart_) {
      if (tables_.count(path) == 0) {
        throw Error(path + ": has no table; allowed: a key that is a map of keys");
      }
    }
    return std::move(tables_);
  }

 private:
  static constexpr const char* kHead =
      "| key | meaning | unit | allowed | default |\n| --- | --- | --- | --- | --- |\n";

  /// The table of a map's keys; those that its names bring with them are put beside it.
  std::string keys_of(const std::string& path, const MapSchema& schema) {
    std::string text = kHead;
    rows(text, schema, path, "");
    for (KeySchema key : schema.otherwise) {
      key.required = false;
      key.default_text = "must be given without " + schema.discriminator;
      row(text, key, path, "");
    }
    variants(path, schema);
    return text;
  }

  /// `path`: of the table, `prefix`: of the keys in it.
  void rows(std::string& text, const MapSchema& schema, const std::string& path,
            const std::string& prefix) {
    for (const KeySchema& key : schema.keys) row(text, key, path, prefix);
    if (!schema.per_switch) return;
    text += "| any other | The same of a switch, by its name, or of those that a pattern matches. |  | " +
            cell(allowed_text(*schema.per_switch)) + " | none |\n";
  }

  void row(std::string& text, const KeySchema& key, const std::string& path,
           const std::string& prefix) {
    const std::string name = prefix + key.name;
    std::string otherwise = key.required ? "must be given" : key.default_text;
    if (!key.default_value.is_null()) {
      otherwise = key.default_value.is_object() ? "" : "`" + flow_yaml(key.default_value) + "`";
    }
    if (otherwise.empty()) otherwise = key.default_value.is_null() ? "none" : "";
    text += "| `" + name + "` | " + cell(key.meaning) + " | " + cell(key.unit) + " | " +
            cell(allowed_text(key.value)) + " | " + cell(otherwise) + " |\n";
    if (key.value.map && !key.value.map->per_kind) {
      const std::string whole = path + "." + name;
      if (apart_.count(whole) != 0) {
        tables_[whole] = keys_of(whole, *key.value.map);
      } else {
        rows(text, *key.value.map, path, name + ".");
        variants(whole, *key.value.map);
      }
    }
    // What the names in an element bring with them is what they do in the section.
    if (key.value.element && key.value.element->map) {
      rows(text, *key.value.element->map, path, name + "[].");
    }
  }

  void variants(const std::string& path, const MapSchema& schema) {
    for (const auto& [name, keys] : schema.variants) {
      const std::string place = path + "." + schema.discriminator + ": " + name;
      std::string text;
      if (!keys.empty()) text = kHead;
      for (const KeySchema& key : keys) row(text, key, place, "");
      tables_[place] = text;
    }
  }

  const std::set<std::string>& apart_;
  std::map<std::string, std::string> tables_;
};

}  // namespace

std::string print_config(const Config& config) {
  Printer printer;
  printer.map(config.resolved, configuration_schema(), 0, true);
  return printer.take();
}

std::map<std::string, std::string> config_reference(const std::set<std::string>& apart) {
  Reference reference(apart);
  for (const KeySchema& key : configuration_schema().keys) reference.section(key);
  return reference.take();
}

}  // namespace sim
}  // namespace netloom
