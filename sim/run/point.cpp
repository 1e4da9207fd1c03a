#include "sim/run/point.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <utility>

#include "hw/switch/livelock_error.h"
#include "routing/base/error.h"
#include "rtl/view/shadow_difference.h"
#include "sim/base/defect.h"
#include "sim/config/fault_plan.h"
#include "sim/config/static_faults.h"
#include "sim/explain/packet_explainer.h"
#include "sim/rtl/signal_lines.h"
#include "sim/run/counter_readings.h"
#include "sim/run/deadlock_remedies.h"
#include "sim/run/fabric.h"
#include "sim/run/judged_run.h"
#include "sim/run/make_workload.h"
#include "sim/run/point_report.h"
#include "sim/statistics/measured_series.h"
#include "sim/statistics/measurement.h"
#include "sim/wave/switch_tracer.h"

namespace netloom {
inline namespace sim {
namespace {

using Clock = std::chrono::steady_clock;

/// After how many cycles a run that ends by itself looks again whether it has: half as many as it
/// has been looking for, within these bounds. No result depends on it.
constexpr Cycle kLookSoonest = 64;
constexpr Cycle kLookLatest = 1024;
/// How often a run says how far it is. No result depends on it, either.
constexpr Cycle kTold = 200;
constexpr Cycle kToldSoonest = 1024;   ///< in cycles, however short a run is
constexpr Cycle kToldLatest = 100000;  ///< however long it is

Cycle until_next_look(Cycle looking_for) {
  return std::clamp(looking_for / 2, kLookSoonest, kLookLatest);
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

const char* failure_kind(const std::exception& error) {
  return is_defect(error) ? "invariant" : "error";
}

/// One run, from elaboration to the result.
class Simulation {
 public:
  Simulation(const Config& config, const PointRequest& request, std::shared_ptr<const Trace> trace,
             const std::function<void(double)>& told)
      : config_(config),
        request_(request),
        told_(told),
        workload_(make_workload(config, request.load, request.seed, std::move(trace))),
        closed_(!request.cut && workload_->last_generation().has_value()),
        measurement_(static_cast<NodeId>(config.netlist.hosts.size()),
                     closed_ ? 0 : config.run.warmup,
                     closed_               ? kNever
                     : config.run.judged() ? config.run.warmup
                                           : config.run.warmup + config.run.measure,
                     config.run.samples),
        series_(config.run.judged() ? make_series(config) : nullptr),
        judged_source_(series_ ? std::make_unique<JudgedSource>(*workload_, *series_) : nullptr),
        source_(series_ ? static_cast<TrafficSource&>(*judged_source_) : *workload_, measurement_),
        fabric_(config, source_, request.seed, workload_->bounds(config.network.nic.packet_phits),
                probe(), *request.ranks, request.rtl_view),
        readings_(fabric_.network(), static_cast<std::uint32_t>(config.netlist.switches.size()),
                  config.run.counters) {
    outcome_.closed = closed_;
    next_reading_ = (closed_ ? 0 : config.run.warmup) + config.run.counter_interval;
    measurement_.tell_paths_apart(fabric_.routing());
    if (series_) {
      judged_.emplace(config.run, config.netlist.hosts.size());
      series_->tell_paths_apart(fabric_.routing());
    }
    if (request.explain) prepare_explanation(*request.explain);
    if (tracer_) tracer_->observe(fabric_.network());
    if (request.observer != nullptr) fabric_.network().observe(*request.observer);
  }

  Json run() {
    const Clock::time_point start = Clock::now();
    try {
      if (closed_) {
        run_closed();
      } else {
        run_open();
      }
    } catch (const DeadlockError& error) {
      outcome_.deadlock = ObservedDeadlock{error.cycle(), error.channels()};
      fail("deadlock", fmt::format("{}; {}", error.what(), remedies()));
    } catch (const LivelockError& error) {
      fail("livelock", error.what());
      outcome_.failure_packet = error.packet();
    } catch (const ShadowDifference& error) {
      fail("error", error.what() + lines_of_difference(config_.rtl.switch_files, error.signal()));
      outcome_.failure_switch = error.switch_name();
      difference_end_ = error.cycle() + 1;
    } catch (const FailedElsewhere&) {
      // share_failure() has it.
    } catch (const std::exception& error) {
      if (!ranks().alone() && !fabric_.network().failed()) throw;
      fail(failure_kind(error), error.what());
    }
    share_failure();
    finish();
    outcome_.run_seconds = seconds_since(start);
    Json point = point_report(config_, request_, measurement_, fabric_, outcome_);
    if (judged_ && outcome_.failure_kind.empty()) {
      const Cycle end = measurement_.begin() + outcome_.interval;
      point["precision"] = judged_->precision_json(*series_, end, fabric_.routing().path_classes());
      point["intervals"] = judged_->intervals_json(measurement_, *series_, end);
      if (config_.run.stability) point["stability"] = judged_->stability_json();
    }
    if (tracer_) point["waves"] = finish_waves();
    if (explainer_) point["explanation"] = explainer_->report(fabric_.network());
    if (finder_) {
      const std::optional<PacketName> found = finder_->found(ranks());
      point["packet"] = found ? Json(found->text(config_.netlist)) : Json(nullptr);
    }
    if (readings_.any()) {
      readings_.gather();
      point["counters"] = readings_.json(request_.details);
      point["counters"]["interval"] = config_.run.counter_interval;
    }
    return point;
  }

 private:
  static std::unique_ptr<MeasuredSeries> make_series(const Config& config) {
    return std::make_unique<MeasuredSeries>(
        static_cast<NodeId>(config.netlist.hosts.size()),
        config.run.of_sources != RunConfig::OfSources::kNotAsked);
  }

  Ranks& ranks() const { return *request_.ranks; }

  /// Where a switch of one rank has failed, all have its failure.
  void share_failure() {
    if (ranks().alone()) return;
    const Json mine = {outcome_.failure_kind, outcome_.failure_message, outcome_.failure_packet,
                       outcome_.failure_switch};
    for (const std::string& text : ranks().gather("failures", json_text(mine))) {
      const Json failure = parse_json(text);
      fail(failure.at(0), failure.at(1));
      if (outcome_.failure_packet.empty()) outcome_.failure_packet = failure.at(2);
      if (outcome_.failure_switch.empty()) outcome_.failure_switch = failure.at(3);
    }
  }

  DecisionProbe* probe() {
    if (!request_.waves) return nullptr;
    return &tracer_.emplace(config_, *request_.waves, ranks());
  }

  /// What the first rank says.
  Json finish_waves() {
    return parse_json(ranks().gather("waveforms", json_text(write_waves())).front());
  }

  Json write_waves() {
    const WaveRequest& waves = *request_.waves;
    // Other switches may have gone on.
    const Cycle end = std::min(fabric_.network().known_until(), difference_end_);
    try {
      tracer_->finish(end);
    } catch (const Error& error) {
      // The run is as it should be.
      return {{"error", error.what()}};
    }
    Json names = Json::array();
    for (const SwitchId id : waves.switches) names.push_back(config_.netlist.switches[id].name);
    return {{"file", waves.path},
            {"save_file", save_file_of(waves.path)},
            {"switches", std::move(names)},
            {"from", tracer_->first()},
            {"to", std::min(waves.to.value_or(kNever), end)}};
  }

  void prepare_explanation(const PacketChoice& choice) {
    if (choice.kind != PacketChoice::Kind::kNamed) {
      finder_.emplace(choice, fabric_.routing(), measurement_.begin(), measurement_.end(),
                      config_.network.nic.reorders());
      source_.report_to(*finder_);
      finder_->observe(fabric_.network());
      return;
    }
    explainer_.emplace(config_, choice.name, link_faults(faults_of_run(config_, request_.seed)));
    explainer_->observe(fabric_.network());
  }

  void run_open() {
    Network& network = fabric_.network();
    if (judged_) {
      run_judged();
    } else {
      advance(config_.run.warmup);
      begin_measurement();
      run_measured(config_.run.measure);
    }
    end_measurement();
    for (Cycle drained = 0; drained < config_.run.drain && !network.empty();) {
      const Cycle step = std::min(until_next_look(drained), config_.run.drain - drained);
      fabric_.run(step);
      drained += step;
    }
    network.require_all_can_move();
  }

  /// Until it has warmed up, and then until its results are as precise as they have to be.
  void run_judged() {
    const Network& network = fabric_.network();
    for (bool over = false; !over;) {
      if (judged_->begin() && !measuring_) {
        advance(*judged_->begin() - network.now());
        measurement_.begin_at(*judged_->begin());
        series_->begin_at(*judged_->begin());
        next_reading_ = *judged_->begin() + config_.run.counter_interval;
        begin_measurement();
      }
      const Cycle cycles = judged_->next_look() - network.now();
      if (measuring_) {
        run_measured(cycles);
      } else {
        advance(cycles);
      }
      over = judged_->look(series_->bins(ranks()), series_->sources());
    }
    outcome_.settled = judged_->settled();
  }

  void run_closed() {
    Network& network = fabric_.network();
    const auto [limit, reason] = limit_of_closed();
    begin_measurement();
    const Cycle generated = generated_by();
    run_measured(std::min(limit, generated));
    while (!complete() && network.now() < limit) {
      run_measured(std::min(until_next_look(network.now() - generated), limit - network.now()));
    }
    network.require_all_can_move();
    end_measurement();
    measurement_.gather(ranks());
    if (complete()) {
      outcome_.completion_cycle = measurement_.last_delivery();
      outcome_.interval = measurement_.last_delivery() + 1;
    } else {
      fail("incomplete",
           fmt::format("the workload was not complete in cycle {} ({})", network.now(), reason));
    }
  }

  /// Of a closed workload: the cycle after that in which its last packet has been generated.
  Cycle generated_by() const { return *workload_->last_generation() + 1; }

  /// Whether all of a closed workload has been delivered.
  bool complete() {
    const Network& network = fabric_.network();
    return network.now() >= generated_by() && network.empty() &&
           ranks().sum(workload_->seen_deliveries()) >= workload_->expected_deliveries();
  }

  /// The cycle in which a closed workload is given up, and what says so.
  std::pair<Cycle, std::string> limit_of_closed() const {
    const RunConfig& run = config_.run;
    std::pair<Cycle, std::string> result = {run.completion_limit, "simulation.completion_limit"};
    const auto bound = [&result](const char* key, Cycle interval) {
      const Cycle end = (RunConfig::kMostIntervals + 1) * interval - 1;
      if (end >= result.first) return;
      result = {end, fmt::format("simulation.{}: a run has up to {} intervals, here of {} cycles, "
                                 "because each takes memory; allowed in longer runs: longer ones",
                                 key, RunConfig::kMostIntervals, interval)};
    };
    if (run.samples.interval > 0) bound("sample_interval", run.samples.interval);
    if (readings_.any()) bound("counter_interval", run.counter_interval);
    return result;
  }

  /// Runs in the measured interval, with the readings of counters that are due; none when a closed
  /// workload is complete.
  void run_measured(Cycle cycles) {
    const Network& network = fabric_.network();
    const Cycle end = network.now() + cycles;
    while (readings_.any() && next_reading_ <= end) {
      advance(next_reading_ - network.now());
      if (closed_ && complete()) return;
      readings_.read();
      next_reading_ += config_.run.counter_interval;
    }
    advance(end - network.now());
  }

  /// Runs on, saying how far it is, but of closed workloads, whose end nobody knows.
  void advance(Cycle cycles) {
    if (!told_ || closed_) {
      fabric_.run(cycles);
      return;
    }
    const Cycle all = config_.run.longest();
    const Cycle step = std::clamp(all / kTold, kToldSoonest, kToldLatest);
    const Network& network = fabric_.network();
    for (const Cycle end = network.now() + cycles; network.now() < end;) {
      fabric_.run(std::min(step, end - network.now()));
      told_(static_cast<double>(network.now()) / static_cast<double>(all));
    }
  }

  void begin_measurement() {
    fabric_.network().begin_measurement();
    outcome_.before = fabric_.network().counters();
    measuring_ = true;
  }

  void end_measurement() {
    fabric_.network().end_measurement();
    outcome_.after = fabric_.network().counters();
    outcome_.interval = fabric_.network().now() - measurement_.begin();
    measuring_ = false;
  }

  /// What every run has to hold, however it ended.
  void finish() {
    if (measuring_) end_measurement();  // the interval was cut short
    measurement_.gather(ranks());
    if (series_) series_->gather(ranks());
    const Network& network = fabric_.network();
    outcome_.counters = network.counters();
    outcome_.cycles = network.now();
    if (outcome_.failure_kind == "error" || outcome_.failure_kind == "invariant") {
      return;  // a broken model proves nothing
    }
    const Conservation conservation = network.check_conservation();
    if (!conservation.holds) fail("conservation", conservation.message);
    if (keeps_order() && outcome_.counters.out_of_order > 0) {
      fail("order", std::to_string(outcome_.counters.out_of_order) +
                        " packets came out of order, although the routing is deterministic");
    }
  }

  /// Whether packets of a pair can never overtake each other: their way is one while no register
  /// is written, and so is their injection VC.
  bool keeps_order() {
    const NicConfig& nic = config_.network.nic;
    const bool one_vc =
        nic.injection_vcs == 1 || nic.injection_vc_choice == InjectionVcChoice::kDestination;
    return one_vc && !config_.network.has_live_faults() && fabric_.routing().in_order();
  }

  /// With the faults of this run.
  std::string remedies() const {
    Config config = config_;
    config.run.seeds = {request_.seed};
    return deadlock_remedies(config, fabric_.network().counters().deviated > 0);
  }

  /// Keeps the first failure: what follows from it says less.
  void fail(const std::string& kind, const std::string& message) {
    if (kind.empty() || !outcome_.failure_kind.empty()) return;
    outcome_.failure_kind = kind;
    outcome_.failure_message = message;
  }

  const Config& config_;
  const PointRequest& request_;
  const std::function<void(double)>& told_;
  std::unique_ptr<Workload> workload_;
  bool closed_;
  Measurement measurement_;
  // Of a run that is judged.
  std::unique_ptr<MeasuredSeries> series_;
  std::unique_ptr<JudgedSource> judged_source_;
  std::optional<JudgedRun> judged_;
  MeasuredSource source_;
  std::optional<SwitchTracer> tracer_;
  Fabric fabric_;
  CounterReadings readings_;
  Cycle next_reading_ = 0;
  RunOutcome outcome_;
  Cycle difference_end_ = kNever;  ///< first cycle after that in which RTL and model differ
  bool measuring_ = false;
  std::optional<PacketFinder> finder_;
  std::optional<PacketExplainer> explainer_;
};

/// Processor time that this process has taken, with all its threads.
double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The largest resident set of this process so far.
std::uint64_t peak_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

Json simulate_point(const Config& config, const PointRequest& request,
                    std::shared_ptr<const Trace> trace, const std::function<void(double)>& told) {
  try {
    const Clock::time_point start = Clock::now();
    const double processor_before = processor_seconds();
    require_tolerated(config, request.seed);
    // Only the general switch core can be observed, and on one thread; its results are the same.
    std::optional<Config> observable;
    if (request.observes() || request.explain) {
      observable = config;
      observable->network.simulation.threads = 1;
    }
    if (request.observes()) {
      observable->network.simulation.specialised = false;
      // What it waits for is told of every cycle.
      if (request.explain) observable->network.simulation.idle_skipping = false;
    }
    std::optional<Simulation> simulation;
    together(*request.ranks, "elaboration", [&] {
      simulation.emplace(observable ? *observable : config, request, std::move(trace), told);
    });
    Json point = simulation->run();
    point["performance"]["wall_s"] = seconds_since(start);
    point["performance"]["processor_s"] = processor_seconds() - processor_before;
    point["performance"]["peak_rss_bytes"] = request.ranks->maximum(peak_rss_bytes());
    return point;
  } catch (const CommonError& error) {
    return failed_point(request, "error", error.what());
  } catch (const std::bad_alloc&) {
    if (!request.ranks->alone()) request.ranks->end_job("out of memory");
    return failed_point(request, "error", "out of memory");
  } catch (const std::exception& error) {
    // The others go on, or wait for this one.
    if (!request.ranks->alone()) request.ranks->end_job(error.what());
    return failed_point(request, failure_kind(error), error.what());
  }
}

}  // namespace sim
}  // namespace netloom
