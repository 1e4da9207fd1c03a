#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/kernel/thread_team.h"
#include "routing/base/error.h"
#include "sim/report/chart.h"
#include "testbench/bench/scaling_cases.h"
#include "testbench/bench/scaling_page.h"
#include "testbench/bench/scaling_program.h"

// How the program scales: `netloom run` on networks from 64 to 1.3 million hosts, as one region and
// in several, on one thread and two, as one process and two. docs/results/scaling.md comes from
// here.

int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace {

using namespace netloom;
using namespace netloom::bench;

/// Networks whose instructions are counted, and misses with them, have up to so many hosts: above,
/// callgrind takes hours. Of those above each way is run once.
constexpr double kMostCounted = 100000;
constexpr double kMostWithMisses = 20000;

/// A case in all ways; the fastest of several runs of each.
struct Row {
  const Case* entry;
  Run one, regions, threads;
  std::optional<Run> ranks;
  std::optional<Program::Counts> counts_one, counts_regions;
};

struct Settings {
  std::string mpirun;
  int repeats = 3;
  int cycles = 0;  ///< 0: those of the case
  bool counts = true;

  int cycles_of(const Case& entry) const { return cycles == 0 ? entry.cycles : cycles; }
  int repeats_of(const Case& entry) const { return entry.hosts <= kMostCounted ? repeats : 1; }
};

Row measure(const Program& program, const Case& entry, const Settings& settings) {
  std::vector<Way> ways = {in_one_region(), in_regions(entry), on_threads(2)};
  if (!settings.mpirun.empty()) ways.push_back({settings.mpirun, ""});
  const std::vector<Run> runs =
      fastest(program, entry, ways, settings.cycles_of(entry), settings.repeats_of(entry));
  Row row;
  row.entry = &entry;
  row.one = runs[0];
  row.regions = runs[1];
  row.threads = runs[2];
  if (runs.size() > 3) row.ranks = runs[3];
  return row;
}

/// Counting takes time, but its figures do not depend on what else the machine does.
void count(const Program& program, Row& row) {
  if (row.entry->hosts > kMostCounted) return;
  const bool with_misses = row.entry->hosts <= kMostWithMisses;
  row.counts_one = program.count(*row.entry, in_one_region(), with_misses);
  row.counts_regions = program.count(*row.entry, in_regions(*row.entry), with_misses);
}

std::string counts_cell(const std::optional<Program::Counts>& counts) {
  if (!counts) return "| |";
  return fmt::format("{} | {} |", grouped(counts->instructions),
                     counts->misses ? fmt::format("{:.1f}", *counts->misses) : "");
}

std::string head_of_table() {
  return "| network | hosts | one region: ns | instructions | misses | in regions: ns "
         "| instructions | misses | cycles/s | 2 threads | 2 ranks | MB | of a rank "
         "| KB per cycle |\n"
         "| --- | ---: | ---: | ---: | ---: | ---: "
         "| ---: | ---: | ---: | ---: | ---: | ---: | ---: "
         "| ---: |\n";
}

std::string line_of(const Row& row) {
  const double fastest = std::min(row.one.seconds, row.regions.seconds);
  const auto gain = [&](const Run& run) { return fmt::format("{:.2f}", fastest / run.seconds); };
  return fmt::format(
      "| {} | {} | {:.0f} | {} {:.0f} | {} {} | {} | {} | {} | {} | {} |\n", row.entry->what,
      grouped(row.entry->hosts), row.one.ns_per_hop(), counts_cell(row.counts_one),
      row.regions.ns_per_hop(), counts_cell(row.counts_regions), grouped(row.one.cycles / fastest),
      gain(row.threads), row.ranks ? gain(*row.ranks) : "", grouped(row.one.bytes / 1e6),
      row.ranks ? grouped(row.ranks->bytes / 1e6) : "",
      row.ranks ? fmt::format("{:.1f}", row.ranks->sent / row.ranks->cycles / 1e3) : "");
}

/// Seconds of a round of threads that have nothing to do: the others are told, and waited for.
double seconds_of_a_round(int threads) {
  ThreadTeam team(threads, [](int) {});
  constexpr int kRounds = 20000;
  double best = 0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kRounds; ++i) team.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (repeat == 0 || took.count() < best) best = took.count();
  }
  return best / kRounds;
}

/// What more cores would give, from what was measured. Not in it: that cores share memory and its
/// bandwidth. Assumed of a network of machines: what a message and a byte take.
class Estimates {
 public:
  static constexpr int kThreads = 16, kRanks = 64;
  static constexpr double kMessageSeconds = 2e-6, kBytesPerSecond = 10e9;

  explicit Estimates(const Program& program) : program_(program), round_(seconds_of_a_round(2)) {}

  static std::string head() {
    return fmt::format(
        "| network | us of a cycle | {0} threads: window | balance | faster | {1} ranks: window | "
        "balance | MB a rank sends in a window | faster |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        kThreads, kRanks);
  }

  std::string line(const Row& row) const {
    // Seconds of a cycle on one core, and bytes that two ranks send in it.
    const double cycle = std::min(row.one.seconds, row.regions.seconds) / row.one.cycles;
    std::string threads = "| | |", ranks = "| | | |";
    if (const auto share = program_.share(*row.entry, kThreads)) {
      // Each of the others takes the cache line in turn.
      const double work = cycle * share->window;
      const double took = work * share->balance / kThreads + round_ * (kThreads - 1);
      threads =
          fmt::format("{:.0f} | {:.2f} | {:.1f} |", share->window, share->balance, work / took);
    }
    const auto share = program_.share(*row.entry, kRanks);
    if (share && row.ranks) {
      const double work = cycle * share->window;
      // Of two ranks each sends half of what crosses regions anywhere.
      const double sent =
          row.ranks->sent / row.ranks->cycles * share->window * 2 * (1 - 1.0 / kRanks) / kRanks;
      const double took = work * share->balance / kRanks + (kRanks - 1) * kMessageSeconds +
                          2 * sent / kBytesPerSecond;
      ranks = fmt::format("{:.0f} | {:.2f} | {:.3f} | {:.1f} |", share->window, share->balance,
                          sent / 1e6, work / took);
    }
    return fmt::format("| {} | {:.1f} | {} {}\n", row.entry->what, 1e6 * cycle, threads, ranks);
  }

  std::string round() const { return fmt::format("{:.2f}", 1e6 * round_); }

 private:
  const Program& program_;
  double round_;
};

/// Nanoseconds per packet-hop over the size of the network; instructions, and bytes per host.
void draw(const std::vector<Row>& rows, const std::string& prefix) {
  const auto chart = [&](const std::string& title, const std::string& y_title, const auto& one,
                         const auto& regions) {
    Chart result;
    result.title = title;
    result.x_title = "hosts";
    result.y_title = y_title;
    result.log_x = true;
    result.series = {{"one region", {}}, {"a region per group", {}}};
    for (const Row& row : rows) {
      if (!row.entry->in_picture) continue;
      const auto add = [&](std::size_t series, const std::optional<double>& y) {
        if (y) result.series[series].points.push_back({row.entry->hosts, *y});
      };
      add(0, one(row));
      add(1, regions(row));
    }
    return result;
  };
  const auto instructions = [](const std::optional<Program::Counts>& counts) {
    return counts ? std::optional(counts->instructions) : std::nullopt;
  };
  std::vector<Chart> charts = {
      chart(
          "Time", "ns per packet-hop",
          [](const Row& row) { return std::optional(row.one.ns_per_hop()); },
          [](const Row& row) { return std::optional(row.regions.ns_per_hop()); }),
      chart(
          "Instructions", "instructions per packet-hop",
          [&](const Row& row) { return instructions(row.counts_one); },
          [&](const Row& row) { return instructions(row.counts_regions); }),
      chart(
          "Memory", "bytes per host",
          [](const Row& row) { return std::optional(row.one.bytes / row.entry->hosts); },
          [](const Row& row) { return std::optional(row.regions.bytes / row.entry->hosts); })};
  // In a small network most of the process is not the network.
  charts.back().log_y = true;
  draw_charts(charts, prefix, "Time, instructions and memory over the size of a dragonfly");
}

/// How many times faster so many threads are than the faster of both columns on one: a table.
class ThreadTable {
 public:
  explicit ThreadTable(const std::vector<int>& threads) : threads_(threads) {
    text_ = "| network | hosts | one thread: cycles/s |";
    for (const int each : threads) text_ += fmt::format(" {} threads |", each);
    text_ += "\n| --- | ---: | ---: |";
    for (std::size_t i = 0; i < threads.size(); ++i) text_ += " ---: |";
    text_ += '\n';
  }

  /// Returns the line.
  std::string measure(const Program& program, const Case& entry, const Settings& settings) {
    std::vector<Way> ways = {in_one_region(), in_regions(entry)};
    // What cannot all have something to run is refused.
    for (const int each : threads_) {
      if (!program.share(entry, each)) break;
      ways.push_back(on_threads(each));
    }
    const std::vector<Run> runs =
        fastest(program, entry, ways, settings.cycles_of(entry), settings.repeats_of(entry));
    const double one = std::min(runs[0].seconds, runs[1].seconds);
    std::string line = fmt::format("| {} | {} | {} |", entry.what, grouped(entry.hosts),
                                   grouped(runs[0].cycles / one));
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      line += 2 + i < runs.size() ? fmt::format(" {:.2f} |", one / runs[2 + i].seconds) : " |";
    }
    text_ += line + '\n';
    return line + '\n';
  }

  const std::string& text() const { return text_; }

 private:
  std::vector<int> threads_;
  std::string text_;
};

void measure_threads(const Program& program, const std::vector<Case>& list,
                     const std::vector<int>& threads, const Settings& settings,
                     const std::string& page) {
  ThreadTable table(threads);
  fmt::print("{}", table.text());
  for (const Case& entry : list) {
    fmt::print("{}", table.measure(program, entry, settings));
    std::fflush(stdout);
  }
  if (page.empty()) return;
  put_into(page, "threads",
           fmt::format("Written by `netloom_scaling --threads {}` on {}.\n\n{}",
                       fmt::join(threads, ","), today(), table.text()));
}

void measure_all(const Program& program, const std::vector<Case>& list, const Settings& settings,
                 const std::string& page, const std::string& picture) {
  std::vector<Row> rows;
  fmt::print("{}", head_of_table());
  std::fflush(stdout);
  for (const Case& entry : list) {
    rows.push_back(measure(program, entry, settings));
    fmt::print("{}", line_of(rows.back()));
    std::fflush(stdout);
  }
  const Estimates estimates(program);
  std::string table = head_of_table();
  for (Row& row : rows) {
    if (settings.counts) count(program, row);
    table += line_of(row);
  }
  if (settings.counts) fmt::print("\nWith instructions and misses:\n\n{}", table);
  std::string estimated = Estimates::head();
  for (const Row& row : rows) estimated += estimates.line(row);
  fmt::print("\n{}\nA round of two threads takes {} us.\n", estimated, estimates.round());
  if (!picture.empty()) draw(rows, picture);
  if (page.empty()) return;
  put_into(page, "scaling",
           fmt::format("Written by `netloom_scaling` on {}.\n\n{}", today(), table));
  put_into(page, "estimates", estimated);
  put_into(page, "round", estimates.round());
}

/// Those with these names, or all.
std::vector<Case> selected(const std::vector<std::string>& names) {
  if (names.empty()) return cases();
  std::string known;
  for (const Case& entry : cases()) known += " " + entry.name;
  std::vector<Case> list;
  for (const std::string& name : names) {
    const std::size_t before = list.size();
    for (Case& entry : cases()) {
      if (entry.name == name) list.push_back(std::move(entry));
    }
    if (list.size() == before) throw Error("unknown case '" + name + "'; known:" + known);
  }
  return list;
}

}  // namespace

int main(int argc, char* argv[]) {
  CLI::App app{"How the program scales: size, regions, threads and ranks"};
  std::string netloom, page, picture;
  std::vector<std::string> names;
  std::vector<int> threads;
  Settings settings;
  bool no_counts = false;
  app.add_option("netloom", netloom, "the program")->required()->check(CLI::ExistingFile);
  app.add_option("--case", names, "run only the cases of these names")->delimiter(',');
  app.add_option("--repeats", settings.repeats,
                 "runs of each way, but one of the largest networks; the fastest counts")
      ->check(CLI::Range(1, 100));
  app.add_option("--cycles", settings.cycles, "simulated cycles of a timed run")
      ->check(CLI::Range(2, 1 << 30));
  app.add_option("--threads", threads, "measure only how much faster so many threads are: 2,4,8,16")
      ->delimiter(',')
      ->check(CLI::Range(2, 1024));
  app.add_option("--mpirun", settings.mpirun,
                 "command that starts two ranks, like \"mpirun -n 2\"; without it there are none")
      ->excludes("--threads");
  app.add_flag("--no-counts", no_counts, "do not count instructions and misses with callgrind");
  app.add_option("--page", page, "a page in which the tables are put between their marks");
  app.add_option("--picture", picture, "prefix of the picture")->excludes("--threads");
  CLI11_PARSE(app, argc, argv);
  settings.counts = !no_counts;

  try {
    const std::vector<Case> list = selected(names);
    const Program program(netloom);
    if (threads.empty()) {
      measure_all(program, list, settings, page, picture);
    } else {
      measure_threads(program, list, threads, settings, page);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "netloom_scaling: error: {}\n", error.what());
    return 2;
  }
  return 0;
}
