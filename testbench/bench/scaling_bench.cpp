#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/kernel/thread_team.h"
#include "routing/base/error.h"
#include "sim/report/chart.h"

// How the program scales: `netloom run` on networks from 64 to 1.3 million hosts, as one region and
// in several, on one thread and two, as one process and two. docs/results/scaling.md comes from
// here.

int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace {

using namespace netloom;

struct Case {
  std::string name;
  std::string what;
  std::string yaml;
  double hosts;
  int cycles;       ///< of a timed run
  int regions = 0;  ///< of the column "in regions"; 0: `auto`
  bool in_picture = false;
};

/// Networks whose instructions are counted, and misses with them, have up to so many hosts: above,
/// callgrind takes hours. Of those above each way is run once.
constexpr double kMostCounted = 100000;
constexpr double kMostWithMisses = 20000;

/// Cycles between which is counted: packets come through the whole network by the first.
constexpr int kCountedFrom = 300, kCountedTo = 500;

Case dragonfly(int h, int cycles) {
  return {
      fmt::format("dragonfly_{}", h),
      fmt::format("dragonfly h = {}, `min`, load 0.5", h),
      fmt::format("network: {{topology: dragonfly, h: {}, latency: {{host: 1, local: 10, global: "
                  "100}}}}\n"
                  "switch: {{input_buffer: {{host: 32, local: 32, global: 256}}}}\n"
                  "routing: {{function: min}}\n"
                  "traffic: {{pattern: uniform, load: 0.5, packet_phits: 8}}\n",
                  h),
      2.0 * h * h * (2 * h * h + 1),
      cycles,
      2 * h * h + 1,
      true};
}

Case tree(int k, int latency, int cycles) {
  return {
      fmt::format("tree_{}ary_3_latency_{}", k, latency),
      fmt::format("{}-ary 3-tree, load 0.3, links of {}", k, latency),
      fmt::format("network: {{topology: fat_tree, k: {}, n: 3, latency: {{host: 1, up: {}, down: "
                  "{}}}}}\n"
                  "routing: {{function: interval, selection: sadp}}\n"
                  "traffic: {{pattern: uniform, load: 0.3, packet_phits: 16}}\n",
                  k, latency, latency),
      std::pow(k, 3), cycles};
}

std::vector<Case> cases() {
  std::vector<Case> list;
  const std::pair<int, int> sizes[] = {{2, 400000}, {3, 100000}, {4, 40000}, {6, 6000},
                                       {8, 2500},   {12, 800},   {16, 500},  {24, 1000}};
  for (const auto& [h, cycles] : sizes) list.push_back(dragonfly(h, cycles));
  for (const auto& [k, cycles] : {std::pair(8, 200000), std::pair(16, 15000)}) {
    for (const int latency : {1, 8}) list.push_back(tree(k, latency, cycles));
  }
  list.push_back({"torus_32x32", "32x32 torus, `dor`, load 0.1, links of 1",
                  "network: {topology: torus, k: [32, 32]}\n"
                  "switch: {input_buffer: 32}\n"
                  "routing: {function: dor}\n"
                  "traffic: {pattern: uniform, load: 0.1, packet_phits: 8}\n",
                  1024, 20000});
  list.push_back({"random_graph", "RRG(876, 23, 17), `ecmp`, DAVC np, load 0.5, links of 1",
                  "network: {topology: random_regular, switches: 876, ports: 23, degree: 17, "
                  "graph_seed: 1}\n"
                  "switch: {input_buffer: 64}\n"
                  "routing: {function: ecmp, vcs: {policy: davc, davc: np, count: 4}}\n"
                  "traffic: {pattern: uniform, load: 0.5, packet_phits: 16}\n",
                  876 * 6, 3000});
  return list;
}

/// What `netloom run` says of itself.
struct Run {
  double seconds = 0, cycles = 0, hops = 0;
  double bytes = 0;  ///< peak of the process; of several, of the one that has most
  double sent = 0;   ///< bytes from rank to rank
  double window = 0;

  double ns_per_hop() const { return 1e9 * seconds / hops; }
};

/// How a case is run.
struct Way {
  std::string before;    ///< mpirun
  std::string settings;  ///< of simulation
};

class Program {
 public:
  explicit Program(std::string path) : path_(std::move(path)), folder_(make_folder()) {}
  ~Program() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Run run(const Case& entry, const Way& way, int cycles) const {
    return read(output_of(command(entry, way, cycles)));
  }

  /// How a network is shared out among so many threads or ranks.
  struct Share {
    double window = 0;   ///< cycles
    double balance = 0;  ///< ports of the thread that has most, over the mean
  };
  /// None: they cannot all have something to run.
  std::optional<Share> share(const Case& entry, int threads) const {
    const auto config = folder_ / "network.yaml";
    std::ofstream(config) << entry.yaml;
    const std::string text = text_of(
        fmt::format("'{}' netlist '{}' --regions --set simulation.threads={} 2>&1 | head -n 5",
                    path_, config.string(), threads));
    const auto at = text.find("# threads: ");
    if (at == std::string::npos) return std::nullopt;
    const auto number = [&text](const std::string& what, std::size_t from) {
      const auto found = text.find(what, from);
      if (found == std::string::npos) throw Error("netloom netlist --regions says: " + text);
      return std::strtod(&text[found + what.size()], nullptr);
    };
    return Share{number("runs on its own: ", 0), number("balance (most to mean): ", at)};
  }

  /// Figures per packet-hop between two cycles, by callgrind.
  struct Counts {
    double instructions = 0;
    std::optional<double> misses;
  };
  Counts count(const Case& entry, const Way& way, bool with_misses) const {
    const auto counted = [&](int cycles) {
      const std::string valgrind =
          "valgrind --tool=callgrind --callgrind-out-file=/dev/null" +
          std::string(with_misses ? " --cache-sim=yes --LL=2097152,16,64 " : " ");
      const std::string text = output_of(valgrind + command(entry, way, cycles));
      return std::pair(text, read(text).hops);
    };
    const auto [shorter, shorter_hops] = counted(kCountedFrom);
    const auto [longer, longer_hops] = counted(kCountedTo);
    const auto per_hop = [&, &from = shorter, &to = longer,
                          hops = longer_hops - shorter_hops](const std::string& what) {
      return (number_after(to, what) - number_after(from, what)) / hops;
    };
    // Of two "refs:" and "misses:", those of instructions and those of the last level.
    Counts result;
    result.instructions = per_hop(with_misses ? "I   refs:" : "refs:");
    if (with_misses) result.misses = per_hop("LL misses:");
    return result;
  }

 private:
  static std::filesystem::path make_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "netloom_scaling.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw Error("cannot make a folder like " + name);
    return name;
  }

  std::string command(const Case& entry, const Way& way, int cycles) const {
    const auto config = folder_ / "network.yaml";
    std::ofstream(config) << entry.yaml
                          << fmt::format("simulation: {{warmup: {}, measure: {}{}}}\n", cycles / 2,
                                         cycles - cycles / 2, way.settings);
    return fmt::format("{} '{}' run '{}' --json '{}'", way.before, path_, config.string(),
                       results().string());
  }

  std::filesystem::path results() const { return folder_ / "results.json"; }

  /// What a command writes to standard output.
  static std::string text_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (!pipe) throw Error("cannot start " + command);
    std::string text;
    std::array<char, 4096> buffer{};
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) {
      text += buffer.data();
    }
    return text;
  }

  std::string output_of(const std::string& command) const {
    std::filesystem::remove(results());
    std::string text = text_of(command + " 2>&1");
    if (!std::filesystem::exists(results())) throw Error(command + " wrote no results: " + text);
    return text;
  }

  Run read(const std::string& text) const {
    const auto document = nlohmann::json::parse(std::ifstream(results()));
    const auto& point = document.at("points").at(0);
    if (!point.at("failure").is_null()) throw Error("the run failed: " + text);
    const auto& performance = point.at("performance");
    Run run;
    run.seconds = performance.at("run_s").get<double>();
    run.cycles = performance.at("cycles").get<double>();
    run.hops = performance.at("packet_hops").get<double>();
    run.bytes = performance.at("peak_rss_bytes").get<double>();
    run.sent = performance.at("rank_bytes").get<double>();
    run.window = performance.at("window").get<double>();
    return run;
  }

  static double number_after(const std::string& text, const std::string& what) {
    const auto at = text.find(what);
    if (at == std::string::npos) throw Error("valgrind does not say '" + what + "': " + text);
    std::string digits;
    for (auto i = at + what.size(); i < text.size() && text[i] != '\n' && text[i] != '('; ++i) {
      if (text[i] >= '0' && text[i] <= '9') digits += text[i];
    }
    return std::stod(digits);
  }

  std::string path_;
  std::filesystem::path folder_;
};

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
};

Way in_one_region() {
  return {"", ", regions: none"};
}

Way in_regions(const Case& entry) {
  return {"", entry.regions == 0 ? ", regions: auto" : fmt::format(", regions: {}", entry.regions)};
}

Row measure(const Program& program, const Case& entry, const Settings& settings) {
  const Way one = in_one_region(), regions = in_regions(entry);
  const Way threads{"", ", threads: 2"};
  const Way ranks{settings.mpirun, ""};
  Row row;
  row.entry = &entry;
  const int cycles = settings.cycles == 0 ? entry.cycles : settings.cycles;
  const auto keep_faster = [&](Run& best, const Way& way, int repeat) {
    const Run run = program.run(entry, way, cycles);
    if (repeat == 0 || run.seconds < best.seconds) best = run;
  };
  if (!settings.mpirun.empty()) row.ranks.emplace();
  // In turns, so that what else the machine does is the same for all.
  const int repeats = entry.hosts <= kMostCounted ? settings.repeats : 1;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    keep_faster(row.one, one, repeat);
    keep_faster(row.regions, regions, repeat);
    keep_faster(row.threads, threads, repeat);
    if (row.ranks) keep_faster(*row.ranks, ranks, repeat);
  }
  return row;
}

/// Counting takes time, but its figures do not depend on what else the machine does.
void count(const Program& program, Row& row) {
  if (row.entry->hosts > kMostCounted) return;
  const bool with_misses = row.entry->hosts <= kMostWithMisses;
  row.counts_one = program.count(*row.entry, in_one_region(), with_misses);
  row.counts_regions = program.count(*row.entry, in_regions(*row.entry), with_misses);
}

/// With commas at the thousands.
std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
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

/// Puts a text in the place of that between the marks of a page.
void put_into(const std::string& page, const std::string& name, const std::string& text) {
  const std::string begin = "<!-- " + name + " -->", end = "<!-- " + name + " ends -->";
  std::ifstream in(page);
  std::string all((std::istreambuf_iterator<char>(in)), {});
  const auto from = all.find(begin), to = all.find(end);
  if (from == std::string::npos || to == std::string::npos || to < from) {
    throw Error(page + " has no place between " + begin + " and " + end);
  }
  const std::string lines = text.back() == '\n' ? "\n" + text : text;
  all.replace(from + begin.size(), to - from - begin.size(), lines);
  if (!(std::ofstream(page) << all).flush()) throw Error("cannot write " + page);
}

}  // namespace

int main(int argc, char* argv[]) {
  CLI::App app{"How the program scales: size, regions, threads and ranks"};
  std::string netloom, only, page, picture;
  Settings settings;
  bool no_counts = false;
  app.add_option("netloom", netloom, "the program")->required()->check(CLI::ExistingFile);
  app.add_option("--case", only, "run only the case of this name");
  app.add_option("--repeats", settings.repeats,
                 "runs of each way, but one of the largest networks; the fastest counts")
      ->check(CLI::Range(1, 100));
  app.add_option("--cycles", settings.cycles, "simulated cycles of a timed run")
      ->check(CLI::Range(2, 1 << 30));
  app.add_option("--mpirun", settings.mpirun,
                 "command that starts two ranks, like \"mpirun -n 2\"; without it there are none");
  app.add_flag("--no-counts", no_counts, "do not count instructions and misses with callgrind");
  app.add_option("--page", page, "a page in which the table is put between its marks");
  app.add_option("--picture", picture, "prefix of the picture");
  CLI11_PARSE(app, argc, argv);
  settings.counts = !no_counts;

  try {
    std::vector<Case> list = cases();
    std::string known;
    for (const Case& entry : list) known += " " + entry.name;
    list.erase(
        std::remove_if(list.begin(), list.end(),
                       [&](const Case& entry) { return !only.empty() && entry.name != only; }),
        list.end());
    if (list.empty()) throw Error("unknown case '" + only + "'; known:" + known);
    const Program program(netloom);
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
    if (!page.empty()) {
      const std::time_t now = std::time(nullptr);
      put_into(page, "scaling",
               fmt::format("Written by `netloom_scaling` on {:%Y-%m-%d}.\n\n{}",
                           fmt::localtime(now), table));
      put_into(page, "estimates", estimated);
      put_into(page, "round", estimates.round());
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "netloom_scaling: error: {}\n", error.what());
    return 2;
  }
  return 0;
}
