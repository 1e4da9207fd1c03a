#include "sim/report/curves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "sim/report/estimates.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {
namespace {

/// The points that succeeded, by load, ascending.
std::vector<std::vector<const Json*>> by_load(const std::vector<Json>& points) {
  std::vector<std::vector<const Json*>> loads;
  for (const Json& point : points) {
    if (!succeeded(point)) continue;
    auto same = std::find_if(loads.begin(), loads.end(), [&](const auto& each) {
      return each.front()->at("load") == point.at("load");
    });
    if (same == loads.end()) same = loads.insert(loads.end(), std::vector<const Json*>{});
    same->push_back(&point);
  }
  std::sort(loads.begin(), loads.end(), [](const auto& a, const auto& b) {
    return a.front()->at("load") < b.front()->at("load");
  });
  return loads;
}

}  // namespace

Chart::Series load_curve(const std::string& name, const std::vector<Json>& points,
                         const std::string& x, const std::string& y) {
  Chart::Series series;
  series.name = name;
  for (const auto& load : by_load(points)) {
    const std::optional<Estimate> across = estimate_at(load, x);
    const std::optional<Estimate> up = estimate_at(load, y);
    if (!across || !up) continue;
    const bool judged = load.size() == 1 && load.front()->contains("precision");
    series.points.push_back(
        {across->mean, up->mean, up->ci95.value_or(0), any_saturated(load), judged && !up->ci95});
  }
  return series;
}

Chart::Series list_curve(const std::string& name, const std::vector<Json>& points, double load,
                         const std::string& y) {
  Chart::Series series;
  series.name = name;
  for (const auto& each : by_load(points)) {
    const Json& of_points = each.front()->at("load");
    if (!of_points.is_number() || std::abs(of_points.get<double>() - load) > 1e-9) continue;
    for (std::size_t i = 0;; ++i) {
      const std::optional<Estimate> value = estimate_at(each, y + "/" + std::to_string(i));
      if (!value) break;
      series.points.push_back({static_cast<double>(i), value->mean, value->ci95.value_or(0)});
    }
  }
  return series;
}

Chart::Series time_curve(const std::string& name, const Json& point, const std::string& y) {
  Chart::Series series;
  series.name = name;
  const Json::json_pointer where(y);
  if (!succeeded(point) || !point.contains("time_series")) return series;
  for (const Json& sample : point.at("time_series").at("samples")) {
    if (!sample.contains(where) || !sample.at(where).is_number()) continue;
    series.points.push_back({sample.at("from").get<double>(), sample.at(where).get<double>(), 0});
  }
  return series;
}

}  // namespace sim
}  // namespace netloom
