#include "sim/experiments/budget.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "sim/experiments/needs.h"
#include "sim/experiments/plan.h"
#include "sim/run/point.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {
namespace {

/// The points that experiments have, by number, and what each takes.
class PointWork {
 public:
  explicit PointWork(const std::vector<Series>& series) {
    for (const Series& each : series) {
      first_.push_back(points_.size());
      requests_.push_back(points_of(each.config(), false));
      for (std::size_t i = 0; i < requests_.back().size(); ++i) {
        const bool is_known = !each.points.empty() && !each.points[i].is_null();
        work_.push_back(is_known ? 0 : work_of(each.config(), requests_.back()[i]));
        points_.push_back({first_.size() - 1, i});
      }
    }
  }

  /// Points that have to be simulated for one need, of the series that has its curve.
  void add_needed(std::size_t series, const std::optional<std::vector<double>>& loads,
                  std::set<std::size_t>& needed) const {
    for (std::size_t i = 0; i < requests_[series].size(); ++i) {
      const std::size_t point = first_[series] + i;
      if (work_[point] > 0 && is_at(requests_[series][i], loads)) needed.insert(point);
    }
  }

  /// All that have to be simulated, those that take least first.
  std::vector<std::size_t> unknown() const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < work_.size(); ++i) {
      if (work_[i] > 0) result.push_back(i);
    }
    std::stable_sort(result.begin(), result.end(), [this](std::size_t one, std::size_t other) {
      return work_[one] < work_[other];
    });
    return result;
  }

  double work(std::size_t point) const { return work_[point]; }
  SweepPoint place(std::size_t point) const { return points_[point]; }

 private:
  static bool is_at(const PointRequest& request, const std::optional<std::vector<double>>& loads) {
    if (!loads || !request.load) return true;
    for (const double load : *loads) {
      if (std::abs(load - *request.load) < 1e-9) return true;
    }
    return false;
  }

  std::vector<std::size_t> first_;  ///< point of each series
  std::vector<std::vector<PointRequest>> requests_;
  std::vector<SweepPoint> points_;
  std::vector<double> work_;  ///< 0: it is known
};

/// The points that statements need; each statement with at least one.
using Statements = std::vector<std::set<std::size_t>>;

class SeriesOf {
 public:
  explicit SeriesOf(const ExperimentPlan& plan) {
    for (std::size_t i = 0; i < plan.curves.size(); ++i) {
      const Place& place = plan.curves[i];
      series_[{place.variant, place.panel->name, place.curve->name}] = plan.series_of[i];
    }
  }
  /// Nothing: a variant has no such curve, or the scale no such panel.
  std::optional<std::size_t> find(const Variant* variant, const Need& need) const {
    const auto found = series_.find({variant, need.panel, need.curve});
    if (found == series_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<std::tuple<const Variant*, std::string, std::string>, std::size_t> series_;
};

/// Statements of an experiment itself, or of the variants that may explain one.
Statements statements_in(const ExperimentPlan& plan, Scale scale, const PointWork& work,
                         bool of_variants) {
  const SeriesOf series(plan);
  Statements result;
  const auto add = [&](const Claim& claim, const Variant* variant) {
    for (const auto& panels : statements_of(*plan.experiment, claim, scale, variant)) {
      std::set<std::size_t> needed;
      bool can_be_judged = true;
      for (const std::string& panel : panels) {
        for (const Need& need : needs_of(claim, panel)) {
          const std::optional<std::size_t> found = series.find(variant, need);
          can_be_judged = can_be_judged && found.has_value();
          if (found) work.add_needed(*found, need.loads, needed);
        }
      }
      if (can_be_judged && !needed.empty()) result.push_back(std::move(needed));
    }
  };
  for (const Claim& claim : plan.experiment->claims) {
    if (!of_variants) add(claim, nullptr);
    if (!of_variants) continue;
    for (const std::string& name : claim.explained_by) add(claim, &plan.experiment->variant(name));
  }
  return result;
}

/// Adds the points of statements to an order, always those of the statement that takes the least
/// beside what is in it already.
void add_cheapest_first(const Statements& statements, const PointWork& work,
                        std::set<std::size_t>& chosen, std::vector<SweepPoint>& order) {
  std::vector<double> cost(statements.size());
  std::map<std::size_t, std::vector<std::size_t>> statements_with;  // a point
  for (std::size_t i = 0; i < statements.size(); ++i) {
    for (const std::size_t point : statements[i]) {
      if (chosen.count(point) > 0) continue;
      cost[i] += work.work(point);
      statements_with[point].push_back(i);
    }
  }
  std::set<std::pair<double, std::size_t>> waiting;
  for (std::size_t i = 0; i < statements.size(); ++i) waiting.insert({cost[i], i});
  while (!waiting.empty()) {
    const std::size_t next = waiting.begin()->second;
    waiting.erase(waiting.begin());
    for (const std::size_t point : statements[next]) {
      if (!chosen.insert(point).second) continue;
      order.push_back(work.place(point));
      for (const std::size_t other : statements_with[point]) {
        const bool waits = waiting.erase({cost[other], other}) > 0;
        cost[other] -= work.work(point);
        if (waits) waiting.insert({cost[other], other});
      }
    }
  }
}

}  // namespace

BudgetOutcome spend(const std::vector<Experiment>& experiments, const ProduceOptions& options,
                    double hours) {
  Plan plan;
  std::vector<ExperimentPlan> plans;
  for (const Experiment& each : experiments) {
    if (each.data != Experiment::Data::kSimulation) continue;
    plans.push_back(plan.add(each, options.scale, options.overrides));
  }
  SweepOptions sweep;
  sweep.jobs = options.jobs;
  sweep.database = options.database;
  sweep.any_build = options.any_build;
  sweep.only_known = true;
  run_sweep(plan.series, sweep);

  const PointWork work(plan.series);
  sweep.order.emplace();
  std::set<std::size_t> chosen;
  for (const bool of_variants : {false, true}) {
    Statements statements;
    for (const ExperimentPlan& each : plans) {
      for (auto& points : statements_in(each, options.scale, work, of_variants)) {
        statements.push_back(std::move(points));
      }
    }
    add_cheapest_first(statements, work, chosen, *sweep.order);
  }
  for (const std::size_t point : work.unknown()) {
    if (chosen.insert(point).second) sweep.order->push_back(work.place(point));
  }
  sweep.only_known = false;
  sweep.progress = options.progress;
  sweep.budget = hours * 3600;
  const SweepOutcome spent = run_sweep(plan.series, sweep);
  return {sweep.order->size() - spent.not_begun, spent.not_begun, spent.failed,
          spent.processor_seconds / 3600, spent.not_stored};
}

}  // namespace sim
}  // namespace netloom
