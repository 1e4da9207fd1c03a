#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/network/network.h"
#include "routing/base/error.h"
#include "sim/config/config.h"
#include "sim/run/fabric.h"
#include "sim/run/make_workload.h"
#include "sim/statistics/measurement.h"

// The speed of whole networks: cycles and packet-hops per second, instructions per packet-hop and
// memory, each case in processes of its own. The table of docs/results/performance.md comes from
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
  double load;
  Cycle cycles;  ///< of a timed run
  /// The network in the words of another simulator (see Beside); empty: it has no such case.
  std::string h, function;
  int threads = 1;
  bool only_named = false;  ///< it takes minutes and gigabytes: not run unless it is asked for
};

std::string tree(int k, int latency) {
  return fmt::format(
      "network: {{topology: fat_tree, k: {}, n: 3, latency: {{host: 1, up: {}, down: {}}}}}\n"
      "routing: {{function: interval, selection: sadp}}\n"
      "traffic: {{pattern: uniform, load: 0.5, packet_phits: 16}}\n",
      k, latency, latency);
}

/// The switches and links of [RLM-OLM 2013], section IV. In one region up to h = 4: to callgrind's
/// processor, which has smaller caches, regions pay sooner than to most, and what is counted there
/// would not be what is timed.
std::string dragonfly(int h, const std::string& function, const std::string& pattern,
                      int threads = 1) {
  return fmt::format(
      "network: {{topology: dragonfly, h: {}, latency: {{host: 1, local: 10, global: 100}}}}\n"
      "switch: {{input_buffer: {{host: 32, local: 32, global: 256}}}}\n"
      "routing: {{function: {}}}\n"
      "traffic: {{pattern: {}, load: 0.5, packet_phits: 8}}\n"
      "simulation: {{regions: {}, threads: {}}}\n",
      h, function, pattern, h <= 4 && threads == 1 ? "none" : "auto", threads);
}

/// The same on two threads.
Case on_two_threads(Case entry, const std::string& yaml) {
  entry.name += "_2threads";
  entry.what += ", 2 threads";
  entry.yaml = yaml;
  entry.h.clear();
  entry.threads = 2;
  return entry;
}

/// Larger networks, each on one thread and on two.
std::vector<Case> large_cases() {
  std::vector<Case> list;
  const auto add = [&list](const Case& entry, const std::string& yaml_of_two) {
    list.push_back(entry);
    list.push_back(on_two_threads(entry, yaml_of_two));
  };
  const std::string two = "simulation: {threads: 2}\n";
  for (const int latency : {1, 8}) {
    add({fmt::format("tree_16ary_3_low_{}", latency == 1 ? "near" : "far"),
         fmt::format("16-ary 3-tree, load 0.3, link latency {}", latency),
         tree(16, latency),
         0.3,
         4000,
         {},
         {}},
        tree(16, latency) + two);
  }
  const std::string torus =
      "network: {topology: torus, k: [32, 32]}\n"
      "switch: {input_buffer: 32}\n"
      "routing: {function: dor}\n"
      "traffic: {pattern: uniform, load: 0.5, packet_phits: 8}\n";
  add({"torus_32x32",
       "32x32 torus, dimension-order routing, load 0.1, link latency 1",
       torus,
       0.1,
       10000,
       {},
       {}},
      torus + two);
  for (const int h : {16, 24}) {
    Case entry = {fmt::format("dragonfly_{}_min_uniform", h),
                  fmt::format("dragonfly h = {}, min, uniform, load 0.5", h),
                  dragonfly(h, "min", "uniform"),
                  0.5,
                  h == 16 ? Cycle{400} : Cycle{100},
                  {},
                  {}};
    entry.only_named = true;
    add(entry, dragonfly(h, "min", "uniform", 2));
  }
  return list;
}

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const int k : {4, 8}) {
    for (const double load : {0.3, 0.7}) {
      for (const int latency : {1, 8}) {
        list.push_back({fmt::format("tree_{}ary_3_{}_{}", k, load < 0.5 ? "low" : "high",
                                    latency == 1 ? "near" : "far"),
                        fmt::format("{}-ary 3-tree, load {}, link latency {}", k, load, latency),
                        tree(k, latency),
                        load,
                        k == 4 ? Cycle{400000} : Cycle{50000},
                        {},
                        {}});
      }
    }
  }
  list.push_back({"mesh_8x8",
                  "8x8 mesh, dimension-order routing, 1-phit packets, load 0.3",
                  "network: {topology: mesh, k: [8, 8]}\n"
                  "switch: {input_buffer: 16}\n"
                  "routing: {function: dor}\n"
                  "traffic: {pattern: uniform, load: 0.5, packet_phits: 1}\n",
                  0.3,
                  100000,
                  {},
                  {}});
  for (const int h : {2, 4, 6, 8}) {
    const Cycle cycles = h == 2 ? 200000 : h == 4 ? 20000 : h == 6 ? 4000 : 2000;
    for (const char* function : {"min", "olm"}) {
      list.push_back({fmt::format("dragonfly_{}_{}_uniform", h, function),
                      fmt::format("dragonfly h = {}, {}, uniform, load 0.5", h, function),
                      dragonfly(h, function, "uniform"), 0.5, cycles, std::to_string(h), function});
      list.push_back(on_two_threads(list.back(), dragonfly(h, function, "uniform", 2)));
    }
    for (const int offset : {1, h}) {
      list.push_back({fmt::format("dragonfly_{}_olm_{}", h, offset == 1 ? "adv1" : "advh"),
                      fmt::format("dragonfly h = {}, olm, ADVG+{}, load 0.3", h, offset),
                      dragonfly(h, "olm", fmt::format("adversarial_global, offset: {}", offset)),
                      0.3,
                      cycles,
                      {},
                      {}});
    }
  }
  // examples/lia_h6.yaml.
  list.push_back(
      {"dragonfly_6_lia_uniform",
       "dragonfly h = 6 with output buffers, lia, uniform, load 0.5",
       "network: {topology: dragonfly, h: 6, latency: {host: 1, local: 15, global: 150}}\n"
       "switch:\n"
       "  input_buffer: {host: 5040, local: 180, global: 900}\n"
       "  output_buffer: 100\n"
       "  crossbar: {speedup: 2, delay: 89}\n"
       "routing: {function: lia}\n"
       "traffic: {pattern: uniform, load: 0.5, packet_phits: 10}\n",
       0.5,
       4000,
       {},
       {}});
  // examples/random_regular.yaml.
  list.push_back({"random_graph_near",
                  "RRG(876, 23, 17), ecmp, DAVC np, load 0.5, link latency 1",
                  "network: {topology: random_regular, switches: 876, ports: 23, degree: 17, "
                  "graph_seed: 1}\n"
                  "switch: {input_buffer: 64}\n"
                  "routing: {function: ecmp, vcs: {policy: davc, davc: np, count: 4}}\n"
                  "traffic: {pattern: uniform, load: 0.5, packet_phits: 16}\n",
                  0.5,
                  2000,
                  {},
                  {}});
  list.push_back(on_two_threads(list.back(), list.back().yaml + "simulation: {threads: 2}\n"));
  for (Case& entry : large_cases()) list.push_back(std::move(entry));
  return list;
}

/// Cycles before the time is taken: buffers and calendars are in use then.
constexpr Cycle kWarmUp = 1000;

/// What a child process reports of one run.
struct Run {
  double seconds = 0;  ///< processor time of the simulated cycles; of several threads by the clock
  double wall = 0;
  double cycles = 0;
  double hops = 0;
  double peak_bytes = 0;
  double network_bytes = 0;  ///< memory in use after the warm-up, less what was before the network
  double ports = 0;
  double elaboration = 0;  ///< processor seconds from the configuration's text to cycle 0
};

double resident_peak() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

double heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Run simulate(const Case& bench_case, Cycle cycles) {
  Run run;
  const double begin = processor_seconds();
  const Config config = parse_config(bench_case.yaml, bench_case.name, ".");
  const auto workload = make_workload(config, bench_case.load, 1, load_trace(config));
  const double before = heap_bytes();
  // With everything that a measured run has: fabric manager, statistics, order check.
  Measurement measurement(static_cast<NodeId>(config.netlist.hosts.size()), 0, kNever,
                          SampleSettings());
  MeasuredSource source(*workload, measurement);
  Fabric fabric(config, source, 1);
  Network& network = fabric.network();
  for (const SwitchInfo& info : config.netlist.switches) run.ports += info.ports;
  run.elaboration = processor_seconds() - begin;
  fabric.run(kWarmUp);
  run.network_bytes = heap_bytes() - before + static_cast<double>(network.memory());
  const double hops = static_cast<double>(network.counters().packet_hops);
  const double cpu = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  fabric.run(cycles);
  run.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.seconds = bench_case.threads == 1 ? processor_seconds() - cpu : run.wall;
  run.cycles = static_cast<double>(cycles);
  run.hops = static_cast<double>(network.counters().packet_hops) - hops;
  run.peak_bytes = resident_peak();
  return run;
}

/// Output of `command`; what it writes to standard error too.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>&1").c_str(), "r"), pclose);
  if (!pipe) throw Error("cannot start " + command);
  std::string text;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) {
    text += buffer.data();
  }
  return text;
}

Run run_child(const std::string& self, const Case& bench_case, Cycle cycles) {
  const std::string text =
      output_of(fmt::format("'{}' --child --case {} --cycles {}", self, bench_case.name, cycles));
  Run run;
  if (std::sscanf(text.c_str(), "run %lf %lf %lf %lf %lf %lf %lf %lf", &run.seconds, &run.wall,
                  &run.cycles, &run.hops, &run.peak_bytes, &run.network_bytes, &run.ports,
                  &run.elaboration) != 8) {
    throw Error("the run of " + bench_case.name + " failed: " + text);
  }
  return run;
}

/// Instructions that a command executes, by callgrind, and its output; none if valgrind is not
/// installed.
std::optional<double> count_instructions(const std::string& command, std::string& text) {
  text = output_of("valgrind --tool=callgrind --callgrind-out-file=/dev/null " + command);
  const auto refs = text.find("refs:");
  if (refs == std::string::npos) return std::nullopt;
  std::string digits;
  for (const char c : text.substr(refs, text.find('\n', refs) - refs)) {
    if (c >= '0' && c <= '9') digits += c;
  }
  return std::stod(digits);
}

/// The cycles in which instructions are counted.
struct CountedCycles {
  Cycle from = 100;  ///< by then the network is full
  Cycle to = 0;

  /// Many quanta, and at least kHops packet-hops at this rate.
  static CountedCycles at(double hops_per_cycle) {
    constexpr double kHops = 30000;
    constexpr double kCycles = 200;
    CountedCycles result;
    result.to =
        result.from + static_cast<Cycle>(std::ceil(std::max(kCycles, kHops / hops_per_cycle)));
    return result;
  }
};

/// Instructions per packet-hop as the difference of two runs; `hops_of` finds the hops of a run in
/// what it prints.
template <class CommandOf, class HopsOf>
std::string instructions_per_hop(const CountedCycles& cycles, CommandOf command_of,
                                 HopsOf hops_of) {
  std::string shorter_text, longer_text;
  const auto shorter = count_instructions(command_of(cycles.from), shorter_text);
  const auto longer = count_instructions(command_of(cycles.to), longer_text);
  if (!shorter || !longer) return "-";
  const double hops = hops_of(longer_text) - hops_of(shorter_text);
  return hops > 0 ? fmt::format("{:.0f}", (*longer - *shorter) / hops) : "-";
}

double hops_of_child(const std::string& text) {
  const auto result = text.find("\nrun ");
  double hops = 0;
  if (result == std::string::npos ||
      std::sscanf(text.c_str() + result, "\nrun %*f %*f %*f %lf", &hops) != 1) {
    throw Error("a run under callgrind failed: " + text);
  }
  return hops;
}

/// Another simulator of the same networks, timed in turn with this one: a command in which {h},
/// {function}, {load} and {cycles} stand for the case. What it does before the first cycle does not
/// count, as the difference of two lengths is taken. Its instructions are counted if it prints
/// "hops=" and the packet-hops of the run.
class Beside {
 public:
  explicit Beside(std::string command) : command_(std::move(command)) {}

  bool given() const { return !command_.empty(); }
  static bool has(const Case& bench_case) { return !bench_case.h.empty(); }

  /// Processor seconds of `cycles` cycles after as many of warm-up as ours.
  double seconds(const Case& bench_case, Cycle cycles) const {
    return child_seconds(command(bench_case, kWarmUp + cycles)) -
           child_seconds(command(bench_case, kWarmUp));
  }
  std::string instructions(const Case& bench_case, const CountedCycles& cycles) const {
    return instructions_per_hop(
        cycles, [&](Cycle length) { return command(bench_case, kWarmUp + length); },
        [](const std::string& text) {
          constexpr std::string_view kHops = "hops=";
          const auto at = text.find(kHops);
          return at == std::string::npos ? 0.0 : std::strtod(&text[at + kHops.size()], nullptr);
        });
  }

 private:
  std::string command(const Case& bench_case, Cycle cycles) const {
    std::string text = command_;
    const auto replace = [&text](const std::string& name, const std::string& value) {
      for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.replace(at, name.size(), value);
        at += value.size();
      }
    };
    replace("{h}", bench_case.h);
    replace("{function}", bench_case.function);
    replace("{load}", fmt::format("{}", bench_case.load));
    replace("{cycles}", std::to_string(cycles));
    return text;
  }

  static double child_seconds(const std::string& command) {
    const auto used = [] {
      rusage usage{};
      getrusage(RUSAGE_CHILDREN, &usage);
      return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
             1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    };
    const double before = used();
    if (const int status = std::system((command + " >/dev/null 2>&1").c_str()); status != 0) {
      throw Error(fmt::format("--beside: '{}' ends with status {}", command, status));
    }
    return used() - before;
  }

  std::string command_;
};

}  // namespace

int main(int argc, char* argv[]) {
  CLI::App app{"Speed and memory of whole networks"};
  std::string only;
  Cycle cycles = 0;
  bool child = false, no_instructions = false;
  int repeats = 3;
  std::string beside_command;
  app.add_option("--case", only, "run the cases whose name begins so");
  app.add_option("--cycles", cycles, "simulated cycles of a timed run");
  app.add_option("--repeats", repeats, "timed runs; the fastest counts")->check(CLI::Range(1, 100));
  app.add_flag("--no-instructions", no_instructions, "do not count instructions with callgrind");
  app.add_option("--beside", beside_command,
                 "command of another simulator to be timed in turn with the cases that it has: "
                 "{h}, {function}, {load} and {cycles} are filled in");
  app.add_flag("--child", child, "simulate in this process and print the raw figures");
  CLI11_PARSE(app, argc, argv);

  try {
    std::vector<Case> list = cases();
    if (!only.empty()) {
      std::string known;
      for (const Case& entry : list) known += " " + entry.name;
      list.erase(std::remove_if(list.begin(), list.end(),
                                [&](const Case& entry) {
                                  return entry.name.compare(0, only.size(), only) != 0;
                                }),
                 list.end());
      if (list.empty()) throw Error("unknown case '" + only + "'; known:" + known);
    }
    const auto too_large = [&](const Case& entry) { return entry.only_named && only.empty(); };
    list.erase(std::remove_if(list.begin(), list.end(), too_large), list.end());
    if (child) {
      const auto is_meant = [&](const Case& entry) { return entry.name == only; };
      const auto found = std::find_if(list.begin(), list.end(), is_meant);
      if (found == list.end() || cycles == 0) throw Error("--child needs --case and --cycles");
      const Run run = simulate(*found, cycles);
      fmt::print("run {} {} {} {} {} {} {} {}\n", run.seconds, run.wall, run.cycles, run.hops,
                 run.peak_bytes, run.network_bytes, run.ports, run.elaboration);
      return 0;
    }
    const std::string self = argv[0];
    const Beside beside(beside_command);
    const std::string_view head =
        "| {:<58} | {:>9} | {:>8} | {:>6} | {:>9} | {:>7} | {:>8} | {:>6} |";
    const std::string_view more = " {:>9} | {:>9} | {:>5} |";
    fmt::print(fmt::runtime(head), "case", "cycles/s", "hops/s", "ns/hop", "instr/hop", "elab. s",
               "peak MiB", "B/port");
    if (beside.given()) fmt::print(fmt::runtime(more), "beside", "instr/hop", "ratio");
    fmt::print("\n| {:-<58} | {:->9} | {:->8} | {:->6} | {:->9} | {:->7} | {:->8} | {:->6} |", "",
               ":", ":", ":", ":", ":", ":", ":");
    if (beside.given()) fmt::print(" {:->9} | {:->9} | {:->5} |", ":", ":", ":");
    fmt::print("\n");
    for (const Case& entry : list) {
      const Cycle length = cycles == 0 ? entry.cycles : cycles;
      const bool compare = beside.given() && Beside::has(entry);
      Run best;
      double other_seconds = 0;
      for (int i = 0; i < repeats; ++i) {
        const Run run = run_child(self, entry, length);
        if (i == 0 || run.seconds < best.seconds) best = run;
        if (!compare) continue;
        const double seconds = beside.seconds(entry, length);
        if (i == 0 || seconds < other_seconds) other_seconds = seconds;
      }
      std::string instructions = "-";
      const CountedCycles counted = CountedCycles::at(best.hops / best.cycles);
      if (!no_instructions && entry.threads == 1) {
        instructions = instructions_per_hop(
            counted,
            [&](Cycle shorter) {
              return fmt::format("'{}' --child --case {} --cycles {}", self, entry.name, shorter);
            },
            hops_of_child);
      }
      fmt::print(fmt::runtime(head), entry.what, fmt::format("{:.0f}", best.cycles / best.seconds),
                 fmt::format("{:.0f}", best.hops / best.seconds),
                 fmt::format("{:.1f}", 1e9 * best.seconds / best.hops), instructions,
                 fmt::format("{:.2f}", best.elaboration),
                 fmt::format("{:.1f}", best.peak_bytes / (1 << 20)),
                 fmt::format("{:.0f}", best.network_bytes / best.ports));
      if (compare) {
        fmt::print(fmt::runtime(more), fmt::format("{:.0f}", best.cycles / other_seconds),
                   no_instructions ? "-" : beside.instructions(entry, counted),
                   fmt::format("{:.2f}", other_seconds / best.seconds));
      } else if (beside.given()) {
        fmt::print(fmt::runtime(more), "", "", "");
      }
      fmt::print("\n");
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "netloom_bench: error: {}\n", error.what());
    return 2;
  }
  return 0;
}
