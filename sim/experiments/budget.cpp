#include "sim/experiments/budget.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "sim/base/json.h"
#include "sim/experiments/needs.h"
#include "sim/experiments/plan.h"
#include "sim/run/point.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {
namespace {

/// Points that are simulated before the next are prepared, for each process. Networks of all points
/// at once would not fit into the memory.
constexpr std::size_t kPointsAtOnce = 32;

/// Points of one configuration, whose network is made again when they are simulated.
struct Curves {
  const Experiment* experiment;
  Place place;  ///< one of those that have it
  std::vector<PointRequest> requests;
  std::vector<double> work;  ///< of each; 0: it is known
};

/// What experiments have at a scale.
class Points {
 public:
  /// Looks up what the database has of an experiment.
  void add(const Experiment& experiment, const ProduceOptions& options) {
    Plan plan;
    const ExperimentPlan places = plan.add(experiment, options.scale, options.overrides);
    SweepOptions sweep;
    sweep.database = options.database;
    sweep.any_build = options.any_build;
    sweep.only_known = true;
    run_sweep(plan.series, sweep);
    for (std::size_t i = 0; i < places.curves.size(); ++i) {
      const Place& place = places.curves[i];
      const Series& series = plan.series[places.series_of[i]];
      const std::string key = content_hash(json_text(series.config().resolved));
      const auto [found, is_new] = known_.emplace(key, curves.size());
      if (is_new) curves.push_back(curves_of(experiment, place, series));
      of_[{&experiment, place.variant, place.panel->name, place.curve->name}] = found->second;
    }
  }

  /// Nothing: a variant has no such curve, or the scale no such panel.
  std::optional<std::size_t> find(const Experiment& experiment, const Variant* variant,
                                  const Need& need) const {
    const auto found = of_.find({&experiment, variant, need.panel, need.curve});
    if (found == of_.end()) return std::nullopt;
    return found->second;
  }

  std::vector<Curves> curves;

 private:
  static Curves curves_of(const Experiment& experiment, const Place& place, const Series& series) {
    Curves result = {&experiment, place, points_of(series.config(), false), {}};
    for (std::size_t i = 0; i < result.requests.size(); ++i) {
      const bool is_known = !series.points[i].is_null();
      result.work.push_back(is_known ? 0 : work_of(series.config(), result.requests[i]));
    }
    return result;
  }

  std::map<std::string, std::size_t> known_;
  std::map<std::tuple<const Experiment*, const Variant*, std::string, std::string>, std::size_t>
      of_;
};

/// A point: of which curves, and which of theirs.
using PointId = std::pair<std::size_t, std::size_t>;

/// Points that have to be simulated.
using PointSet = std::set<PointId>;

bool is_at(const PointRequest& request, const std::optional<std::vector<double>>& loads) {
  if (!loads || !request.load) return true;
  return std::any_of(loads->begin(), loads->end(),
                     [&](double load) { return std::abs(load - *request.load) < 1e-9; });
}

/// The points that each statement needs and that are not known, of an experiment itself or of the
/// variants that may explain one. Statements that need none are left out.
std::vector<PointSet> statements_in(const Experiment& experiment, Scale scale, const Points& points,
                                    bool of_variants) {
  std::vector<PointSet> result;
  const auto add = [&](const Claim& claim, const Variant* variant) {
    for (const auto& panels : statements_of(experiment, claim, scale, variant)) {
      PointSet needed;
      bool can_be_judged = true;
      for (const std::string& panel : panels) {
        for (const Need& need : needs_of(claim, panel)) {
          const std::optional<std::size_t> found = points.find(experiment, variant, need);
          can_be_judged = can_be_judged && found.has_value();
          if (!found) continue;
          const Curves& curves = points.curves[*found];
          for (std::size_t i = 0; i < curves.requests.size(); ++i) {
            if (curves.work[i] > 0 && is_at(curves.requests[i], need.loads)) {
              needed.insert({*found, i});
            }
          }
        }
      }
      if (can_be_judged && !needed.empty()) result.push_back(std::move(needed));
    }
  };
  for (const Claim& claim : experiment.claims) {
    if (!of_variants) add(claim, nullptr);
    if (!of_variants) continue;
    for (const std::string& name : claim.explained_by) add(claim, &experiment.variant(name));
  }
  return result;
}

/// The order in which points are simulated.
class Queue {
 public:
  explicit Queue(const Points& points) : points_(points) {}

  /// Adds the points of statements, always those of the statement that takes the least beside what
  /// is in the queue already.
  void add_cheapest_first(const std::vector<PointSet>& statements) {
    std::vector<double> cost(statements.size());
    std::map<PointId, std::vector<std::size_t>> statements_with;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (const PointId& point : statements[i]) {
        if (chosen_.count(point) > 0) continue;
        cost[i] += work(point);
        statements_with[point].push_back(i);
      }
    }
    std::set<std::pair<double, std::size_t>> waiting;
    for (std::size_t i = 0; i < statements.size(); ++i) waiting.insert({cost[i], i});
    while (!waiting.empty()) {
      const std::size_t next = waiting.begin()->second;
      waiting.erase(waiting.begin());
      for (const PointId& point : statements[next]) {
        if (!add(point)) continue;
        for (const std::size_t other : statements_with[point]) {
          const bool waits = waiting.erase({cost[other], other}) > 0;
          cost[other] -= work(point);
          if (waits) waiting.insert({cost[other], other});
        }
      }
    }
  }

  /// Adds all others that are not known, those that take least first.
  void add_others() {
    std::set<std::pair<double, PointId>> others;
    for (std::size_t i = 0; i < points_.curves.size(); ++i) {
      for (std::size_t j = 0; j < points_.curves[i].work.size(); ++j) {
        if (work({i, j}) > 0) others.insert({work({i, j}), {i, j}});
      }
    }
    for (const auto& [work, point] : others) add(point);
  }

  const std::vector<PointId>& order() const { return order_; }

 private:
  double work(const PointId& point) const { return points_.curves[point.first].work[point.second]; }
  bool add(const PointId& point) {
    const bool is_new = chosen_.insert(point).second;
    if (is_new) order_.push_back(point);
    return is_new;
  }

  const Points& points_;
  PointSet chosen_;
  std::vector<PointId> order_;
};

/// Simulates some points, until so many processor seconds are used; only of these it says how many
/// failed.
SweepOutcome simulate(const Points& points, const std::vector<PointId>& some, double seconds,
                      const ProduceOptions& options) {
  SweepOptions sweep;
  sweep.jobs = options.jobs;
  sweep.database = options.database;
  sweep.any_build = options.any_build;
  sweep.progress = options.progress;
  sweep.budget = seconds;
  sweep.order.emplace();
  std::vector<Series> series;
  std::map<std::size_t, std::size_t> series_of;
  for (const auto& [curves, point] : some) {
    const auto [found, is_new] = series_of.emplace(curves, series.size());
    if (is_new) {
      const Curves& from = points.curves[curves];
      series.push_back(series_at(*from.experiment, from.place, options.scale, options.overrides));
    }
    sweep.order->push_back({found->second, point});
  }
  SweepOutcome outcome = run_sweep(series, sweep);
  outcome.failed = static_cast<std::size_t>(
      std::count_if(sweep.order->begin(), sweep.order->end(), [&](const SweepPoint& each) {
        const Json& point = series[each.series].points[each.point];
        return !point.is_null() && !succeeded(point);
      }));
  return outcome;
}

}  // namespace

BudgetOutcome spend(const std::vector<Experiment>& experiments, const ProduceOptions& options,
                    double hours) {
  Points points;
  std::vector<const Experiment*> simulated;
  for (const Experiment& each : experiments) {
    if (each.data == Experiment::Data::kSimulation) simulated.push_back(&each);
  }
  for (const Experiment* each : simulated) points.add(*each, options);
  Queue queue(points);
  for (const bool of_variants : {false, true}) {
    std::vector<PointSet> statements;
    for (const Experiment* each : simulated) {
      for (PointSet& needed : statements_in(*each, options.scale, points, of_variants)) {
        statements.push_back(std::move(needed));
      }
    }
    queue.add_cheapest_first(statements);
  }
  queue.add_others();

  const std::vector<PointId>& order = queue.order();
  const std::size_t at_once = kPointsAtOnce * static_cast<std::size_t>(options.jobs);
  BudgetOutcome outcome;
  double left = hours * 3600;
  for (std::size_t next = 0; next < order.size() && left > 0; next += at_once) {
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(next);
    const auto end =
        order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), next + at_once));
    const std::vector<PointId> some(begin, end);
    const SweepOutcome spent = simulate(points, some, left, options);
    outcome.simulated += some.size() - spent.not_begun;
    outcome.failed += spent.failed;
    left -= spent.processor_seconds;
    outcome.not_stored = spent.not_stored;
    if (!outcome.not_stored.empty()) break;
  }
  outcome.not_begun = order.size() - outcome.simulated;
  outcome.processor_hours = hours - left / 3600;
  return outcome;
}

}  // namespace sim
}  // namespace netloom
