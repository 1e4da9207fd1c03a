#include "sim/experiments/experiment.h"

#include <algorithm>

namespace netloom {
inline namespace sim {

const char* scale_name(Scale scale) {
  switch (scale) {
    case Scale::kQuick:
      return "quick";
    case Scale::kMedium:
      return "medium";
    case Scale::kPaper:
      break;
  }
  return "paper";
}

const Panel& Experiment::panel(const std::string& name) const {
  return *std::find_if(panels.begin(), panels.end(),
                       [&](const Panel& each) { return each.name == name; });
}

const Curve& Experiment::curve(const std::string& name) const {
  return *std::find_if(curves.begin(), curves.end(),
                       [&](const Curve& each) { return each.name == name; });
}

std::vector<const Panel*> Experiment::panels_at(Scale scale) const {
  const auto runs = [&](const Panel& panel) {
    switch (scale) {
      case Scale::kQuick:
        return panel.in_quick;
      case Scale::kMedium:
        return panel.in_medium && (panel.in_quick || !medium.empty() || !panel.medium.empty());
      case Scale::kPaper:
        break;
    }
    return panel.in_paper;
  };
  std::vector<const Panel*> result;
  for (const Panel& each : panels) {
    if (runs(each)) result.push_back(&each);
  }
  return result;
}

std::vector<Override> Experiment::overrides(const Panel& panel, const Curve& curve,
                                            Scale scale) const {
  std::vector<Override> result;
  const auto add = [&result](const std::vector<Override>& list) {
    result.insert(result.end(), list.begin(), list.end());
  };
  add(set);
  add(panel.set);
  add(curve.set);
  for (const Panel::Only& each : panel.only) {
    const bool meant =
        std::find(each.curves.begin(), each.curves.end(), curve.name) != each.curves.end();
    if (meant) add(each.set);
  }
  // At medium scale too, a panel of the quick scale is run as it is there.
  const bool quickly = scale == Scale::kQuick || (scale == Scale::kMedium && panel.in_quick);
  add(quickly ? quick : paper);
  add(quickly ? panel.quick : panel.paper);
  if (scale == Scale::kMedium && !quickly) {
    add(medium);
    add(panel.medium);
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
