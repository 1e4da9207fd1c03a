#pragma once

#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/config/schema.h"
#include "testbench/random/draw.h"

namespace netloom::test {

/// A value that the schema allows by itself: any choice; a number near its default, or near the
/// least. Null: text that is not one of some choices, of which the schema does not say enough.
Json draw_value(Draw& draw, const KeySchema& key);

/// Draws each of these keys that the schema says enough of with the probability `share`, those that
/// are required always.
void draw_keys(Draw& draw, const std::vector<KeySchema>& keys, double share, Json& into);

/// A number for all link kinds, or, with the probability `map_share`, one for some of them.
template <class Value>
Json per_kind(Draw& draw, const std::vector<std::string>& kinds, double map_share,
              const Value& value) {
  if (!draw.chance(map_share)) return value();
  Json map = Json::object();
  for (const std::string& kind : kinds) {
    if (draw.chance(0.6)) map[kind] = value();
  }
  return map;
}

/// Makes one choice among keys of a schema another one.
void spoil(Draw& draw, Json& keys, const MapSchema& schema);

/// The map of a key of the configuration, by its path: {"traffic", "trace"}.
const MapSchema& map_schema(const std::vector<std::string>& path);

}  // namespace netloom::test
