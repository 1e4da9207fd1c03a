#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/base/text_columns.h"
#include "sim/cli/commands.h"
#include "sim/cli/named_files.h"
#include "sim/cli/options.h"
#include "sim/report/failure_text.h"
#include "sim/run/point.h"
#include "sim/study/comparison.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr int kLeastSeeds = 8;
constexpr int kMostSeeds = 10000;
constexpr int kLargestFirstSeed = 1000000000;

struct CompareOptions {
  std::vector<std::string> configs;
  int seeds = kLeastSeeds;
  int first_seed = 1;
  double confidence = 95;  ///< per cent
  std::string json;
  std::string csv;
  int jobs = 0;
  OverrideOptions overrides;
};

/// What a configuration file says, with these loads (if it has any) and seeds in place of its own.
Series series_of(const CompareOptions& options, const std::string& path,
                 const std::vector<double>& loads, const std::vector<std::uint64_t>& seeds) {
  Series series;
  series.name = std::filesystem::path(path).stem().string();
  series.overrides = options.overrides.overrides();
  if (!loads.empty()) {
    series.overrides.push_back(
        {"traffic.load", fmt::format("[{}]", fmt::join(loads, ", ")), "traffic.load"});
  }
  series.overrides.push_back(
      {"simulation.seeds", fmt::format("[{}]", fmt::join(seeds, ", ")), "--seeds"});
  series.loaded = series_config(load_with_routing(path, series.overrides));
  series.file = path;
  return series;
}

/// From here on a run has a given warm-up and length.
void give_length(Config& config, Cycle warmup, Cycle measure) {
  config.run.auto_warmup = false;
  config.run.precision.reset();
  config.run.warmup = warmup;
  config.run.measure = measure;
  auto& simulation = config.resolved.at("simulation");
  for (const char* const key : {"precision", "confidence", "at_most"}) simulation.erase(key);
  simulation["warmup"] = warmup;
  simulation["measure"] = measure;
}

class CompareRun {
 public:
  explicit CompareRun(const CompareOptions& options) : options_(options) {
    if (options.overrides.seed) {
      throw Error("--seed: one seed compares nothing; allowed: --seeds NUMBER");
    }
    if (options.configs.size() != 2) {
      throw Error(
          fmt::format("{} configurations; allowed: two that are compared", options.configs.size()));
    }
    seeds_.resize(static_cast<std::size_t>(options.seeds));
    std::iota(seeds_.begin(), seeds_.end(), static_cast<std::uint64_t>(options.first_seed));
    for (const std::string& path : options.configs) {
      say_which_seeds_are_not_used(path, load_config(path, options.overrides.overrides()).run.seeds,
                                   seeds_, "--first-seed, --seeds");
      both_.push_back(series_of(options, path, {}, seeds_));
    }
    if (both_[0].name == both_[1].name) {
      for (std::size_t i = 0; i < 2; ++i) both_[i].name = options.configs[i];
    }
    require_same_points();
  }

  void add_files(NamedFiles& files) const {
    for (const std::string& path : options_.configs) files.add_inputs({{"configuration", path}});
    for (const Series& each : both_) files.add_inputs(each.config().inputs);
  }

  /// The exit status.
  int run() {
    if (judged()) {
      for (const double load : loads()) add_pair({load}, window_at(load));
    } else {
      require_same_length();
      add_pair(loads(), std::nullopt);
    }
    const SweepOutcome outcome = run_sweep(runs_, sweep_options());
    for (const std::string& each : missed_) print_error(each);
    std::vector<ComparedSeries> compared;
    for (std::size_t i = 0; i < runs_.size(); i += 2)
      compared.push_back({&runs_[i], &runs_[i + 1]});
    const double confidence = options_.confidence / 100;
    const Json comparisons = comparison_json(compared, confidence);
    Outputs outputs;
    outputs.print(comparison_text(comparisons, confidence, {both_[0].name, both_[1].name}) +
                  traffic_text());
    outputs.write(options_.json, [&] { return json_file_text(document(comparisons)); });
    outputs.write(options_.csv, [&] {
      return comparison_csv(comparisons, {both_[0].name, both_[1].name});
    });
    for (const Series& series : runs_) {
      for (const Json& point : series.points) {
        if (!succeeded(point)) print_error(series.name + ", " + failure_text(series, point));
      }
    }
    return outputs.status(outcome.failed == 0 && missed_.empty() ? kSuccess : kFailure);
  }

 private:
  struct Window {
    Cycle warmup, measure;
  };

  const std::vector<double>& loads() const { return both_[0].config().traffic.loads; }

  bool judged() const {
    return std::any_of(both_.begin(), both_.end(),
                       [](const Series& each) { return each.config().run.judged(); });
  }

  void require_same_points() const {
    const std::vector<double>&a = loads(), &b = both_[1].config().traffic.loads;
    if (a == b) return;
    if (a.empty() || b.empty()) {
      const bool first_ends = a.empty();
      throw Error(
          fmt::format("{} has traffic that ends by itself, and {} has loads; allowed: both "
                      "have loads, or neither",
                      both_[first_ends ? 0 : 1].name, both_[first_ends ? 1 : 0].name));
    }
    throw Error(
        fmt::format("{} has the loads {}, and {} {}; allowed: the same (--set "
                    "traffic.load=...)",
                    both_[0].name, fmt::join(a, ", "), both_[1].name, fmt::join(b, ", ")));
  }

  /// What makes hosts send other packets in the one than in the other: keys, and the number of
  /// hosts.
  std::vector<std::string> different_traffic() const {
    std::vector<std::string> different;
    const Config &a = both_[0].config(), &b = both_[1].config();
    if (a.netlist.hosts.size() != b.netlist.hosts.size()) different.emplace_back("hosts");
    const auto &one = a.resolved.at("traffic"), &other = b.resolved.at("traffic");
    std::set<std::string> keys;
    for (const auto& [key, value] : one.items()) keys.insert(key);
    for (const auto& [key, value] : other.items()) keys.insert(key);
    for (const std::string& key : keys) {
      if (key == "load") continue;
      const bool same = one.contains(key) && other.contains(key) && one.at(key) == other.at(key);
      if (!same) different.push_back("traffic." + key);
    }
    return different;
  }

  std::string traffic_text() const {
    const std::vector<std::string> different = different_traffic();
    if (different.empty()) return "";
    return fmt::format(
        "\nHosts of {} and {} do not send the same packets ({}): differences by "
        "seed are also those of what is drawn.\n",
        both_[0].name, both_[1].name, joined(different));
  }

  void require_same_length() const {
    const RunConfig &a = both_[0].config().run, &b = both_[1].config().run;
    if (a.warmup == b.warmup && a.measure == b.measure) return;
    throw Error(
        fmt::format("{} measures {} cycles after {}, and {} {} after {}; allowed: the same, "
                    "or simulation.precision, with which both have the longer ones",
                    both_[0].name, a.measure, a.warmup, both_[1].name, b.measure, b.warmup));
  }

  SweepOptions sweep_options() const {
    SweepOptions result;
    result.jobs = options_.jobs;
    result.progress = stderr_is_terminal();
    return result;
  }

  /// What the first seed of both needs at a load: the later warm-up, and the longer length.
  Window window_at(double load) {
    std::vector<Series> pilots;
    for (const Series& each : both_) {
      if (each.config().run.judged())
        pilots.push_back(series_of(options_, each.file, {load}, {seeds_.front()}));
    }
    run_sweep(pilots, sweep_options());
    Window window{0, 1};
    for (const Series& each : both_) {
      if (each.config().run.judged()) continue;
      window = {each.config().run.warmup, each.config().run.measure};
    }
    for (const Series& pilot : pilots) {
      const Json& point = pilot.points.front();
      if (!succeeded(point)) {
        throw Error(fmt::format("{}, load {:g}: {}", pilot.name, load,
                                point.at("failure").at("message").get<std::string>()));
      }
      const Json& precision = point.at("precision");
      if (falls_short_of_precision(point)) {
        missed_.push_back(
            fmt::format("{}, load {:g}, seed {}: {} within simulation.at_most, up to "
                        "which all runs of this load are measured",
                        pilot.name, load, seeds_.front(), with_spaces(precision.at("verdict"))));
      }
      window.warmup = std::max(window.warmup, precision.at("warmup").get<Cycle>());
      window.measure = std::max(window.measure, precision.at("measured").get<Cycle>());
    }
    return window;
  }

  void add_pair(const std::vector<double>& loads, const std::optional<Window>& window) {
    for (const Series& each : both_) {
      Series run = series_of(options_, each.file, loads, seeds_);
      run.name = each.name;
      if (window) give_length(run.config(), window->warmup, window->measure);
      runs_.push_back(std::move(run));
    }
  }

  Json document(const Json& comparisons) const {
    Json windows = Json::array();
    for (std::size_t i = 0; i < runs_.size(); i += 2) {
      const Config& config = runs_[i].config();
      windows.push_back({{"loads", config.traffic.loads},
                         {"warmup", config.run.warmup},
                         {"measure", config.run.measure}});
    }
    Json failures = Json::array();
    for (const Series& series : runs_) {
      for (const Json& point : series.points) {
        if (succeeded(point)) continue;
        failures.push_back({{"series", series.name},
                            {"load", point.at("load")},
                            {"seed", point.at("seed")},
                            {"failure", point.at("failure")}});
      }
    }
    return {{"first", both_[0].name},
            {"second", both_[1].name},
            {"confidence", options_.confidence / 100},
            {"seeds", seeds_},
            {"windows", std::move(windows)},
            {"different_traffic", different_traffic()},
            {"not_precise", missed_},
            {"comparisons", comparisons},
            {"failures", std::move(failures)}};
  }

  const CompareOptions& options_;
  std::vector<Series> both_;
  std::vector<std::uint64_t> seeds_;
  std::vector<Series> runs_;         ///< first and second in turn
  std::vector<std::string> missed_;  ///< what is not as precise as asked for
};

int compare(const CompareOptions& options) {
  CompareRun run(options);
  NamedFiles files;
  run.add_files(files);
  files.add_output("--json", options.json);
  files.add_output("--csv", options.csv);
  return run.run();
}

void add_compare(Command& program) {
  Command command = program.add_command(
      "compare", "Says which of two configurations is better, if runs can tell");
  auto options = std::make_shared<CompareOptions>();
  options->jobs = default_jobs();
  command.option("CONFIG", options->configs, "Two configuration files (YAML)").required();
  command.option("--seeds", options->seeds, "Runs of each, with as many seeds in succession")
      .type_name("NUMBER")
      .whole_number(kLeastSeeds, kMostSeeds)
      .show_default();
  command.option("--first-seed", options->first_seed, "The first of them: others say it again")
      .type_name("SEED")
      .whole_number(1, kLargestFirstSeed)
      .show_default();
  command.option("--confidence", options->confidence, "Of all verdicts together, in per cent")
      .type_name("NUMBER")
      .decimal_number(50, 99.99)
      .show_default();
  command.option("--json", options->json, "Writes all of it as JSON").type_name("FILE");
  command.option("--csv", options->csv, "Writes a line per load and measure as CSV")
      .type_name("FILE");
  command.option("--jobs", options->jobs, "Points simulated at a time")
      .type_name("NUMBER")
      .whole_number(1, kMostJobs);
  options->overrides.add(command);
  command.examples({"netloom compare dor.yaml adaptive.yaml --seeds 16"});
  command.run([options] { return compare(*options); });
}

const CommandRegistry::Registration kCompareCommand("compare", {add_compare});

}  // namespace
}  // namespace sim
}  // namespace netloom
