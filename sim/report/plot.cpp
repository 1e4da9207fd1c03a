#include "sim/report/plot.h"

#include <fmt/format.h>

#include <cstdint>

#include "routing/base/joined.h"
#include "sim/report/curves.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr const char* kOffered = "offered load, phits/(node·cycle)";
constexpr const char* kAccepted = "accepted load, phits/(node·cycle)";

Chart load_chart(const std::vector<Series>& series, const char* x, const char* y,
                 const char* x_title, const char* y_title) {
  Chart chart;
  chart.x_title = x_title;
  chart.y_title = y_title;
  for (const Series& each : series) {
    // Closed workloads have no load.
    const bool open = !each.config().traffic.loads.empty();
    chart.series.push_back(open ? load_curve(each.name, each.points, x, y)
                                : Chart::Series{each.name, {}});
  }
  return chart;
}

/// The first point of each load that has a time series, with the name of its curve.
std::vector<std::pair<std::string, const Json*>> with_time(const Series& series) {
  std::vector<std::pair<std::string, const Json*>> result;
  const bool several = series.config().traffic.loads.size() > 1;
  const bool one_of_seeds = series.config().run.seeds.size() > 1;
  for (const Json& point : series.points) {
    if (!succeeded(point) || !point.contains("time_series")) continue;
    const Json& load = point.at("load");
    if (!result.empty() && result.back().second->at("load") == load) continue;
    std::string name = series.name;
    if (several) {
      name += fmt::format("{}load {:g}", name.empty() ? "" : ", ", load.get<double>());
    }
    if (one_of_seeds) {
      name +=
          fmt::format("{}seed {}", name.empty() ? "" : ", ", point.at("seed").get<std::uint64_t>());
    }
    result.emplace_back(std::move(name), &point);
  }
  return result;
}

Chart time_chart(const std::vector<Series>& series, const char* y, const char* y_title) {
  Chart chart;
  chart.kind = Chart::Kind::kLines;
  chart.x_title = "cycle";
  chart.y_title = y_title;
  for (const Series& each : series) {
    for (const auto& [name, point] : with_time(each)) {
      chart.series.push_back(time_curve(name, *point, y));
    }
  }
  return chart;
}

constexpr std::size_t kMostNames = 6;  ///< in a title

std::string series_text(const Series& series) {
  if (!series.name.empty()) return series.name;
  const Config& config = series.config();
  std::string text = config.netlist.topology + ", " + config.routing_function;
  const Json& traffic = config.resolved.value("traffic", Json::object());
  for (const char* key : {"pattern", "application"}) {
    const Json value = traffic.value(key, Json());
    const Json name = value.is_object() ? value.value("name", Json()) : value;
    if (name.is_string()) text += ", " + name.get<std::string>();
  }
  return text;
}

std::string title_of(const std::string& what, const std::vector<Series>& series) {
  std::vector<std::string> names;
  for (const Series& each : series) names.push_back(series_text(each));
  return what + ": " +
         (names.size() > kMostNames ? fmt::format("{} series", names.size()) : joined(names, "; "));
}

}  // namespace

std::string load_title(const std::vector<Series>& series) {
  return title_of("Latency and accepted load", series);
}

std::string time_title(const std::vector<Series>& series) {
  return title_of("Latency and accepted load over time", series);
}

std::vector<Chart> load_charts(const std::vector<Series>& series, bool log_latency) {
  const auto latency = [&](const char* value, const char* title) {
    Chart chart = load_chart(series, "/accepted_load", value, kAccepted, title);
    chart.log_y = log_latency;
    chart.saturation_leaves = true;
    return chart;
  };
  Chart accepted = load_chart(series, "/load", "/accepted_load", kOffered, kAccepted);
  accepted.diagonal = true;
  return {latency("/latency/network/mean", "mean network latency, cycles"),
          latency("/latency/generation/mean", "mean latency from generation, cycles"),
          latency("/latency/network/p99", "p99 of the network latency, cycles"),
          std::move(accepted)};
}

std::vector<Chart> time_charts(const std::vector<Series>& series, bool log_latency) {
  std::vector<Chart> charts = {
      time_chart(series, "/generation_latency", "mean latency from generation, cycles"),
      time_chart(series, "/network_latency", "mean network latency, cycles")};
  for (Chart& chart : charts) chart.log_y = log_latency;
  charts.push_back(time_chart(series, "/accepted_load", kAccepted));
  return charts;
}

}  // namespace sim
}  // namespace netloom
