#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

struct MapSchema;

/// 2^53 - 1: up to there, JSON readers take integers exactly, and so does a double.
inline constexpr double kLargestInteger = 9007199254740991;

/// What one value of the configuration may be: a scalar, a list, a map, or one of several of these.
struct ValueSchema {
  enum class Scalar {
    kNone,
    kInteger,
    kReal,
    kBoolean,
    kText,
    kNodes,  ///< a node's number, or a range "0-31", both ends included, or "0-31/4"
  };

  Scalar scalar = Scalar::kNone;
  double minimum = 0;                ///< numbers (all bounds are exact in a double)
  double maximum = kLargestInteger;  ///< the same
  bool above_minimum = false;        ///< the minimum itself is not allowed
  bool percent = false;              ///< reals: 0.01 may be written as "1 %"
  std::vector<std::string> choices;  ///< text: what is allowed; empty = any
  std::vector<std::string> words;    ///< numbers: words that may stand in their place

  std::shared_ptr<const ValueSchema> element;  ///< a list of these; null: no list
  std::size_t minimum_elements = 1;
  bool distinct = false;  ///< no element twice

  std::shared_ptr<const MapSchema> map;  ///< null: no map
};

/// One key: the single source of its checks, its default, its JSON Schema and its documentation.
struct KeySchema {
  std::string name;
  std::string meaning;  ///< one or two sentences
  std::string unit;     ///< "cycles", "phits", …; empty = none
  ValueSchema value;
  nlohmann::json default_value;  ///< null: none, or one that depends on other keys
  std::string default_text;      ///< what it is if it depends on other keys
  bool required = false;
};

/// A map: its keys, and those which the value of one of them brings with it.
struct MapSchema {
  std::vector<KeySchema> keys;
  /// Any link kind of the network is a key, with such a value; null: none is.
  std::shared_ptr<const ValueSchema> per_kind;
  /// Any switch of the network is a key, and any pattern of their names, with such a value; null:
  /// none is.
  std::shared_ptr<const ValueSchema> per_switch;
  /// The key whose value decides about further keys ("topology"); empty: none does.
  std::string discriminator;
  std::map<std::string, std::vector<KeySchema>> variants;  ///< by that value
  std::vector<KeySchema> otherwise;                        ///< if that key is not there
  /// By a word that may be taken for a key: how what it would mean is said ("views say it").
  std::map<std::string, std::string> hints;

  /// One of `keys`, which is there.
  const KeySchema& key(const std::string& name) const;
  /// The keys that go with this value of the discriminator (empty = it is not there).
  const std::vector<KeySchema>& variant(const std::string& value) const;
};

/// The whole configuration file, with what the registries hold.
const MapSchema& configuration_schema();

/// Makes configuration_schema() anew, of what the registries hold by now (Registry::set()). What
/// referred to it is not valid any more.
void renew_configuration_schema();

/// Declared parameters as keys.
KeySchema parameter_key(const Parameter& parameter);
std::vector<KeySchema> parameter_keys(const std::vector<Parameter>& parameters);

/// "an integer from 1 to 64", "one of vct, wormhole", …: what a message says is allowed. `kinds`
/// are the link kinds that are known; empty = not known.
std::string allowed_text(const ValueSchema& value, const std::vector<std::string>& kinds = {});

/// A number as short as it can be written without loss.
std::string number_text(double value);

/// The JSON value of a parameter.
nlohmann::json parameter_json(const ParameterValue& value);

}  // namespace sim
}  // namespace netloom
