#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "sim/report/chart.h"
#include "testbench/bench/scaling_cases.h"
#include "testbench/bench/scaling_estimates.h"
#include "testbench/bench/scaling_page.h"
#include "testbench/bench/scaling_program.h"
#include "testbench/bench/scaling_row.h"

// How the program scales: `netloom run` on networks from 64 to 1.3 million hosts, as one region and
// in several, on one thread and two, as one process and two. docs/results/scaling.md comes from
// here.

int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace {

using namespace netloom;
using namespace netloom::bench;

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
    std::vector<Timed> ways = {{&program, in_one_region()}, {&program, in_regions(entry)}};
    // What cannot all have something to run is refused.
    for (const int each : threads_) {
      if (!program.share(entry, each)) break;
      ways.push_back({&program, on_threads(each)});
    }
    const Rounds rounds(entry, ways, settings.cycles_of(entry), settings.repeats_of(entry));
    const Run &one = rounds.fastest(0), &regions = rounds.fastest(1);
    std::string line = fmt::format("| {} | {} | {} |", entry.what, grouped(entry.hosts),
                                   grouped(one.cycles / std::min(one.seconds, regions.seconds)));
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      line +=
          2 + i < ways.size() ? fmt::format(" {} |", text_of(rounds.gain(2 + i, {0, 1}))) : " |";
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

/// How many times faster the program is than one of an earlier commit, both on one thread: a table.
void measure_beside(const Program& program, const std::string& earlier,
                    const std::vector<Case>& list, const Settings& settings,
                    const std::string& page) {
  const Program before(earlier);
  std::string table =
      "| network | hosts | earlier: ns | one region: ns | faster | in regions: ns | faster |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  fmt::print("{}", table);
  for (const Case& entry : list) {
    // It may not know of regions.
    const std::vector<Timed> ways = {
        {&before, {}}, {&program, in_one_region()}, {&program, in_regions(entry)}};
    const Rounds rounds(entry, ways, settings.cycles_of(entry), settings.repeats_of(entry));
    const auto of_way = [&rounds](std::size_t way) {
      return fmt::format("{:.0f} | {}", rounds.fastest(way).ns_per_hop(),
                         text_of(rounds.gain(way, {0})));
    };
    const std::string line =
        fmt::format("| {} | {} | {:.0f} | {} | {} |\n", entry.what, grouped(entry.hosts),
                    rounds.fastest(0).ns_per_hop(), of_way(1),
                    rounds.fastest(2).regions > 1 ? of_way(2) : "one |");
    fmt::print("{}", line);
    std::fflush(stdout);
    table += line;
  }
  if (page.empty()) return;
  put_into(page, "earlier",
           fmt::format("Written by `netloom_scaling --beside` on {}.\n\n{}", today(), table));
}

void measure_all(const Program& program, const std::vector<Case>& list, const Settings& settings,
                 const std::string& page, const std::string& picture) {
  std::vector<Row> rows;
  fmt::print("{}", head_of_rows());
  std::fflush(stdout);
  for (const Case& entry : list) {
    rows.push_back(measure(program, entry, settings));
    fmt::print("{}", line_of(rows.back()));
    std::fflush(stdout);
  }
  const Estimates estimates(program);
  std::string table = head_of_rows();
  for (Row& row : rows) {
    if (settings.counts) count(program, settings, row);
    table += line_of(row);
  }
  if (settings.counts) fmt::print("\nWith instructions and misses:\n\n{}", table);
  std::string estimated = Estimates::head();
  for (const Row& row : rows) estimated += estimates.line(row);
  fmt::print("\n{}\nA round of two threads takes {} us.\n", estimated, estimates.round());
  if (!picture.empty()) draw(rows, picture);
  if (page.empty()) return;
  put_into(page, "scaling",
           fmt::format("Written by `netloom_scaling` on {}{}.\n\n{}", today(),
                       settings.counts ? "; counted " + days_of_counts(rows) : "", table));
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
  std::string netloom, beside, page, picture;
  std::vector<std::string> names;
  std::vector<int> threads;
  Settings settings;
  bool no_counts = false;
  app.add_option("netloom", netloom, "the program")->required()->check(CLI::ExistingFile);
  app.add_option("--case", names, "run only the cases of these names")->delimiter(',');
  app.add_option("--repeats", settings.repeats,
                 "runs of each way in turn, but one of the largest networks: of times the fastest "
                 "counts, of what is how many times faster the median, and the least and the most")
      ->check(CLI::Range(1, 100));
  app.add_option("--cycles", settings.cycles, "simulated cycles of a timed run")
      ->check(CLI::Range(2, 1 << 30));
  app.add_option("--threads", threads, "measure only how much faster so many threads are: 2,4,8,16")
      ->delimiter(',')
      ->check(CLI::Range(2, 1024));
  app.add_option("--mpirun", settings.mpirun,
                 "command that starts two ranks, like \"mpirun -n 2\"; without it there are none")
      ->excludes("--threads");
  app.add_option("--beside", beside,
                 "measure only how much faster the program is than this one, of an earlier commit")
      ->check(CLI::ExistingFile)
      ->excludes("--threads");
  app.add_option("--kept", settings.kept,
                 "file with instructions and misses: of a case that it has they are not counted "
                 "again, and of others they are added");
  app.add_flag("--no-counts", no_counts, "do not count instructions and misses with callgrind");
  app.add_option("--page", page, "a page in which the tables are put between their marks");
  app.add_option("--picture", picture, "prefix of the picture")->excludes("--threads");
  CLI11_PARSE(app, argc, argv);
  settings.counts = !no_counts;

  try {
    const std::vector<Case> list = selected(names);
    const Program program(netloom);
    if (!beside.empty()) {
      measure_beside(program, beside, list, settings, page);
    } else if (threads.empty()) {
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
