#include "sim/sweep/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <utility>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/run/point.h"
#include "sim/sweep/result_store.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {
namespace {

/// So many of them, drawn without putting back; the same for the same seed on every machine.
std::vector<ResultStore::StoredPoint> drawn(std::vector<ResultStore::StoredPoint> points,
                                            std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < std::min(count, points.size()); ++i) {
    std::swap(points[i], points[i + random() % (points.size() - i)]);
  }
  points.resize(std::min(count, points.size()));
  return points;
}

/// Where two results differ first; empty: nowhere.
std::string difference(Json stored, Json simulated) {
  stored.erase("performance");
  simulated.erase("performance");
  const Json patch = Json::diff(stored, simulated);
  if (patch.empty()) return "";
  const std::string path = patch.front().at("path");
  const auto value = [&](const Json& of) {
    const Json::json_pointer pointer(path);
    return of.contains(pointer) ? of.at(pointer).dump() : std::string("nothing");
  };
  return fmt::format("{} is {}, and was {}", path, value(simulated), value(stored));
}

}  // namespace

VerifyOutcome verify(const VerifyOptions& options) {
  if (!std::filesystem::exists(options.database)) {
    throw Error(options.database + ": cannot be read: there is no such file");
  }
  ResultStore store(options.database);
  std::map<std::int64_t, std::string> configurations;
  for (auto& each : store.configurations()) configurations[each.id] = std::move(each.config);
  VerifyOutcome outcome;
  outcome.stored = store.point_count();
  std::vector<ResultStore::StoredPoint> points = store.points(options.seconds);
  outcome.can_be = points.size();
  points = drawn(std::move(points), options.points, options.seed);

  std::vector<Series> series;
  for (const ResultStore::StoredPoint& each : points) {
    Json configuration = parse_json(configurations.at(each.configuration));
    Series one;
    one.name = fmt::format("configuration {} of {}", each.configuration, options.database);
    try {
      configuration.at("simulation")["seeds"] = Json::array({each.request.seed});
      if (each.request.load) configuration.at("traffic")["load"] = *each.request.load;
      one.loaded = series_config(parse_with_routing(configuration.dump(), "configuration", "", {}));
    } catch (const std::exception& error) {
      throw Error(fmt::format("{}: {}", one.name, error.what()));
    }
    series.push_back(std::move(one));
  }
  SweepOptions sweep;
  sweep.jobs = options.jobs;
  sweep.progress = options.progress;
  outcome.simulated = run_sweep(series, sweep).points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::optional<Json> stored = store.find(points[i].configuration, points[i].request);
    const std::string where = difference(*stored, series[i].points.front());
    if (where.empty()) continue;
    outcome.differences.push_back(
        fmt::format("{}, load {}, seed {}: {}", series[i].name,
                    points[i].request.load ? fmt::format("{}", *points[i].request.load) : "none",
                    points[i].request.seed, where));
  }
  return outcome;
}

}  // namespace sim
}  // namespace netloom
