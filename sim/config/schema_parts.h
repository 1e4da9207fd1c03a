#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "sim/config/schema.h"

/// What schemas are put together from, for every kind of file whose keys are checked.
namespace netloom {
inline namespace sim {
namespace schema {

inline ValueSchema integer(double minimum, double maximum) {
  ValueSchema value;
  value.scalar = ValueSchema::Scalar::kInteger;
  value.minimum = minimum;
  value.maximum = maximum;
  return value;
}

inline ValueSchema real(double minimum, double maximum, bool above_minimum = false) {
  ValueSchema value;
  value.scalar = ValueSchema::Scalar::kReal;
  value.minimum = minimum;
  value.maximum = maximum;
  value.above_minimum = above_minimum;
  return value;
}

/// A number, or one of several words in its place.
inline ValueSchema or_words(ValueSchema number, std::vector<std::string> words) {
  number.words = std::move(words);
  return number;
}

inline ValueSchema boolean() {
  ValueSchema value;
  value.scalar = ValueSchema::Scalar::kBoolean;
  return value;
}

inline ValueSchema text(std::vector<std::string> choices = {}) {
  ValueSchema value;
  value.scalar = ValueSchema::Scalar::kText;
  value.choices = std::move(choices);
  return value;
}

inline ValueSchema map_of(MapSchema schema) {
  ValueSchema value;
  value.map = std::make_shared<MapSchema>(std::move(schema));
  return value;
}

inline ValueSchema map_of(std::vector<KeySchema> keys) {
  MapSchema schema;
  schema.keys = std::move(keys);
  return map_of(std::move(schema));
}

inline ValueSchema list_of(ValueSchema element) {
  ValueSchema value;
  value.element = std::make_shared<ValueSchema>(std::move(element));
  return value;
}

/// One value, or a list of such values.
inline ValueSchema one_or_list(const ValueSchema& element, bool distinct) {
  ValueSchema value = element;
  value.element = std::make_shared<ValueSchema>(element);
  value.distinct = distinct;
  return value;
}

/// One value for all link kinds, or a map from link kinds to values.
inline ValueSchema per_kind(const ValueSchema& each) {
  ValueSchema value = each;
  MapSchema map;
  map.per_kind = std::make_shared<ValueSchema>(each);
  value.map = std::make_shared<MapSchema>(std::move(map));
  return value;
}

/// A key without default, which may be left out unless it is made required.
inline KeySchema key(std::string name, std::string meaning, std::string unit, ValueSchema value) {
  KeySchema result;
  result.name = std::move(name);
  result.meaning = std::move(meaning);
  result.unit = std::move(unit);
  result.value = std::move(value);
  return result;
}

/// A key that may not be left out.
inline KeySchema required_key(std::string name, std::string meaning, ValueSchema value) {
  KeySchema result = key(std::move(name), std::move(meaning), "", std::move(value));
  result.required = true;
  return result;
}

inline KeySchema optional_key(std::string name, std::string meaning, std::string unit,
                              ValueSchema value, nlohmann::json default_value) {
  KeySchema result = key(std::move(name), std::move(meaning), std::move(unit), std::move(value));
  result.default_value = std::move(default_value);
  return result;
}

/// A key whose default depends on other keys, in words.
inline KeySchema derived_key(std::string name, std::string meaning, std::string unit,
                             ValueSchema value, std::string default_text) {
  KeySchema result = key(std::move(name), std::move(meaning), std::move(unit), std::move(value));
  result.default_text = std::move(default_text);
  return result;
}

/// A section: a map whose keys all have defaults may be left out.
inline KeySchema section(std::string name, std::string meaning, ValueSchema value) {
  return optional_key(std::move(name), std::move(meaning), "", std::move(value),
                      nlohmann::json::object());
}

}  // namespace schema
}  // namespace sim
}  // namespace netloom
