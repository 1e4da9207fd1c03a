#pragma once

#include <string>
#include <vector>

#include "sim/base/json.h"

namespace netloom::test {

/// Where two results differ: "latency.network.mean: 31 and 32"; empty: nowhere. `path`: of both.
std::string difference(const Json& a, const Json& b, const std::string& path = "");

/// A result without some of its keys.
Json without(Json point, const std::vector<std::string>& keys);

/// How the run of a point failed: "deadlock"; empty: it did not.
std::string failure_kind(const Json& point);

}  // namespace netloom::test
