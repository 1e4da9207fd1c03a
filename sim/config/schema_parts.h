#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/config/schema.h"

/// What schemas are put together from, for every kind of file whose keys are checked.
namespace netloom {
inline namespace sim {
namespace schema {

ValueSchema integer(double minimum, double maximum);

ValueSchema real(double minimum, double maximum, bool above_minimum = false);

/// A number that may be written in per cent: 0.01 as "1 %".
ValueSchema share(double minimum, double maximum, bool above_minimum = false);

/// A number, or one of several words in its place.
ValueSchema or_words(ValueSchema number, std::vector<std::string> words);

ValueSchema boolean();

/// One of some words, or any text.
ValueSchema text(std::vector<std::string> choices = {});

ValueSchema map_of(MapSchema schema);

ValueSchema map_of(std::vector<KeySchema> keys);

ValueSchema list_of(ValueSchema element);

/// One value, or a list of such values.
ValueSchema one_or_list(const ValueSchema& element, bool distinct);

/// One value for all link kinds, or a map from link kinds to values.
ValueSchema per_kind(const ValueSchema& each);

/// A key without default, which may be left out unless it is made required.
KeySchema key(std::string name, std::string meaning, std::string unit, ValueSchema value);

KeySchema optional_key(std::string name, std::string meaning, std::string unit, ValueSchema value,
                       nlohmann::json default_value);

/// A key that may not be left out.
KeySchema required_key(std::string name, std::string meaning, ValueSchema value);

/// A key whose default depends on other keys, in words.
KeySchema derived_key(std::string name, std::string meaning, std::string unit, ValueSchema value,
                      std::string default_text);

/// A section: a map whose keys all have defaults may be left out.
KeySchema section(std::string name, std::string meaning, ValueSchema value);

}  // namespace schema
}  // namespace sim
}  // namespace netloom
