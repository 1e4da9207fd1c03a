#include "sim/study/saturation_study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "routing/base/error.h"
#include "sim/base/messages.h"
#include "sim/run/point.h"
#include "sim/study/saturation_report.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

/// The network in the first search, sources beside it, sources in the second search, and which of
/// them falls short most.
constexpr double kDecisionsWithSources = 4;

/// A load is looked at first when it has run as long again as it warms up.
constexpr Cycle kLeastWarmUps = 2;

/// Of a network, or of its sources.
LoadVerdict verdict_in(const Json& found) {
  LoadVerdict result;
  for (const Stability each : {Stability::kStable, Stability::kUnstable}) {
    if (found.at("verdict") == text_of(each)) result.stability = each;
  }
  const Json& short_by = found.at("short_by");
  const Json& estimate = short_by.is_object() ? short_by.at("estimate") : short_by;
  if (!estimate.is_null()) result.short_by = estimate.get<double>();
  return result;
}

}  // namespace

SaturationStudy::SaturationStudy(SaturationSettings settings, const RunConfig& run)
    : settings_(std::move(settings)),
      longest_(run.at_most),
      shortest_(std::min(run.at_most, kLeastWarmUps * run.measure)) {
  points_.name = "probes";
  if (!settings_.database.empty()) store_ = std::make_unique<ResultStore>(settings_.database);
}

SaturationBracket SaturationStudy::find() {
  const auto of_sources =
      settings_.of_sources ? RunConfig::OfSources::kAsFarAsKnown : RunConfig::OfSources::kNotAsked;
  return find_saturation(
      search_settings(), [&](double load, double error_probability, double of_longest) {
        return verdict_in(probe(load, error_probability, of_longest, of_sources));
      });
}

SaturationBracket SaturationStudy::find_first_source(const SaturationBracket& network) {
  SearchSettings up_to = search_settings();
  if (network.lower_is_stable) up_to.highest = network.upper;
  up_to.above = 0;
  const SaturationBracket found =
      find_saturation(up_to, [this](double load, double error_probability, double of_longest) {
        if (const auto known = known_of_sources(load, of_longest)) return *known;
        return verdict_in(
            probe(load, error_probability, of_longest, RunConfig::OfSources::kUntilKnown)
                .at("sources"));
      });
  // That the network does not keep up there says nothing of which of them do not.
  if (found.upper_is_unstable && !is_source_known(found.upper)) {
    probe(found.upper, search_settings().error_probability, 1, RunConfig::OfSources::kUntilKnown);
  }
  return found;
}

/// Whether a probe of the load was sure of any source.
bool SaturationStudy::is_source_known(double load) const {
  return std::any_of(probes_.begin(), probes_.end(), [&](const Json& each) {
    return each.at("load") == load && each.at("sources").at("unstable") > 0;
  });
}

Series SaturationStudy::latencies(double load, const std::vector<double>& shares) {
  std::vector<double> loads;
  for (const double share : shares) loads.push_back(load * share / 100);
  Series series = series_at(loads);
  RunConfig& run = series.config().run;
  if (!run.precision) run.precision = 0.01;
  series.name = "latencies";
  std::vector<Series> all = {std::move(series)};
  SweepOptions sweep = sweep_options();
  sweep.database = settings_.database;
  const SweepOutcome outcome = run_sweep(all, sweep);
  reused_ += outcome.reused;
  if (not_stored_.empty()) not_stored_ = outcome.not_stored;
  return std::move(all.front());
}

/// At these loads, of one seed, with a warm-up that is found.
Series SaturationStudy::series_at(const std::vector<double>& loads) const {
  Series series;
  series.overrides = settings_.overrides;
  series.overrides.push_back(
      {"traffic.load", fmt::format("[{}]", fmt::join(loads, ", ")), "netloom saturation:"});
  series.overrides.push_back({"simulation.warmup", "auto", "netloom saturation:"});
  series.loaded = series_config(load_with_routing(settings_.config, series.overrides));
  series.file = settings_.config;
  RunConfig& run = series.config().run;
  run.seeds = {run.seeds.front()};
  return series;
}

SweepOptions SaturationStudy::sweep_options() const {
  SweepOptions result;
  result.jobs = settings_.jobs;
  result.progress = settings_.progress;
  return result;
}

/// The error probability is divided by what is decided.
SearchSettings SaturationStudy::search_settings() const {
  const double all = settings_.error_probability;
  SearchSettings result = {settings_.lowest, settings_.highest, settings_.resolution,
                           settings_.of_sources ? all / kDecisionsWithSources : all};
  result.shortest = static_cast<double>(shortest_) / static_cast<double>(longest_);
  return result;
}

/// Cycles that a probe may take.
Cycle SaturationStudy::longest(double share) const {
  return std::max(shortest_, static_cast<Cycle>(share * static_cast<double>(longest_)));
}

/// What probes have said of the sources at a load, unless more can be said within a share of the
/// longest run. Where the network does not keep up, one of them does not, whether or
/// not it is known which.
std::optional<LoadVerdict> SaturationStudy::known_of_sources(double load, double of_longest) const {
  for (auto probe = probes_.rbegin(); probe != probes_.rend(); ++probe) {
    const Json& each = *probe;
    if (each.at("load") != load) continue;
    LoadVerdict verdict = verdict_in(each.at("sources"));
    if (each.at("verdict") == text_of(Stability::kUnstable)) {
      verdict.stability = Stability::kUnstable;
    }
    const bool took_as_long = cycles_of_probe(each) >= longest(of_longest);
    if (verdict.stability != Stability::kUndecided || took_as_long) return verdict;
  }
  return std::nullopt;
}

const Json& SaturationStudy::probe(double load, double error_probability, double of_longest,
                                   RunConfig::OfSources of_sources) {
  Series series = series_at({load});
  RunConfig& run = series.config().run;
  run.stability = error_probability;
  run.of_sources = of_sources;
  run.at_most = longest(of_longest);
  Json point = simulated(series);
  if (settings_.of_sources) {
    name_sources(series.config().netlist, load, point["stability"]["sources"]);
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
  if (settings_.of_sources) found["sources"] = stability.at("sources");
  probes_.push_back(std::move(found));
  points_.loaded = series.loaded;
  // It ended for another reason.
  for (const char* const key : {"asked", "reached", "verdict"}) point["precision"][key] = nullptr;
  points_.points.push_back(std::move(point));
  return probes_.back();
}

/// The only point of a probe's series: from the database, or simulated and put there.
Json SaturationStudy::simulated(const Series& probe) {
  std::string identity;
  if (store_) {
    const Config& config = probe.config();
    identity = identity_of("load tried out for saturation",
                           {{"configuration", content_hash(identity_of(config))},
                            {"load", config.traffic.loads.front()},
                            {"seed", config.run.seeds.front()},
                            {"error_probability", *config.run.stability},
                            {"of_sources", static_cast<int>(config.run.of_sources)},
                            {"at_most", config.run.at_most}});
    if (auto known = store_->find_computed(identity)) {
      ++reused_;
      return *known;
    }
    store_->require_writable();
  }
  std::vector<Series> series = {probe};
  run_sweep(series, sweep_options());
  Json& point = series.front().points.front();
  if (!succeeded(point)) {
    throw Error(fmt::format("load {:g}: {}", probe.config().traffic.loads.front(),
                            point.at("failure").at("message").get<std::string>()));
  }
  if (store_) store(identity, point);
  return std::move(point);
}

/// Results are results where they cannot be stored.
void SaturationStudy::store(const std::string& identity, const Json& point) {
  try {
    store_->add_computed(identity, point);
  } catch (const Error& error) {
    if (not_stored_.empty()) print_warning(error.what());
    not_stored_ = error.what();
  }
}

/// By their hosts; those of which one falls short most are kept, and counted.
void SaturationStudy::name_sources(const Netlist& netlist, double load, Json& sources) {
  const auto name_of = [&](const Json& host) -> Json {
    return host.is_null() ? host : Json(netlist.hosts[host.get<std::size_t>()].name);
  };
  sources["source"] = name_of(sources.at("source"));
  Json names = Json::array();
  for (const Json& host : sources.at("most")) names.push_back(name_of(host));
  sources.erase("most");
  sources["one_of"] = names.size();
  most_[load] = std::move(names);
}

}  // namespace sim
}  // namespace netloom
