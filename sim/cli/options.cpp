#include "sim/cli/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "routing/error.h"
#include "routing/output_file.h"
#include "sim/cli/commands.h"
#include "sim/report/chart.h"
#include "sim/report/files.h"
#include "sim/report/gnuplot.h"
#include "sim/report/plot.h"
#include "sim/report/table.h"
#include "sim/run/point.h"
#include "sim/run/process_pool.h"

namespace netloom {
namespace {

/// One line about the first failure, which is all that there is to say if there is no other.
std::string failure_message(const std::vector<Series>& series, std::size_t failed) {
  for (const Series& each : series) {
    for (const Json& point : each.points) {
      if (succeeded(point)) continue;
      const std::string more =
          failed > 1 ? fmt::format(" (and {} more failed)", failed - 1) : std::string();
      return (each.name.empty() ? "" : each.name + ", ") + failure_text(point) + more;
    }
  }
  return "";
}

/// Draws a picture that was asked for.
void draw(const std::string& prefix, const std::vector<Chart>& charts) {
  if (prefix.empty()) return;
  draw_charts(charts, prefix);
  write_output("", fmt::format("{0}.svg\n{0}.png\n", prefix));
}

}  // namespace

void OverrideOptions::add(CLI::App& command) {
  command
      .add_option("--set", set,
                  "Sets a key of the configuration (the value is YAML); can be given repeatedly")
      ->type_name("KEY.PATH=VALUE")
      ->allow_extra_args(false);
  command.add_option("--seed", seed, "One seed, in the place of simulation.seeds")
      ->type_name("NUMBER");
}

std::vector<Override> OverrideOptions::overrides() const {
  std::vector<Override> result;
  for (const std::string& each : set) result.push_back(parse_assignment("--set", each));
  if (seed) result.emplace_back("simulation.seeds", std::to_string(*seed));
  return result;
}

void ResultOptions::add(CLI::App& command) {
  jobs = default_jobs();
  command.add_option("--json", json, "Writes all results as JSON")->type_name("FILE");
  command.add_option("--csv", csv, "Writes a line per point as CSV")->type_name("FILE");
  command
      .add_option("--plot", plot,
                  "Draws latencies over accepted load, and accepted over offered load: PREFIX.svg "
                  "and PREFIX.png")
      ->type_name("PREFIX");
  command
      .add_option("--time-csv", time_csv,
                  "Writes the time series (simulation.sample_interval) as CSV, a line per interval")
      ->type_name("FILE");
  command
      .add_option("--time-plot", time_plot,
                  "Draws latencies and accepted load over time, for the first seed: PREFIX.svg and "
                  "PREFIX.png")
      ->type_name("PREFIX");
  command.add_flag("--log", log, "Pictures have logarithmic axes for latencies");
  command.add_option("--jobs", jobs, "Points that are simulated at a time")
      ->type_name("NUMBER")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command.add_flag("--details", details,
                   "Also writes values per node, per switch and per link and VC as JSON");
}

void ResultOptions::check(const std::vector<Series>& series) const {
  for (const std::string& path : {json, csv, time_csv}) {
    if (!path.empty()) check_writable(path);
  }
  for (const std::string& prefix : {plot, time_plot}) {
    if (prefix.empty()) continue;
    check_writable(prefix + ".svg");
    check_writable(prefix + ".png");
    require_gnuplot();
  }
  const auto any = [&](auto condition) {
    return std::any_of(series.begin(), series.end(), condition);
  };
  if (!plot.empty() &&
      !any([](const Series& each) { return !each.config.traffic.loads.empty(); })) {
    throw Error("--plot: closed workloads have no load; allowed: --time-plot");
  }
  if (!any([](const Series& each) { return each.config.run.samples.interval > 0; })) {
    for (const auto& [option, value] :
         {std::pair("--time-csv", time_csv), std::pair("--time-plot", time_plot)}) {
      if (value.empty()) continue;
      throw Error(
          fmt::format("{}: there is no time series; set simulation.sample_interval", option));
    }
  }
}

int ResultOptions::finish(const std::vector<Series>& series, const SweepOutcome& outcome) const {
  if (!json.empty()) write_file(json, result_document(series).dump(2) + '\n');
  if (!csv.empty()) write_file(csv, result_csv(series));
  write_output("", summary_text(series));
  if (!time_csv.empty()) write_file(time_csv, time_series_csv(series));
  if (outcome.failed < outcome.points) {
    draw(plot, load_charts(series, log));
    draw(time_plot, time_charts(series, log));
  }
  if (outcome.failed == 0) return kSuccess;
  print_error(failure_message(series, outcome.failed));
  return kFailure;
}

Override parse_assignment(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(fmt::format("{} {}: expected KEY.PATH=VALUE", option, text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string assumed_packets_text(const Config& config) {
  if (config.traffic.kind != TrafficConfig::Kind::kNone) return "";
  return fmt::format("traffic: none given; packets of {} phits are assumed\n",
                     config.traffic.packet_phits);
}

bool stderr_is_terminal() {
  return isatty(STDERR_FILENO) != 0;
}

void print_error(const std::string& message) {
  std::fflush(stdout);
  fmt::print(stderr, "netloom: error: {}\n", message);
}

void write_output(const std::string& path, const std::string& text) {
  if (!path.empty()) {
    write_file(path, text);
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw WriteError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  }
}

}  // namespace netloom
