// What is known of points and their results without simulating any.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/run/point.h"
#include "sim/statistics/stopping_rule.h"

namespace netloom {
inline namespace sim {

std::vector<PointRequest> points_of(const Config& config, bool details) {
  std::vector<PointRequest> points;
  std::vector<std::optional<double>> loads(config.traffic.loads.begin(),
                                           config.traffic.loads.end());
  if (loads.empty()) loads.emplace_back();
  for (const std::optional<double>& load : loads) {
    for (const std::uint64_t seed : config.run.seeds) points.push_back({load, seed, details});
  }
  return points;
}

double work_of(const Config& config, const PointRequest& request) {
  const auto hosts = static_cast<double>(config.netlist.hosts.size());
  const auto cycles = static_cast<double>(config.run.longest() + 1);
  return hosts * cycles * (0.1 + request.load.value_or(1.0));
}

Json failed_point(const PointRequest& request, const std::string& kind,
                  const std::string& message) {
  Json point;
  point["load"] = request.load ? Json(*request.load) : Json(nullptr);
  point["seed"] = request.seed;
  point["failure"] = {{"kind", kind}, {"message", message}};
  return point;
}

bool succeeded(const Json& point) {
  return point.at("failure").is_null();
}

bool is_as_precise_as_asked(const Json& point) {
  if (!point.contains("precision")) return true;
  const Json& verdict = point.at("precision").at("verdict");
  return verdict == "precise" || verdict == "settled";
}

bool falls_short_of_precision(const Json& point) {
  return !is_as_precise_as_asked(point) &&
         point.at("precision").at("verdict") != text_of(RunVerdict::kSourceQueuesGrow);
}

bool shows_defect(const Json& point) {
  if (succeeded(point)) return false;
  const std::string kind = point.at("failure").at("kind");
  return kind == "invariant" || kind == "conservation" || kind == "order" || kind == "crash";
}

bool any_saturated(const std::vector<const Json*>& points) {
  return std::any_of(points.begin(), points.end(), [](const Json* point) {
    return point->contains("saturated") && point->at("saturated") == true;
  });
}

bool are_copies(const std::vector<const Json*>& points) {
  if (points.size() < 2) return false;
  const Json& first = *points.front();
  return std::all_of(points.begin() + 1, points.end(), [&](const Json* each) {
    if (each->size() != first.size()) return false;
    for (const auto& [key, value] : first.items()) {
      if (key == "seed" || key == "performance") continue;
      const auto same = each->find(key);
      if (same == each->end() || *same != value) return false;
    }
    return true;
  });
}

std::optional<double> processor_seconds_of(const Json& point) {
  const Json::json_pointer place("/performance/processor_s");
  if (!point.contains(place) || !point.at(place).is_number()) return std::nullopt;
  return point.at(place).get<double>();
}

std::string failure_text(const Json& point) {
  const Json& load = point.at("load");
  const auto kind = point.at("failure").at("kind").get<std::string>();
  auto message = point.at("failure").at("message").get<std::string>();
  // An error says itself what it is about, and so does the watchdog.
  if (kind != "error" && message.rfind(kind, 0) != 0) message = kind + ": " + message;
  return fmt::format("{}seed {}: {}",
                     load.is_null() ? "" : fmt::format("load {:g}, ", load.get<double>()),
                     point.at("seed").get<std::uint64_t>(), message);
}

}  // namespace sim
}  // namespace netloom
