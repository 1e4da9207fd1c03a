#include "sim/config/schema_parts.h"

#include <memory>
#include <utility>

namespace netloom {
inline namespace sim {
namespace schema {

ValueSchema integer(double minimum, double maximum) {
  ValueSchema value;
  value.scalar = ValueSchema::Scalar::kInteger;
  value.minimum = minimum;
  value.maximum = maximum;
  return value;
}

ValueSchema real(double minimum, double maximum, bool above_minimum) {
  ValueSchema value;
  value.scalar = ValueSchema::Scalar::kReal;
  value.minimum = minimum;
  value.maximum = maximum;
  value.above_minimum = above_minimum;
  return value;
}

ValueSchema share(double minimum, double maximum, bool above_minimum) {
  ValueSchema value = real(minimum, maximum, above_minimum);
  value.percent = true;
  return value;
}

ValueSchema or_words(ValueSchema number, std::vector<std::string> words) {
  number.words = std::move(words);
  return number;
}

ValueSchema boolean() {
  ValueSchema value;
  value.scalar = ValueSchema::Scalar::kBoolean;
  return value;
}

ValueSchema text(std::vector<std::string> choices) {
  ValueSchema value;
  value.scalar = ValueSchema::Scalar::kText;
  value.choices = std::move(choices);
  return value;
}

ValueSchema map_of(MapSchema schema) {
  ValueSchema value;
  value.map = std::make_shared<MapSchema>(std::move(schema));
  return value;
}

ValueSchema map_of(std::vector<KeySchema> keys) {
  MapSchema schema;
  schema.keys = std::move(keys);
  return map_of(std::move(schema));
}

ValueSchema list_of(ValueSchema element) {
  ValueSchema value;
  value.element = std::make_shared<ValueSchema>(std::move(element));
  return value;
}

ValueSchema one_or_list(const ValueSchema& element, bool distinct) {
  ValueSchema value = element;
  value.element = std::make_shared<ValueSchema>(element);
  value.distinct = distinct;
  return value;
}

ValueSchema per_kind(const ValueSchema& each) {
  ValueSchema value = each;
  MapSchema map;
  map.per_kind = std::make_shared<ValueSchema>(each);
  value.map = std::make_shared<MapSchema>(std::move(map));
  return value;
}

KeySchema key(std::string name, std::string meaning, std::string unit, ValueSchema value) {
  KeySchema result;
  result.name = std::move(name);
  result.meaning = std::move(meaning);
  result.unit = std::move(unit);
  result.value = std::move(value);
  return result;
}

KeySchema required_key(std::string name, std::string meaning, ValueSchema value) {
  KeySchema result = key(std::move(name), std::move(meaning), "", std::move(value));
  result.required = true;
  return result;
}

KeySchema optional_key(std::string name, std::string meaning, std::string unit, ValueSchema value,
                       nlohmann::json default_value) {
  KeySchema result = key(std::move(name), std::move(meaning), std::move(unit), std::move(value));
  result.default_value = std::move(default_value);
  return result;
}

KeySchema derived_key(std::string name, std::string meaning, std::string unit, ValueSchema value,
                      std::string default_text) {
  KeySchema result = key(std::move(name), std::move(meaning), std::move(unit), std::move(value));
  result.default_text = std::move(default_text);
  return result;
}

KeySchema section(std::string name, std::string meaning, ValueSchema value) {
  return optional_key(std::move(name), std::move(meaning), "", std::move(value),
                      nlohmann::json::object());
}

}  // namespace schema
}  // namespace sim
}  // namespace netloom
