// Prints the words of configurations as a dictionary of libFuzzer and AFL++: the keys and choices
// of the schema, with the names in the program's registries.

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "sim/config/config.h"

namespace {

using nlohmann::json;

void collect(const json& schema, std::set<std::string>& words) {
  if (schema.is_array()) {
    for (const json& each : schema) collect(each, words);
  }
  if (!schema.is_object()) return;
  for (const auto& [key, value] : schema.items()) {
    if (key == "properties") {
      for (const auto& [name, property] : value.items()) words.insert(name + ": ");
    }
    if (key == "enum" || key == "const") {
      for (const json& choice : value.is_array() ? value : json::array({value})) {
        words.insert(choice.is_string() ? choice.get<std::string>() : choice.dump());
      }
    }
    collect(value, words);
  }
}

}  // namespace

int main() {
  std::set<std::string> words;
  collect(netloom::config_schema(), words);
  for (const std::string& word : words) std::printf("\"%s\"\n", word.c_str());
}
