#include "sim/report/curves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sim/run/point.h"
#include "sim/statistics/confidence.h"

namespace netloom {
namespace {

/// The numbers at a pointer in several points; nothing if one of those that succeeded has none.
std::vector<double> numbers(const std::vector<const Json*>& points, const std::string& pointer) {
  const Json::json_pointer where(pointer);
  std::vector<double> values;
  for (const Json* point : points) {
    if (!point->contains(where) || !point->at(where).is_number()) return {};
    values.push_back(point->at(where).get<double>());
  }
  return values;
}

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
    const std::vector<double> across = numbers(load, x);
    const std::vector<double> up = numbers(load, y);
    if (across.empty() || up.empty()) continue;
    const Estimate mean = estimate(up);
    series.points.push_back({estimate(across).mean, mean.mean, mean.ci95.value_or(0)});
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
      const std::vector<double> values = numbers(each, y + "/" + std::to_string(i));
      if (values.empty()) break;
      const Estimate mean = estimate(values);
      series.points.push_back({static_cast<double>(i), mean.mean, mean.ci95.value_or(0)});
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

}  // namespace netloom
