// Prints the words of configurations and of experiments' definitions as a dictionary of libFuzzer
// and AFL++: the keys and choices of the schemas, with the names in the program's registries.

#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "sim/config/schema.h"
#include "sim/experiments/definition_schema.h"

namespace {

using netloom::KeySchema;
using netloom::MapSchema;
using netloom::ValueSchema;
using Words = std::set<std::string>;

void collect(const MapSchema& schema, Words& words);

void collect(const ValueSchema& value, Words& words) {
  words.insert(value.choices.begin(), value.choices.end());
  words.insert(value.words.begin(), value.words.end());
  if (value.element != nullptr) collect(*value.element, words);
  if (value.map != nullptr) collect(*value.map, words);
}

void collect(const std::vector<KeySchema>& keys, Words& words) {
  for (const KeySchema& key : keys) {
    words.insert(key.name + ": ");
    collect(key.value, words);
  }
}

void collect(const MapSchema& schema, Words& words) {
  collect(schema.keys, words);
  collect(schema.otherwise, words);
  for (const auto& [name, keys] : schema.variants) {
    words.insert(name);
    collect(keys, words);
  }
  for (const auto& others : {schema.per_kind, schema.per_switch}) {
    if (others != nullptr) collect(*others, words);
  }
}

}  // namespace

int main() {
  Words words;
  collect(netloom::configuration_schema(), words);
  collect(netloom::experiment_schema(), words);
  for (const std::string& word : words) std::printf("\"%s\"\n", word.c_str());
}
