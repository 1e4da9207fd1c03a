#include "testbench/random/schema_draw.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "routing/base/error.h"

namespace netloom::test {
namespace {

using Scalar = ValueSchema::Scalar;

std::int64_t draw_integer(Draw& draw, const KeySchema& key) {
  const auto minimum = static_cast<std::int64_t>(key.value.minimum);
  const auto maximum = static_cast<std::int64_t>(key.value.maximum);
  std::int64_t low = minimum;
  std::int64_t high = std::min(maximum, minimum + 4);
  if (key.default_value.is_number()) {
    const auto usual = key.default_value.get<std::int64_t>();
    if (draw.chance(0.2)) return draw.chance(0.7) ? minimum : usual;
    low = std::max(minimum, std::min(usual / 2, 2 * usual));
    high = std::min(maximum, std::max(usual / 2, 2 * usual) + 4);
  }
  return low + draw.between(0, static_cast<int>(std::min<std::int64_t>(high - low, 1 << 30)));
}

/// With two decimals.
double draw_real(Draw& draw, const KeySchema& key) {
  double low = key.value.minimum;
  double high = std::min(key.value.maximum, low + 4);
  if (key.default_value.is_number()) {
    const auto usual = key.default_value.get<double>();
    low = std::max(low, usual / 2);
    high = std::min(key.value.maximum, 2 * usual + 0.1);
  }
  const int first = static_cast<int>(std::ceil(low * 100)) + (key.value.above_minimum ? 1 : 0);
  const int last = static_cast<int>(std::floor(high * 100));
  return draw.between(first, std::max(first, last)) / 100.0;
}

void collect_choices(Json& keys, const MapSchema& schema,
                     std::vector<std::pair<Json*, const KeySchema*>>& choices) {
  for (const KeySchema& key : schema.keys) {
    if (!keys.is_object() || !keys.contains(key.name)) continue;
    Json& value = keys[key.name];
    if (value.is_string() && !key.value.choices.empty()) choices.emplace_back(&value, &key);
    if (value.is_object() && key.value.map) collect_choices(value, *key.value.map, choices);
  }
}

}  // namespace

Json draw_value(Draw& draw, const KeySchema& key) {
  const ValueSchema& value = key.value;
  if (!value.words.empty() && draw.chance(0.3)) return draw.one_of(value.words);
  switch (value.scalar) {
    case Scalar::kInteger:
      return draw_integer(draw, key);
    case Scalar::kReal:
      return draw_real(draw, key);
    case Scalar::kBoolean:
      return draw.chance(0.5);
    case Scalar::kText:
      return value.choices.empty() ? Json() : Json(draw.one_of(value.choices));
    case Scalar::kNodes:
    case Scalar::kNone:
      break;
  }
  if (!value.map) return nullptr;
  Json map = Json::object();
  draw_keys(draw, value.map->keys, 0.4, map);
  return map;
}

void draw_keys(Draw& draw, const std::vector<KeySchema>& keys, double share, Json& into) {
  for (const KeySchema& key : keys) {
    if (!key.required && !draw.chance(share)) continue;
    Json value = draw_value(draw, key);
    if (!value.is_null()) into[key.name] = std::move(value);
  }
}

const MapSchema& map_schema(const std::vector<std::string>& path) {
  const MapSchema* map = &configuration_schema();
  for (const std::string& name : path) {
    const auto key = std::find_if(map->keys.begin(), map->keys.end(),
                                  [&](const KeySchema& each) { return each.name == name; });
    if (key == map->keys.end() || !key->value.map) throw Error("the schema has no map " + name);
    map = key->value.map.get();
  }
  return *map;
}

void spoil(Draw& draw, Json& keys, const MapSchema& schema) {
  std::vector<std::pair<Json*, const KeySchema*>> choices;
  collect_choices(keys, schema, choices);
  if (choices.empty()) return;
  const auto& [value, key] = draw.one_of(choices);
  *value = draw.one_of(key->value.choices);
}

}  // namespace netloom::test
