#include "sim/cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "sim/base/json.h"
#include "sim/base/process_pool.h"
#include "sim/cli/commands.h"
#include "sim/config/override.h"
#include "sim/config/schema.h"
#include "sim/report/chart.h"
#include "sim/report/defect_text.h"
#include "sim/report/failure_text.h"
#include "sim/report/files.h"
#include "sim/report/plot.h"
#include "sim/report/table.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {
namespace {

/// As simulation.seeds has it.
constexpr auto kLargestSeed = static_cast<std::uint64_t>(kLargestInteger);

/// A line for each point that failed; returns whether none did.
bool all_succeeded(const std::vector<Series>& series) {
  std::size_t points = 0, failed = 0;
  for (const Series& each : series) {
    points += each.points.size();
    for (const Json& point : each.points) {
      if (succeeded(point)) continue;
      ++failed;
      print_error((each.name.empty() ? "" : each.name + ", ") + failure_text(each, point));
    }
  }
  if (failed > 1) print_error(fmt::format("{} of {} points failed", failed, points));
  return failed == 0;
}

/// Says so if one of them falls short.
bool are_as_precise_as_asked(const std::vector<Series>& series) {
  std::size_t points = 0, short_of = 0, unsettled = 0;
  for (const Series& each : series) {
    points += each.points.size();
    (each.config().run.precision ? short_of : unsettled) += static_cast<std::size_t>(
        std::count_if(each.points.begin(), each.points.end(), falls_short_of_precision));
  }
  if (short_of > 0) {
    print_error(
        fmt::format("{} of {} points did not come to what simulation.precision and warmup ask "
                    "for within simulation.at_most; the table says why",
                    short_of, points));
  }
  if (unsettled > 0) {
    print_error(
        fmt::format("{} of {} points did not settle: the warm-up came to no end, or accepted load "
                    "or network latency still rose or fell in what was measured; with "
                    "simulation.precision (5 %, say) a run goes on until they do not, up to "
                    "simulation.at_most",
                    unsettled, points));
  }
  return short_of + unsettled == 0;
}

}  // namespace

void Outputs::print(const std::string& text) {
  attempt([&] { write_output("", text); });
}

void Outputs::write(const std::string& path, const std::function<std::string()>& text) {
  if (!path.empty()) attempt([&] { write_file(path, text()); });
}

void Outputs::draw(const std::string& prefix, const std::string& title,
                   const std::function<std::vector<Chart>()>& charts) {
  if (prefix.empty()) return;
  attempt([&] {
    draw_charts(charts(), prefix, title);
    write_output("", fmt::format("{0}.svg\n{0}.png\n", prefix));
  });
}

void Outputs::attempt(const std::function<void()>& output) {
  try {
    output();
  } catch (const BrokenPipe& error) {
    broken_pipe_ = error;
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
    failed_ = true;
  } catch (const std::exception& error) {
    print_error(error.what());
    failed_ = true;
  }
}

int Outputs::status(int status) const {
  if (broken_pipe_) throw *broken_pipe_;
  return failed_ ? int{kFailure} : status;
}

void OverrideOptions::add(Command& command) {
  command.option("--set", set, "Sets a key to a value in YAML (repeatable)")
      .type_name("KEY.PATH=VALUE")
      .one_at_a_time();
  command.option("--seed", seed, "One seed instead of simulation.seeds")
      .type_name("NUMBER")
      .whole_number(0, kLargestSeed);
  command.group("Configuration", {"--set", "--seed"});
}

void OverrideOptions::add_with_threads(Command& command) {
  add(command);
  command.option("--threads", threads, "Sets simulation.threads: a number, or auto")
      .type_name("NUMBER");
  command.group("Configuration", {"--threads"});
}

void require_kept(const std::vector<Setting>& before, const Setting& next) {
  for (const Setting& each : before) {
    if (!supersedes(next.assignment, each.assignment)) continue;
    throw Error(fmt::format("{}: nothing would be left of {}; allowed: one of them", next.given,
                            each.given));
  }
}

std::vector<Setting> OverrideOptions::settings() const {
  std::vector<Setting> result;
  const auto add = [&](Setting next) {
    require_kept(result, next);
    result.push_back(std::move(next));
  };
  for (const std::string& each : set) add({parse_assignment("--set", each), "--set " + each});
  if (seed) {
    add({{"simulation.seeds", std::to_string(*seed), "--seed"}, fmt::format("--seed {}", *seed)});
  }
  if (!threads.empty()) {
    add({{"simulation.threads", threads, "--threads"}, "--threads " + threads});
  }
  return result;
}

std::vector<Override> OverrideOptions::overrides() const {
  std::vector<Override> result;
  for (Setting& each : settings()) result.push_back(std::move(each.assignment));
  return result;
}

void ResultOptions::add(Command& command) {
  jobs = default_jobs();
  command.option("--json", json, "Writes all results as JSON").type_name("FILE");
  command.option("--csv", csv, "Writes a line per point as CSV").type_name("FILE");
  command.option("--plot", plot, "Draws latencies and accepted load: .svg, .png")
      .type_name("PREFIX");
  command.option("--time-csv", time_csv, "The time series (simulation.sample_interval) as CSV")
      .type_name("FILE");
  command.option("--time-plot", time_plot, "Draws the time series of the first seed")
      .type_name("PREFIX");
  command.flag("--log", log, "Gives pictures logarithmic axes for latencies");
  command.option("--jobs", jobs, "Points simulated at a time")
      .type_name("NUMBER")
      .whole_number(1, kMostJobs)
      .show_default();
  command.flag("--details", details, "With --json: also values per node, switch, link and VC");
  command.group("Results", {"--json", "--csv", "--plot", "--time-csv", "--time-plot", "--log",
                            "--jobs", "--details"});
  command.rare({"--time-csv", "--time-plot", "--log", "--details"});
}

void ResultOptions::check(const std::vector<Series>& series, NamedFiles& files) const {
  files.add_output("--json", json);
  files.add_output("--csv", csv);
  files.add_output("--time-csv", time_csv);
  files.add_pictures("--plot", plot);
  files.add_pictures("--time-plot", time_plot);
  const auto any = [&](auto condition) {
    return std::any_of(series.begin(), series.end(), condition);
  };
  if (!plot.empty() &&
      !any([](const Series& each) { return !each.config().traffic.loads.empty(); })) {
    throw Error("--plot: closed workloads have no load; allowed: --time-plot");
  }
  if (!any([](const Series& each) { return each.config().run.samples.interval > 0; })) {
    for (const auto& [option, value] :
         {std::pair("--time-csv", time_csv), std::pair("--time-plot", time_plot)}) {
      if (value.empty()) continue;
      throw Error(
          fmt::format("{}: there is no time series; set simulation.sample_interval", option));
    }
  }
}

int ResultOptions::finish(const std::vector<Series>& series, const SweepOutcome& outcome,
                          Outputs& outputs) const {
  outputs.print(summary_text(series));
  outputs.write(json, [&] { return json_file_text(result_document(series)); });
  outputs.write(csv, [&] { return result_csv(series); });
  outputs.write(time_csv, [&] { return time_series_csv(series); });
  if (outcome.failed < outcome.points) {
    outputs.draw(plot, load_title(series), [&] { return load_charts(series, log); });
    outputs.draw(time_plot, time_title(series), [&] { return time_charts(series, log); });
  }
  if (!outcome.not_stored.empty()) print_error(outcome.not_stored);
  const bool hold = all_hold(series);
  return outcome.not_stored.empty() && hold ? kSuccess : kFailure;
}

bool all_hold(const std::vector<Series>& series) {
  const bool succeeded = all_succeeded(series);
  if (const std::string report = defect_text(series); !report.empty()) print_note(report);
  const bool precise = are_as_precise_as_asked(series);
  return succeeded && precise;
}

void say_which_seeds_are_not_used(const std::string& config,
                                  const std::vector<std::uint64_t>& asked,
                                  const std::vector<std::uint64_t>& used, const std::string& how) {
  // The default is nothing that anybody asked for.
  if (asked == RunConfig{}.seeds) return;
  std::vector<std::uint64_t> unused;
  for (const std::uint64_t seed : asked) {
    if (std::find(used.begin(), used.end(), seed) == used.end()) unused.push_back(seed);
  }
  if (unused.empty()) return;
  const std::string those = used.size() == 1
                                ? fmt::format("{} is", used.front())
                                : fmt::format("{} to {} are", used.front(), used.back());
  print_note(fmt::format("{}: simulation.seeds: {} {} not used; {}{}", config,
                         fmt::join(unused, ", "), unused.size() == 1 ? "is" : "are", those,
                         how.empty() ? "" : " (" + how + ")"));
}

void require_utf8(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view text(argv[i]);
    const std::size_t wrong = invalid_utf8(text);
    if (wrong == std::string_view::npos) continue;
    throw Error(fmt::format("argument {}: byte {}, 0x{:02x}, is not UTF-8; allowed: text in UTF-8",
                            i, wrong, static_cast<unsigned char>(text[wrong])));
  }
}

Override parse_assignment(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(fmt::format("{} {}: expected KEY.PATH=VALUE", option, text));
  }
  return {text.substr(0, equals), text.substr(equals + 1), option};
}

std::string assumed_packets_text(const Config& config) {
  if (config.traffic.kind != TrafficConfig::Kind::kNone) return "";
  return fmt::format("traffic: none given; packets of {} phits are assumed\n",
                     config.traffic.packet_phits);
}

void write_output(const std::string& path, const std::string& text) {
  if (!path.empty()) {
    write_file(path, text);
    return;
  }
  // Not through a buffer, of which the rest would follow when it can.
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t count = write(STDOUT_FILENO, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const std::string message =
          fmt::format("standard output cannot be written: {}", std::strerror(errno));
      if (errno == EPIPE) throw BrokenPipe(message);
      throw WriteError(message);
    }
    written += static_cast<std::size_t>(count);
  }
}

}  // namespace sim
}  // namespace netloom
