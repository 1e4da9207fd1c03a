#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/base/text_columns.h"
#include "sim/cli/commands.h"
#include "sim/cli/named_files.h"
#include "sim/cli/options.h"
#include "sim/report/table.h"
#include "sim/run/point.h"
#include "sim/statistics/saturation_search.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr double kRounding = 1 + 1e-6;  ///< of the width of the bracket

struct SaturationOptions {
  std::string config;
  double lowest = 0.05, highest = 1, resolution = 0.02;
  double confidence = 95;                     ///< per cent
  std::vector<double> shares = {50, 80, 90};  ///< per cent of the lower end of the bracket
  bool sources = false;
  std::string json;
  int jobs = 0;
  OverrideOptions overrides;
};

/// The configuration at these loads, of one seed, with a warm-up that is found.
Series series_at(const SaturationOptions& options, const std::vector<double>& loads) {
  Series series;
  series.overrides = options.overrides.overrides();
  series.overrides.push_back(
      {"traffic.load", fmt::format("[{}]", fmt::join(loads, ", ")), "netloom saturation:"});
  series.overrides.push_back({"simulation.warmup", "auto", "netloom saturation:"});
  series.loaded = series_config(load_with_routing(options.config, series.overrides));
  series.file = options.config;
  RunConfig& run = series.config().run;
  run.seeds = {run.seeds.front()};
  return series;
}

/// For the load from which on the network, or the first of its sources, does not keep up.
class Search {
 public:
  explicit Search(const SaturationOptions& options) : options_(options) {}

  SaturationBracket find() {
    const auto of_sources =
        options_.sources ? RunConfig::OfSources::kAsFarAsKnown : RunConfig::OfSources::kNotAsked;
    return find_saturation(
        settings(), [&](double load, double error_probability, double of_longest) {
          return verdict_in(probe(load, error_probability, of_longest, of_sources));
        });
  }

  /// After find(), and up to the load at which `network` does not keep up, above which it was
  /// tried out.
  SaturationBracket find_first_source(const SaturationBracket& network) {
    SearchSettings up_to = settings();
    if (network.lower_is_stable) up_to.highest = network.upper;
    up_to.above = 0;
    return find_saturation(up_to, [this](double load, double error_probability, double of_longest) {
      if (const auto known = known_of_sources(load)) return *known;
      return verdict_in(
          probe(load, error_probability, of_longest, RunConfig::OfSources::kUntilKnown)
              .at("sources"));
    });
  }

  /// The source that falls short most at a load; null if none was found.
  Json source_at(double load) const {
    Json source;
    for (const Json& each : probes_) {
      if (each.at("load") == load) source = each.at("sources").at("source");
    }
    return source;
  }

  /// Points at shares of a load, as precise as the configuration asks for or to 1 %.
  Series latencies(double load) {
    std::vector<double> loads;
    for (const double share : options_.shares) loads.push_back(load * share / 100);
    Series series = series_at(options_, loads);
    RunConfig& run = series.config().run;
    if (!run.precision) run.precision = 0.01;
    std::vector<Series> all = {std::move(series)};
    run_sweep(all, sweep_options());
    return std::move(all.front());
  }

  const Json& probes() const { return probes_; }

 private:
  SweepOptions sweep_options() const {
    SweepOptions result;
    result.jobs = options_.jobs;
    result.progress = stderr_is_terminal();
    return result;
  }

  SearchSettings settings() const {
    return {options_.lowest, options_.highest, options_.resolution, 1 - options_.confidence / 100};
  }

  /// What probes have said of the sources at a load. Where the network does not keep up, one of
  /// them does not, whether or not it is known which.
  std::optional<LoadVerdict> known_of_sources(double load) const {
    for (const Json& each : probes_) {
      if (each.at("load") != load) continue;
      LoadVerdict verdict = verdict_in(each.at("sources"));
      if (each.at("verdict") == text_of(Stability::kUnstable)) {
        verdict.stability = Stability::kUnstable;
      }
      if (verdict.stability != Stability::kUndecided) return verdict;
    }
    return std::nullopt;
  }

  /// Of a network, or of its sources.
  static LoadVerdict verdict_in(const Json& found) {
    LoadVerdict result;
    for (const Stability each : {Stability::kStable, Stability::kUnstable}) {
      if (found.at("verdict") == text_of(each)) result.stability = each;
    }
    const Json& short_by = found.at("short_by");
    const Json& estimate = short_by.is_object() ? short_by.at("estimate") : short_by;
    if (!estimate.is_null()) result.short_by = estimate.get<double>();
    return result;
  }

  const Json& probe(double load, double error_probability, double of_longest,
                    RunConfig::OfSources of_sources) {
    std::vector<Series> series = {series_at(options_, {load})};
    const Config& config = series.front().config();
    RunConfig& run = series.front().config().run;
    run.stability = error_probability;
    run.of_sources = of_sources;
    const auto share = static_cast<Cycle>(of_longest * static_cast<double>(run.at_most));
    const Cycle first_look = 2 * run.measure;
    run.at_most = std::min(run.at_most, std::max(share, first_look));
    run_sweep(series, sweep_options());
    const Json& point = series.front().points.front();
    if (!succeeded(point)) {
      throw Error(
          fmt::format("load {:g}: {}", load, point.at("failure").at("message").get<std::string>()));
    }
    const Json& stability = point.at("stability");
    Json found = {{"load", load},
                  {"verdict", stability.at("verdict")},
                  {"short_by", stability.at("short_by")},
                  {"growth_p_value", stability.at("growth_p_value")},
                  {"accepted_load", point.at("accepted_load")},
                  {"accepted_half_width", point.at("intervals").at("accepted_load")},
                  {"warmup", point.at("precision").at("warmup")},
                  {"measured", point.at("precision").at("measured")}};
    if (options_.sources) {
      found["sources"] = stability.at("sources");
      Json& source = found["sources"]["source"];
      if (!source.is_null()) source = config.netlist.hosts[source.get<std::size_t>()].name;
    }
    probes_.push_back(std::move(found));
    return probes_.back();
  }

  const SaturationOptions& options_;
  Json probes_ = Json::array();
};

/// `what` is between loads: "saturation", "saturation of the first source, h3,".
std::string bracket_text(const SaturationBracket& found, const std::string& what) {
  std::string text;
  if (!found.lower_is_stable) {
    text = fmt::format("saturated at load {:g}, the lowest that was tried", found.upper);
  } else if (!found.upper_is_unstable) {
    text = fmt::format("not saturated up to load {:g}, the highest that was tried", found.lower);
  } else {
    text = fmt::format("{} is between load {:.4g} (stable) and {:.4g} (not stable)", what,
                       found.lower, found.upper);
  }
  if (found.undecided) text += "; some loads there could not be decided within simulation.at_most";
  if (found.stable_above) text += "; a load above is stable again";
  return text + "\n";
}

std::string text_or_dash(const Json& name) {
  return name.is_null() ? "-" : name.get<std::string>();
}

/// "0.7051 ±0.0013"
std::string accepted_text(const Json& probe) {
  const std::string text = fmt::format("{:.4f}", probe.at("accepted_load").get<double>());
  const Json& half = probe.at("accepted_half_width");
  return half.is_null() ? text : text + fmt::format(" ±{:.4f}", half.get<double>());
}

/// "0.12 to 0.38 %": the bounds by which a load is decided.
std::string short_by_text(const Json& short_by) {
  if (short_by.at("lower").is_null()) return "-";
  return fmt::format("{:.2f} to {:.2f} %", 100 * short_by.at("lower").get<double>(),
                     100 * short_by.at("upper").get<double>());
}

std::string probes_text(const Json& probes) {
  const bool of_sources = probes.front().contains("sources");
  std::vector<std::vector<std::string>> rows = {
      {"load", "accepted (±95 %)", "falls short by", "cycles", ""}};
  if (of_sources) {
    rows.front().back() = "network";
    rows.front().insert(rows.front().end(), {"every source", "falls short most"});
  }
  for (const Json& each : probes) {
    const auto cycles = each.at("warmup").get<Cycle>() + each.at("measured").get<Cycle>();
    rows.push_back({fmt::format("{:.4g}", each.at("load").get<double>()), accepted_text(each),
                    short_by_text(each.at("short_by")), std::to_string(cycles),
                    each.at("verdict")});
    if (!of_sources) continue;
    rows.back().push_back(each.at("sources").at("verdict"));
    rows.back().push_back(text_or_dash(each.at("sources").at("source")));
  }
  return aligned_columns(rows, {4, 5, 6});
}

Json bracket_json(const SaturationBracket& found) {
  return {{"lower", found.lower},
          {"upper", found.upper},
          {"lower_is_stable", found.lower_is_stable},
          {"upper_is_unstable", found.upper_is_unstable},
          {"undecided", found.undecided},
          {"stable_above", found.stable_above}};
}

bool is_closed(const SaturationBracket& found, double resolution) {
  return found.lower_is_stable && found.upper_is_unstable &&
         found.upper - found.lower <= resolution * kRounding;
}

void require_different(std::vector<double> shares) {
  std::sort(shares.begin(), shares.end());
  const auto twice = std::adjacent_find(shares.begin(), shares.end());
  if (twice == shares.end()) return;
  throw Error(fmt::format("--shares {:g}: {:g} is given twice; allowed: each once",
                          fmt::join(shares, ","), *twice));
}

void say_what_is_not_used(const RunConfig& run) {
  if (run.seeds.size() > 1) {
    print_note(fmt::format("simulation.seeds: only the first, {}, is used", run.seeds.front()));
  }
  // The default is nothing that anybody asked for.
  if (!run.auto_warmup && run.warmup != RunConfig{}.warmup) {
    print_note(
        fmt::format("simulation.warmup: {} is not used; a load warms up for "
                    "simulation.measure, {} cycles, and latencies for as long as they take",
                    run.warmup, run.measure));
  }
}

int saturation(const SaturationOptions& options) {
  if (options.lowest >= options.highest) {
    throw Error(
        fmt::format("--lowest {:g}, --highest {:g}: there is no load between them; allowed: a "
                    "lowest load below the highest",
                    options.lowest, options.highest));
  }
  require_different(options.shares);
  const Config asked = load_with_routing(options.config, options.overrides.overrides()).take();
  if (asked.traffic.loads.empty()) {
    throw Error(options.config +
                ": traffic that ends by itself has no load that a network stands; allowed: "
                "traffic.load, in the place of a burst, a trace or an application");
  }
  say_what_is_not_used(asked.run);
  NamedFiles files;
  files.add_inputs({{"the configuration", options.config}});
  files.add_inputs(asked.inputs);
  files.add_output("--json", options.json);
  Search search(options);
  const SaturationBracket found = search.find();
  bool decided = is_closed(found, options.resolution);
  Json document = bracket_json(found);
  document["confidence"] = options.confidence / 100;
  std::string brackets = bracket_text(found, "saturation");
  if (options.sources) {
    const SaturationBracket first = search.find_first_source(found);
    decided = decided && is_closed(first, options.resolution);
    const Json source = first.upper_is_unstable ? search.source_at(first.upper) : Json(nullptr);
    document["first_source"] = bracket_json(first);
    document["first_source"]["source"] = source;
    brackets += bracket_text(
        first, fmt::format("saturation of the first source, {},", text_or_dash(source)));
  }
  document["probes"] = search.probes();
  Outputs outputs;
  outputs.print(probes_text(search.probes()) + brackets);
  std::vector<Series> series;
  if (found.lower_is_stable) {
    series.push_back(search.latencies(found.lower));
    outputs.print("\n" + summary_text(series));
    document["points"] = series.front().points;
  }
  outputs.write(options.json, [&] { return json_file_text(document); });
  const bool hold = all_hold(series);
  return outputs.status(decided && hold ? kSuccess : kFailure);
}

void add_saturation(Command& program) {
  Command command =
      program.add_command("saturation", "Finds the load from which on a network does not keep up");
  auto options = std::make_shared<SaturationOptions>();
  options->jobs = default_jobs();
  command.option("CONFIG", options->config, "Configuration file (YAML)").required();
  command.option("--lowest", options->lowest, "Lowest load that is tried")
      .type_name("LOAD")
      .decimal_number(0.0001, 1)
      .show_default();
  command.option("--highest", options->highest, "Highest load that is tried")
      .type_name("LOAD")
      .decimal_number(0.0001, 1)
      .show_default();
  command.option("--resolution", options->resolution, "Width of the bracket of loads")
      .type_name("LOAD")
      .decimal_number(0.0001, 0.5)
      .show_default();
  command.option("--confidence", options->confidence, "Of all decisions together, in per cent")
      .type_name("NUMBER")
      .decimal_number(50, 99.99)
      .show_default();
  command
      .option("--shares", options->shares,
              "Of the lower end of the bracket, in per cent, at which latencies are measured")
      .type_name("NUMBER,...")
      .delimiter(',')
      .decimal_number(0.1, 100)
      .show_default();
  command.flag("--sources", options->sources,
               "Then looks for the load from which on a first source does not keep up, too");
  command.option("--json", options->json, "Writes all of it as JSON").type_name("FILE");
  command.option("--jobs", options->jobs, "Points simulated at a time")
      .type_name("NUMBER")
      .whole_number(1, kMostJobs);
  options->overrides.add(command);
  command.examples({"netloom saturation examples/mesh_8x8.yaml"});
  command.run([options] { return saturation(*options); });
}

const CommandRegistry::Registration kSaturationCommand("saturation", {add_saturation});

}  // namespace
}  // namespace sim
}  // namespace netloom
