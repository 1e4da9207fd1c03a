#include "sim/experiments/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/check/torus_crossbar.h"
#include "sim/experiments/fault_analysis.h"
#include "sim/experiments/settings.h"
#include "sim/study/memory_scaling.h"
#include "sim/study/network_cost.h"
#include "sim/study/register_cost.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/result_store.h"

namespace netloom {
inline namespace sim {
namespace {

Json point(const char* name, double value) {
  return {{"load", nullptr}, {"seed", 1}, {"failure", nullptr}, {name, value}};
}

std::vector<Json> cost_points(Settings& settings, const Curve& curve) {
  const int k = settings.number("k", 4);
  const int n = settings.number("n", 2);
  settings.finish();
  return {point("network_cost", design_cost(curve.cost, k, n))};
}

std::vector<Json> memory_points(Settings& settings) {
  static const std::map<std::string, std::uint64_t MemoryPoint::*> values = {
      {"counted", &MemoryPoint::counted},
      {"formula", &MemoryPoint::formula},
      {"table", &MemoryPoint::table}};
  MemoryScalingOptions options;
  std::vector<std::string> sets = {options.set};
  for (const std::string& set : register_sets()) {
    if (has_formula(set) && set != options.set) sets.push_back(set);
  }
  options.set = settings.choice("registers", sets);
  const std::string value = settings.choice("value", {"counted", "formula", "table"});
  options.k = settings.number("k", options.k);
  options.exclusion_intervals = settings.number("exclusion_intervals", options.exclusion_intervals);
  options.largest =
      static_cast<std::uint32_t>(settings.number("largest", static_cast<int>(options.largest)));
  options.leave_out = settings.text("leave_out", "");
  settings.finish();
  std::vector<Json> points;
  for (const MemoryPoint& each : memory_scaling(options).points) {
    points.push_back(point("bits", static_cast<double>(each.*values.at(value))));
    points.back()["load"] = each.nodes;
  }
  return points;
}

std::vector<Json> crosspoint_points(Settings& settings) {
  const int dimensions = settings.number("dimensions", 2);
  const int size = settings.number("size", 8);
  const int vcs = settings.number("vcs", 2);
  const std::string function = settings.choice("function", {"dor", "adaptive"});
  const std::string policy = settings.choice("vc_policy", {"free", "iodet", "dbbm"});
  const std::string value = settings.choice("value", {"channels", "ports"});
  settings.finish();
  const SharedCrossbar crossbar =
      torus_crossbar(dimensions, size, vcs, function, policy, {{"rings", std::string("bubble")}});
  return {point("crosspoints",
                static_cast<double>(value == "ports" ? crossbar.crosspoints_between_ports()
                                                     : crossbar.crosspoints()))};
}

std::vector<Json> points_of(Experiment::Data data, Settings& settings, const Curve& curve,
                            const ProduceOptions& options) {
  switch (data) {
    case Experiment::Data::kCost:
      return cost_points(settings, curve);
    case Experiment::Data::kMemory:
      return memory_points(settings);
    case Experiment::Data::kCrosspoints:
      return crosspoint_points(settings);
    case Experiment::Data::kFaults:
      return fault_points(settings, options.jobs);
    case Experiment::Data::kSimulation:
      break;
  }
  return {};
}

/// Keeps what takes long: combinations of faults.
class Keeper {
 public:
  Keeper(const Experiment& experiment, const ProduceOptions& options)
      : any_build_(options.any_build) {
    if (experiment.data != Experiment::Data::kFaults) return;
    only_known_ = options.only_known;
    if (!options.database.empty()) store_ = std::make_unique<ResultStore>(options.database);
  }

  /// Of a curve. Nothing: they are not known, and nothing is to be computed.
  std::vector<Json> points(const Settings& settings,
                           const std::function<std::vector<Json>()>& compute) {
    const std::string from = identity_of("faults", Json(settings.values()), any_build_);
    if (store_) {
      if (const auto known = store_->find_computed(from)) return *known;
    }
    if (only_known_) return {};
    if (store_) store_->require_writable();
    std::vector<Json> result = compute();
    if (store_) store_->add_computed(from, Json(result));
    return result;
  }

 private:
  std::unique_ptr<ResultStore> store_;
  bool any_build_;
  bool only_known_ = false;
};

}  // namespace

double design_cost(const std::string& design, int k, int n) {
  std::vector<std::string> known;
  for (const CostedNetwork network : kCostedNetworks) {
    if (costed_network_name(network) == design) return NetworkCosts(k, n).of(network).relative;
    known.emplace_back(costed_network_name(network));
  }
  throw Error(
      fmt::format("cost: '{}' is not a network design; allowed: {}", design, joined(known)));
}

Production analyse(const Experiment& experiment, const ProduceOptions& options) {
  Production production;
  Keeper keeper(experiment, options);
  const auto add = [&](const Variant* variant, const Panel& panel, const Curve& curve) {
    Settings settings(experiment, panel, curve, options.scale, variant);
    std::vector<Json> points;
    try {
      points = keeper.points(settings,
                             [&] { return points_of(experiment.data, settings, curve, options); });
    } catch (const Error& error) {
      const std::string message = error.what();
      const bool placed = message.rfind(settings.place(), 0) == 0;
      throw Error(placed ? message : settings.place() + ": " + message);
    }
    production.points += std::max<std::size_t>(1, points.size());
    if (points.empty()) {
      ++production.missing;
      return;
    }
    production.of(experiment, variant).add(panel.name, curve.name, std::move(points));
  };
  for (const Variant* variant : experiment.boards()) {
    for (const Panel* panel : experiment.panels_at(options.scale, variant)) {
      for (const Curve* curve : experiment.curves_of(variant)) add(variant, *panel, *curve);
    }
  }
  return production;
}

}  // namespace sim
}  // namespace netloom
