#include "sim/sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>

#include "sim/config/memory.h"
#include "sim/run/process_pool.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/progress.h"
#include "sim/sweep/result_store.h"
#include "sim/traffic/trace.h"
#include "sim/traffic/workload.h"

namespace netloom {
namespace {

/// A point that has to be simulated.
struct Task {
  std::size_t series;
  std::size_t point;  ///< index into Series::points
  PointRequest request;
};

/// What a point costs, relative to others of its network: the cycles without packets and those of
/// the packets.
double work_of(const PointRequest& request) {
  return 0.1 + request.load.value_or(1.0);
}

/// A result is kept if simulating it again would give it again.
bool worth_keeping(const Json& point) {
  if (succeeded(point)) return true;
  const std::string kind = point.at("failure").at("kind");
  return kind == "deadlock" || kind == "livelock";
}

Json result_of(const TaskResult& result, const PointRequest& request) {
  if (!result.crash.empty()) {
    return failed_point(request, "crash", "the process of the simulation " + result.crash);
  }
  Json point = Json::parse(result.output, nullptr, false);
  if (point.is_discarded()) {
    return failed_point(request, "crash", "the process of the simulation gave no result");
  }
  return point;
}

}  // namespace

SweepOutcome run_sweep(std::vector<Series>& series, const SweepOptions& options) {
  std::unique_ptr<ResultStore> store;
  if (!options.database.empty()) store = std::make_unique<ResultStore>(options.database);
  std::vector<std::shared_ptr<const Trace>> traces;
  std::vector<std::int64_t> configurations;
  std::vector<Task> tasks;
  SweepOutcome outcome;
  double work = 0;
  std::uint64_t at_once = std::numeric_limits<std::uint64_t>::max();  ///< points, by memory
  for (std::size_t i = 0; i < series.size(); ++i) {
    Series& each = series[i];
    traces.push_back(load_trace(each.config));
    configurations.push_back(
        store ? store->configuration(identity_of(each.config, options.any_build), each.config) : 0);
    std::vector<PointRequest> requests = points_of(each.config, options.details);
    for (PointRequest& request : requests) {
      request.explain = options.explain;
      request.waves = options.waves;
    }
    const std::size_t tasks_before = tasks.size();
    each.points.assign(requests.size(), Json());
    for (std::size_t point = 0; point < requests.size(); ++point) {
      ++outcome.points;
      std::optional<Json> known;
      if (store) known = store->find(configurations[i], requests[point]);
      if (known) {
        each.points[point] = std::move(*known);
        ++outcome.reused;
      } else if (!options.only_known) {
        tasks.push_back({i, point, requests[point]});
        work += work_of(requests[point]);
      }
    }
    if (tasks.size() == tasks_before) continue;
    std::optional<int> smallest_packet;
    if (traces[i]) {
      smallest_packet = traces[i]->smallest_packet(each.config.network.nic.packet_phits);
    }
    require_memory(each.config, smallest_packet);
    require_enough_vcs(each.config);
    at_once = std::min(at_once, memory_limit(each.config.run.memory_limit) /
                                    memory_of_run(each.config, smallest_packet));
  }
  int jobs = options.jobs;
  if (tasks.size() > at_once && static_cast<std::uint64_t>(jobs) > at_once) {
    jobs = static_cast<int>(at_once);
    fmt::print(stderr,
               "netloom: {} at a time instead of {}: more would take more memory than "
               "simulation.memory_limit\n",
               jobs, options.jobs);
  }

  Progress progress(options.progress, tasks.size(), work);
  run_in_processes(
      tasks.size(), jobs,
      [&](std::size_t index) {
        const Task& task = tasks[index];
        return simulate_point(series[task.series].config, task.request, traces[task.series]).dump();
      },
      [&](const TaskResult& result) {
        const Task& task = tasks[result.task];
        Json point = result_of(result, task.request);
        if (store && worth_keeping(point)) {
          store->add(configurations[task.series], task.request, point);
        }
        series[task.series].points[task.point] = std::move(point);
        progress.finished(work_of(task.request));
      });
  for (const Series& each : series) {
    for (const Json& point : each.points) {
      if (!point.is_null() && !succeeded(point)) ++outcome.failed;
    }
  }
  return outcome;
}

}  // namespace netloom
