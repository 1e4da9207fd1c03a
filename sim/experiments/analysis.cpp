#include "sim/experiments/analysis.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <utility>

#include "routing/error.h"
#include "sim/cost/memory_scaling.h"
#include "sim/cost/network_cost.h"

namespace netloom {
namespace {

/// Settings of one curve in one panel, of which every one has to be asked for.
class Settings {
 public:
  Settings(const Experiment& experiment, const Panel& panel, const Curve& curve, Scale scale)
      : place_(fmt::format("{}, panel {}, curve {}", experiment.id, panel.name, curve.name)) {
    for (const auto& [key, value] : experiment.overrides(panel, curve, scale)) {
      values_[key] = value;
    }
  }

  std::string text(const std::string& key, const std::string& otherwise) {
    asked_.push_back(key);
    const auto found = values_.find(key);
    return found == values_.end() ? otherwise : found->second;
  }

  int number(const std::string& key, int otherwise) {
    const std::string value = text(key, std::to_string(otherwise));
    int result = 0;
    const char* last = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), last, result);
    if (parsed.ec != std::errc{} || parsed.ptr != last) {
      fail(fmt::format("{}: '{}' is not an integer", key, value));
    }
    return result;
  }

  /// Error: a setting that nobody asked for.
  void finish() const {
    for (const auto& [key, value] : values_) {
      bool known = false;
      for (const std::string& each : asked_) known = known || each == key;
      if (!known) {
        fail(fmt::format("'{}' is not a setting here; allowed: {}", key, fmt::join(asked_, ", ")));
      }
    }
  }

  [[noreturn]] void fail(const std::string& message) const { throw Error(place_ + ": " + message); }
  const std::string& place() const { return place_; }

 private:
  std::string place_;
  std::map<std::string, std::string> values_;
  std::vector<std::string> asked_;
};

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
  static const std::map<std::string, RegisterSet> sets = {{"interval", RegisterSet::kInterval},
                                                          {"fir", RegisterSet::kFir},
                                                          {"fir_source", RegisterSet::kFirSource},
                                                          {"ft2ei", RegisterSet::kFt2ei}};
  static const std::map<std::string, std::uint64_t MemoryPoint::*> values = {
      {"counted", &MemoryPoint::counted},
      {"formula", &MemoryPoint::formula},
      {"table", &MemoryPoint::table}};
  MemoryScalingOptions options;
  const std::string set = settings.text("registers", "ft2ei");
  const std::string value = settings.text("value", "counted");
  options.k = settings.number("k", options.k);
  options.exclusion_intervals = settings.number("exclusion_intervals", options.exclusion_intervals);
  options.largest =
      static_cast<std::uint32_t>(settings.number("largest", static_cast<int>(options.largest)));
  settings.finish();
  if (sets.count(set) == 0) {
    settings.fail("registers: '" + set +
                  "' is not known; allowed: interval, fir, fir_source, "
                  "ft2ei");
  }
  if (values.count(value) == 0) {
    settings.fail("value: '" + value + "' is not known; allowed: counted, formula, table");
  }
  options.set = sets.at(set);
  std::vector<Json> points;
  for (const MemoryPoint& each : memory_scaling(options).points) {
    points.push_back(point("bits", static_cast<double>(each.*values.at(value))));
    points.back()["load"] = each.nodes;
  }
  return points;
}

}  // namespace

double design_cost(const std::string& design, int k, int n) {
  std::vector<std::string> known;
  for (const CostedNetwork network : kCostedNetworks) {
    if (costed_network_name(network) == design) return NetworkCosts(k, n).of(network).relative;
    known.emplace_back(costed_network_name(network));
  }
  throw Error(fmt::format("cost: '{}' is not a network design; allowed: {}", design,
                          fmt::join(known, ", ")));
}

Production analyse(const Experiment& experiment, Scale scale) {
  Production production;
  for (const Panel* panel : experiment.panels_at(scale)) {
    for (const Curve& curve : experiment.curves) {
      Settings settings(experiment, *panel, curve, scale);
      std::vector<Json> points;
      try {
        points = experiment.data == Experiment::Data::kCost ? cost_points(settings, curve)
                                                            : memory_points(settings);
      } catch (const Error& error) {
        const std::string message = error.what();
        const bool placed = message.rfind(settings.place(), 0) == 0;
        throw Error(placed ? message : settings.place() + ": " + message);
      }
      production.points += points.size();
      production.results.add(panel->name, curve.name, std::move(points));
    }
  }
  return production;
}

}  // namespace netloom
