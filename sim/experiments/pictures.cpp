#include "sim/experiments/pictures.h"

#include <algorithm>

#include "sim/report/chart.h"
#include "sim/run/point.h"
#include "sim/statistics/confidence.h"

namespace netloom {
namespace {

/// The numbers at a pointer in several points; nothing if one has none.
std::vector<double> numbers(const std::vector<const Json*>& points, const std::string& pointer) {
  const Json::json_pointer where(pointer);
  std::vector<double> values;
  for (const Json* point : points) {
    if (!succeeded(*point) || !point->contains(where) || !point->at(where).is_number()) return {};
    values.push_back(point->at(where).get<double>());
  }
  return values;
}

/// One point per load: means over the seeds.
Chart::Series curve_of(const Picture& picture, const std::string& name,
                       const std::vector<Json>& points) {
  std::vector<std::vector<const Json*>> loads;
  for (const Json& point : points) {
    auto same = std::find_if(loads.begin(), loads.end(), [&](const auto& each) {
      return each.front()->at("load") == point.at("load");
    });
    if (same == loads.end()) same = loads.insert(loads.end(), std::vector<const Json*>{});
    same->push_back(&point);
  }
  Chart::Series series;
  series.name = name;
  for (const auto& load : loads) {
    const std::vector<double> x = numbers(load, picture.x);
    const std::vector<double> y = numbers(load, picture.y);
    if (x.empty() || y.empty()) continue;
    const Estimate mean = estimate(y);
    series.points.push_back({estimate(x).mean, mean.mean, mean.ci95.value_or(0)});
  }
  return series;
}

/// The samples of the first seed.
Chart::Series time_series_of(const Picture& picture, const std::string& name,
                             const std::vector<Json>& points) {
  Chart::Series series;
  series.name = name;
  const Json::json_pointer y(picture.y);
  if (points.empty() || !succeeded(points.front())) return series;
  const Json& point = points.front();
  if (!point.contains("time_series")) return series;
  for (const Json& sample : point.at("time_series").at("samples")) {
    if (!sample.contains(y) || !sample.at(y).is_number()) continue;
    series.points.push_back({sample.at("from").get<double>(), sample.at(y).get<double>(), 0});
  }
  return series;
}

Chart chart_of(const Experiment& experiment, const ExperimentResults& results, const Panel& panel) {
  const Picture& picture = experiment.picture;
  Chart chart;
  chart.kind = picture.kind == Picture::Kind::kCurves ? Chart::Kind::kCurves : Chart::Kind::kLines;
  chart.title = experiment.panels.size() > 1 ? "(" + panel.name + ") " + panel.title : panel.title;
  chart.x_title = picture.x_title;
  chart.y_title = picture.y_title;
  chart.log_x = picture.log_x;
  chart.log_y = picture.log_y;
  for (const Curve& curve : experiment.curves) {
    const auto* points = results.find(panel.name, curve.name);
    if (points == nullptr) {
      chart.series.push_back({curve.name, {}});
    } else if (picture.kind == Picture::Kind::kCurves) {
      chart.series.push_back(curve_of(picture, curve.name, *points));
    } else {
      chart.series.push_back(time_series_of(picture, curve.name, *points));
    }
  }
  return chart;
}

/// All panels in one chart, a group of bars for each.
Chart bars_of(const Experiment& experiment, const ExperimentResults& results,
              const std::vector<const Panel*>& panels) {
  const Picture& picture = experiment.picture;
  Chart chart;
  chart.kind = Chart::Kind::kBars;
  chart.y_title = picture.y_title;
  chart.x_title = picture.x_title;
  chart.log_y = picture.log_y;
  for (const Panel* panel : panels) chart.groups.push_back(panel->title);
  for (const Curve& curve : experiment.curves) {
    Chart::Series series;
    series.name = curve.name;
    for (std::size_t i = 0; i < panels.size(); ++i) {
      const Measured value = measure(results, *picture.measure, panels[i]->name, curve.name);
      if (!value.missing.empty()) continue;
      double unit = 1;
      if (!picture.normalised_to.empty()) {
        const Measured base =
            measure(results, *picture.measure, panels[i]->name, picture.normalised_to);
        if (!base.missing.empty()) continue;
        unit = base.estimate().mean;
      }
      const Estimate mean = value.estimate();
      series.points.push_back(
          {static_cast<double>(i), mean.mean / unit, mean.ci95.value_or(0) / unit});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

std::vector<std::string> draw_pictures(const Experiment& experiment, Scale scale,
                                       const ExperimentResults& results,
                                       const std::string& prefix) {
  const std::vector<const Panel*> panels = experiment.panels_at(scale);
  std::vector<Chart> charts;
  switch (experiment.picture.kind) {
    case Picture::Kind::kNone:
      return {};
    case Picture::Kind::kBars:
      charts.push_back(bars_of(experiment, results, panels));
      break;
    case Picture::Kind::kCurves:
    case Picture::Kind::kTimeSeries:
      for (const Panel* panel : panels) charts.push_back(chart_of(experiment, results, *panel));
      break;
  }
  const bool something = std::any_of(charts.begin(), charts.end(), [](const Chart& chart) {
    return std::any_of(chart.series.begin(), chart.series.end(),
                       [](const Chart::Series& series) { return !series.points.empty(); });
  });
  if (!something) return {};
  draw_charts(charts, prefix);
  return {prefix + ".svg", prefix + ".png"};
}

}  // namespace netloom
