#include "sim/experiments/experiment.h"

#include <fmt/format.h>

#include <algorithm>

namespace netloom {
inline namespace sim {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

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

const Variant& Experiment::variant(const std::string& name) const {
  return *std::find_if(variants.begin(), variants.end(),
                       [&](const Variant& each) { return each.name == name; });
}

std::vector<const Variant*> Experiment::boards() const {
  std::vector<const Variant*> result = {nullptr};
  for (const Variant& each : variants) result.push_back(&each);
  return result;
}

std::string Experiment::place(const Variant* variant, const Panel& panel,
                              const Curve& curve) const {
  return fmt::format("{}{}, panel {}, curve {}", id,
                     variant == nullptr ? "" : ", variant " + variant->name, panel.name,
                     curve.name);
}

std::vector<const Panel*> Experiment::panels_at(Scale scale, const Variant* variant) const {
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
    const bool has = variant == nullptr || contains(variant->panels, each.name);
    if (has && runs(each)) result.push_back(&each);
  }
  return result;
}

std::vector<const Curve*> Experiment::curves_of(const Variant* variant) const {
  std::vector<const Curve*> result;
  for (const Curve& each : curves) {
    if (variant == nullptr || contains(variant->curves, each.name)) result.push_back(&each);
  }
  return result;
}

std::vector<Override> Experiment::overrides(const Panel& panel, const Curve& curve, Scale scale,
                                            const Variant* variant) const {
  std::vector<Override> result;
  const auto add = [&result](const std::vector<Override>& list) {
    result.insert(result.end(), list.begin(), list.end());
  };
  add(set);
  add(panel.set);
  add(curve.set);
  const auto add_only = [&](const std::vector<Only>& list) {
    for (const Only& each : list) {
      if (contains(each.curves, curve.name)) add(each.set);
    }
  };
  add_only(panel.only);
  // At medium scale too, a panel of the quick scale is run as it is there.
  const bool quickly = scale == Scale::kQuick || (scale == Scale::kMedium && panel.in_quick);
  add(quickly ? quick : paper);
  add(quickly ? panel.quick : panel.paper);
  if (scale == Scale::kMedium && !quickly) {
    add(medium);
    add(panel.medium);
  }
  if (variant == nullptr) return result;
  add(variant->set);
  add_only(variant->only);
  return result;
}

}  // namespace sim
}  // namespace netloom
