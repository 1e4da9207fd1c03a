#include "sim/sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/base/progress.h"
#include "sim/base/shared_shares.h"
#include "sim/base/termination.h"
#include "sim/config/memory.h"
#include "sim/config/views.h"
#include "sim/run/make_workload.h"
#include "sim/run/network_check.h"
#include "sim/sweep/any_build.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/result_store.h"
#include "sim/sweep/rtl_trial.h"
#include "sim/traffic/trace.h"

namespace netloom {
inline namespace sim {
namespace {

/// A point that has to be simulated.
struct Task {
  std::size_t series;
  std::size_t point;  ///< index into Series::points
  PointRequest request;
  double work;  ///< relative to the others
};

/// Which points are simulated, and when.
class Order {
 public:
  explicit Order(const std::optional<std::vector<SweepPoint>>& order) : is_given_(order) {
    if (!order) return;
    for (const SweepPoint& each : *order)
      ranks_.try_emplace({each.series, each.point}, ranks_.size());
  }

  bool has(std::size_t series, std::size_t point) const {
    return !is_given_ || ranks_.count({series, point}) > 0;
  }
  void sort(std::vector<Task>& tasks) const {
    if (!is_given_) return;
    const auto rank = [this](const Task& task) { return ranks_.at({task.series, task.point}); };
    std::sort(tasks.begin(), tasks.end(),
              [&](const Task& one, const Task& other) { return rank(one) < rank(other); });
  }

 private:
  bool is_given_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> ranks_;
};

/// The processor time of processes that run and have run.
class ProcessorTime {
 public:
  void begin(std::size_t task, int cores) { running_[task] = {Clock::now(), cores}; }
  /// `seconds`: that it took, if it says so.
  void end(std::size_t task, const std::optional<double>& seconds) {
    const auto found = running_.find(task);
    finished_ += seconds.value_or(seconds_of(found->second));
    running_.erase(found);
  }
  double seconds() const {
    double result = finished_;
    for (const auto& [task, each] : running_) result += seconds_of(each);
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    Clock::time_point since;
    int cores = 1;
  };
  static double seconds_of(const Running& running) {
    return std::chrono::duration<double>(Clock::now() - running.since).count() * running.cores;
  }

  double finished_ = 0;
  std::map<std::size_t, Running> running_;
};

/// A result is kept if simulating it again would give it again.
bool worth_keeping(const Json& point) {
  if (succeeded(point)) return true;
  const std::string kind = point.at("failure").at("kind");
  return kind == "deadlock" || kind == "livelock";
}

/// Of a series, by which the database knows it.
struct Configuration {
  std::string identity;
  const Config* config = nullptr;
};

/// Brings finished points into the database.
class PointKeeper {
 public:
  /// Without a database, nothing is kept.
  explicit PointKeeper(ResultStore* store) : store_(store) {}

  void add(const Configuration& configuration, const PointRequest& request, const Json& point) {
    if (store_ == nullptr || !worth_keeping(point)) return;
    waiting_.push_back({&configuration, request, point});
    store();
  }

  std::size_t stored() const { return stored_; }

  /// After the last point: what SweepOutcome::not_stored says.
  std::string finish() {
    if (!waiting_.empty()) store();
    try {
      if (stored_ > 0) store_->require_in_place();
    } catch (const Error& error) {
      // Nor are those that had been there before.
      reason_ = error.what();
      is_gone_ = true;
      return reason_;
    }
    if (waiting_.empty()) return "";
    return fmt::format("{}; {} finished points are not there", reason_, waiting_.size());
  }

  /// After finish(): whether the file is not where it was.
  bool is_gone() const { return is_gone_; }

 private:
  struct Waiting {
    const Configuration* configuration;
    PointRequest request;
    Json point;
  };

  void store() {
    try {
      for (; !waiting_.empty(); waiting_.pop_front(), ++stored_) {
        const Waiting& first = waiting_.front();
        const auto& [identity, config] = *first.configuration;
        store_->add(store_->configuration(identity, *config), first.request, first.point);
      }
      reason_.clear();
    } catch (const Error& error) {
      // Whoever is told now may make room before the end.
      if (reason_.empty()) {
        print_warning(fmt::format("{}; it is tried again after every point", error.what()));
      }
      reason_ = error.what();
    }
  }

  ResultStore* store_;
  std::deque<Waiting> waiting_;
  std::size_t stored_ = 0;
  std::string reason_;
  bool is_gone_ = false;
};

Json result_of(const TaskResult& result, const PointRequest& request) {
  if (!result.crash.empty()) {
    const bool from_outside =
        result.signal == SIGKILL || result.signal == SIGTERM || result.signal == SIGINT;
    return failed_point(request, from_outside ? "killed" : "crash",
                        "the process of the simulation " + result.crash);
  }
  Json point = parse_json(result.output);
  if (point.is_discarded()) {
    return failed_point(request, "crash", "the process of the simulation gave no result");
  }
  return point;
}

/// As require_rtl_switches(). `named`: an Error begins with the name of the series.
std::vector<std::string> require_switches_of(const Series& series, const TrafficBounds& bounds,
                                             bool named) {
  try {
    return require_rtl_switches(series.config(), bounds);
  } catch (const Error& error) {
    if (!named) throw;
    throw Error(fmt::format("{}: {}", series.name, error.what()));
  }
}

}  // namespace

std::shared_ptr<LoadedConfig> series_config(LoadedConfig loaded) {
  if (!refuses_too_few_vcs(loaded.config())) loaded.drop_routing();
  return std::make_shared<LoadedConfig>(std::move(loaded));
}

SweepOutcome run_sweep(std::vector<Series>& series, const SweepOptions& options) {
  std::unique_ptr<ResultStore> store;
  if (!options.database.empty()) store = std::make_unique<ResultStore>(options.database);
  std::optional<AnyBuild> any_build;
  if (store && options.any_build) any_build.emplace(*store);
  std::vector<std::shared_ptr<const Trace>> traces;
  std::vector<Configuration> configurations(series.size());
  std::vector<Task> tasks;
  const Order order(options.order);
  SweepOutcome outcome;
  double work = 0;
  std::uint64_t at_once = std::numeric_limits<std::uint64_t>::max();  ///< points, by memory
  for (std::size_t i = 0; i < series.size(); ++i) {
    Series& each = series[i];
    traces.emplace_back();
    std::vector<std::int64_t> same;  ///< configurations in the database whose points count
    // What is known of switches in RTL is so of those that there are now.
    const bool in_rtl = options.ranks->alone() && has_rtl_view(each.config());
    std::vector<std::string> switches;
    std::optional<TrafficBounds> bounds;
    if (store && in_rtl) {
      traces[i] = load_trace(each.config());
      bounds = known_bounds(each.config(), traces[i].get());
      switches = require_switches_of(each, *bounds, series.size() > 1);
    }
    if (store) {
      const std::string identity = identity_of(each.config(), options.any_build, switches);
      if (any_build) same = any_build->find(identity);
      if (const auto own = store->find_configuration(identity)) same.insert(same.begin(), *own);
      configurations[i] = {identity, &each.config()};
    }
    std::vector<PointRequest> requests = points_of(each.config(), options.details);
    for (PointRequest& request : requests) {
      request.explain = options.explain;
      request.waves = options.waves;
      request.ranks = options.ranks;
    }
    const std::size_t tasks_before = tasks.size();
    each.points.assign(requests.size(), Json());
    for (std::size_t point = 0; point < requests.size(); ++point) {
      ++outcome.points;
      std::optional<Json> known;
      for (std::size_t j = 0; j < same.size() && !known; ++j) {
        known = store->find(same[j], requests[point]);
      }
      if (known) {
        each.points[point] = std::move(*known);
        ++outcome.reused;
      } else if (!options.only_known && order.has(i, point)) {
        tasks.push_back({i, point, requests[point], work_of(each.config(), requests[point])});
        work += tasks.back().work;
      }
    }
    if (tasks.size() == tasks_before) {
      traces[i].reset();
      continue;
    }
    // What takes longer comes later: a trace may be large, and so may what VCs are computed of.
    together(*options.ranks, "what the run needs", [&] {
      require_memory(each.config(), {}, *options.ranks);
      if (!bounds) {
        traces[i] = load_trace(each.config());
        bounds = known_bounds(each.config(), traces[i].get());
      }
      require_memory(each.config(), *bounds, *options.ranks);
      require_enough_vcs(*each.loaded);
    });
    each.loaded->drop_routing();            // every point makes its own
    if (!options.ranks->alone()) continue;  // these have one point
    if (!store) require_switches_of(each, *bounds, series.size() > 1);
    const std::uint64_t shared =
        traces[i] ? bounds->trace_bytes : 0;  // by all points of the series
    at_once = std::min(at_once, (memory_limit(each.config().run.memory_limit) - shared) /
                                    (memory_of_run(each.config(), *bounds) - shared));
  }
  order.sort(tasks);
  if (store && !tasks.empty()) store->require_writable();
  int jobs = options.jobs;
  for (const Series& each : series) {
    // A point with several threads takes as many cores.
    const int threads = each.config().network.simulation.threads;
    jobs = std::min(jobs, threads == 0 ? 1 : std::max(1, options.jobs / threads));
  }
  if (tasks.size() > at_once && static_cast<std::uint64_t>(jobs) > at_once) {
    jobs = static_cast<int>(at_once);
    print_note(fmt::format(
        "{} at a time instead of {}: more would take more memory than simulation.memory_limit",
        jobs, options.jobs));
  }

  if (!options.ranks->alone()) {
    const auto [i, point, request, share] = tasks.front();
    // All of them say how far they are, so that all stop there; the first one is heard.
    Progress progress(options.progress, 1, share);
    series[i].points[point] =
        simulate_point(series[i].config(), request, traces[i],
                       [&, work = share](double done) { progress.underway(done * work); });
    progress.finished(share, 0);
    outcome.failed = succeeded(series[i].points[point]) ? 0 : 1;
    return outcome;
  }

  PointKeeper keeper(store.get());
  std::size_t finished = 0;
  std::size_t begun = 0;
  ProcessorTime time;
  try {
    const bool is_followed = options.progress || options.told;
    Progress progress(options.progress, tasks.size(), work);
    SharedShares shares(is_followed ? tasks.size() : 0);
    std::vector<bool> is_finished(tasks.size());
    double done = 0;
    const auto underway = [&] {
      double result = 0;
      for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (!is_finished[i]) result += shares.of(i) * tasks[i].work;
      }
      return result;
    };
    const auto tell = [&] {
      if (options.told) {
        options.told({finished, tasks.size(), work > 0 ? (done + underway()) / work : 1});
      }
    };
    const auto meanwhile = [&] {
      progress.underway(underway());
      tell();
    };
    tell();
    run_in_processes(
        tasks.size(), jobs,
        [&](std::size_t index) {
          const Task& task = tasks[index];
          std::function<void(double)> told;
          if (is_followed) told = [&shares, index](double share) { shares.tell(index, share); };
          return json_text(simulate_point(series[task.series].config(), task.request,
                                          traces[task.series], told));
        },
        [&](const TaskResult& result) {
          const Task& task = tasks[result.task];
          Json& point = series[task.series].points[task.point];
          point = result_of(result, task.request);
          time.end(result.task, processor_seconds_of(point));
          ++finished;
          keeper.add(configurations[task.series], task.request, point);
          is_finished[result.task] = true;
          done += task.work;
          progress.finished(task.work, underway());
          tell();
        },
        is_followed ? meanwhile : std::function<void()>(),
        [&](std::size_t index) {
          if (options.budget && time.seconds() >= *options.budget) return false;
          const Config& config = series[tasks[index].series].config();
          time.begin(index, std::max(1, config.network.simulation.threads));
          begun = index + 1;
          return true;
        });
  } catch (Termination& end) {
    if (!store) {
      end.kept =
          fmt::format("{} of {} points were finished and are lost; netloom sweep --db keeps them",
                      finished, outcome.points);
      throw;
    }
    outcome.not_stored = keeper.finish();
    const std::size_t kept = keeper.is_gone() ? 0 : outcome.reused + keeper.stored();
    end.kept = fmt::format("{} of {} points are in {}", kept, outcome.points, options.database);
    if (!outcome.not_stored.empty()) end.kept += "; " + outcome.not_stored;
    throw;
  }
  outcome.not_begun = tasks.size() - begun;
  outcome.processor_seconds = time.seconds();
  outcome.not_stored = keeper.finish();
  for (const Series& each : series) {
    for (const Json& point : each.points) {
      if (!point.is_null() && !succeeded(point)) ++outcome.failed;
    }
  }
  return outcome;
}

}  // namespace sim
}  // namespace netloom
