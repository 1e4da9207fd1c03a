#include "sim/experiments/pictures.h"

#include <algorithm>
#include <optional>

#include "sim/report/chart.h"
#include "sim/report/curves.h"
#include "sim/statistics/confidence.h"

namespace netloom {
inline namespace sim {
namespace {

/// Whether a pointer into a point leads to a latency, which grows without bound in saturation.
bool is_latency(const std::string& pointer) {
  return pointer.rfind("/latency/", 0) == 0;
}

Chart chart_of(const Experiment& experiment, const ExperimentResults& results, const Panel& panel) {
  const Picture& picture = experiment.picture;
  Chart chart;
  chart.kind =
      picture.kind == Picture::Kind::kTimeSeries ? Chart::Kind::kLines : Chart::Kind::kCurves;
  chart.title = experiment.panels.size() > 1 ? "(" + panel.name + ") " + panel.title : panel.title;
  chart.x_title = picture.x_title;
  chart.y_title = picture.y_title;
  chart.log_x = picture.log_x;
  chart.log_y = picture.log_y;
  chart.saturation_leaves = is_latency(picture.y);
  for (const Curve& curve : experiment.curves) {
    const auto* points = results.find(panel.name, curve.name);
    if (points == nullptr) {
      chart.series.push_back({curve.name, {}});
    } else if (picture.kind == Picture::Kind::kCurves) {
      chart.series.push_back(load_curve(curve.name, *points, picture.x, picture.y));
    } else if (picture.kind == Picture::Kind::kList) {
      chart.series.push_back(list_curve(curve.name, *points, picture.load, picture.y));
    } else {
      chart.series.push_back(points->empty() ? Chart::Series{curve.name, {}}
                                             : time_curve(curve.name, points->front(), picture.y));
    }
  }
  return chart;
}

/// What the picture's measure gives for a curve in a panel; nothing if there is no number.
std::optional<Estimate> measured(const Picture& picture, const ExperimentResults& results,
                                 const Panel& panel, const Curve& curve) {
  const Measured value = measure(results, *picture.measure, panel.name, curve.name);
  if (!value.missing.empty()) return std::nullopt;
  Estimate result = value.estimate();
  if (!picture.normalised_to.empty()) {
    const Measured base = measure(results, *picture.measure, panel.name, picture.normalised_to);
    if (!base.missing.empty()) return std::nullopt;
    const double unit = base.estimate().mean;
    result.mean /= unit;
    if (result.ci95) *result.ci95 /= unit;
  }
  return result;
}

/// A measure over the panels: a chart for each `chart`.
std::vector<Chart> panel_charts(const Experiment& experiment, const ExperimentResults& results,
                                const std::vector<const Panel*>& panels) {
  const Picture& picture = experiment.picture;
  std::vector<Chart> charts;
  std::vector<std::string> titles;
  for (const Panel* panel : panels) {
    const auto found = std::find(titles.begin(), titles.end(), panel->chart);
    const auto index = static_cast<std::size_t>(found - titles.begin());
    if (found == titles.end()) {
      titles.push_back(panel->chart);
      Chart chart;
      chart.title = panel->chart;
      chart.x_title = picture.x_title;
      chart.y_title = picture.y_title;
      chart.log_x = picture.log_x;
      chart.log_y = picture.log_y;
      for (const Curve& curve : experiment.curves) chart.series.push_back({curve.name, {}});
      charts.push_back(std::move(chart));
    }
    for (std::size_t i = 0; i < experiment.curves.size(); ++i) {
      const auto value = measured(picture, results, *panel, experiment.curves[i]);
      if (!value) continue;
      charts[index].series[i].points.push_back({*panel->at, value->mean, value->ci95.value_or(0)});
    }
  }
  return charts;
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
      const auto value = measured(picture, results, *panels[i], curve);
      if (!value) continue;
      series.points.push_back({static_cast<double>(i), value->mean, value->ci95.value_or(0)});
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
    case Picture::Kind::kPanels:
      charts = panel_charts(experiment, results, panels);
      break;
    case Picture::Kind::kBars:
      charts.push_back(bars_of(experiment, results, panels));
      break;
    case Picture::Kind::kCurves:
    case Picture::Kind::kTimeSeries:
    case Picture::Kind::kList:
      for (const Panel* panel : panels) charts.push_back(chart_of(experiment, results, *panel));
      break;
  }
  const bool something = std::any_of(charts.begin(), charts.end(), [](const Chart& chart) {
    return std::any_of(chart.series.begin(), chart.series.end(),
                       [](const Chart::Series& series) { return !series.points.empty(); });
  });
  if (!something) return {};
  draw_charts(charts, prefix, experiment.title);
  return {prefix + ".svg", prefix + ".png"};
}

}  // namespace sim
}  // namespace netloom
