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

/// The map of a key of the configuration, by its path: {"traffic", "trace"}.
const MapSchema& map_schema(const std::vector<std::string>& path);

}  // namespace netloom::test
