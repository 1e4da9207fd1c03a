#include "testbench/bench/scaling_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "routing/base/error.h"

namespace netloom::bench {
namespace {

/// Cycles between which is counted: packets come through the whole network by the first.
constexpr int kCountedFrom = 300, kCountedTo = 500;

std::filesystem::path make_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "netloom_scaling.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw Error("cannot make a folder like " + name);
  return name;
}

/// What a command writes to standard output.
std::string text_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw Error("cannot start " + command);
  std::string text;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) {
    text += buffer.data();
  }
  return text;
}

double number_after(const std::string& text, const std::string& what) {
  const auto at = text.find(what);
  if (at == std::string::npos) throw Error("valgrind does not say '" + what + "': " + text);
  std::string digits;
  for (auto i = at + what.size(); i < text.size() && text[i] != '\n' && text[i] != '('; ++i) {
    if (text[i] >= '0' && text[i] <= '9') digits += text[i];
  }
  return std::stod(digits);
}

}  // namespace

Way in_one_region() {
  return {"", ", regions: none"};
}

Way in_regions(const Case& entry) {
  return {"", entry.regions == 0 ? ", regions: auto" : fmt::format(", regions: {}", entry.regions)};
}

Way on_threads(int threads) {
  return {"", fmt::format(", threads: {}", threads)};
}

Program::Program(std::string path) : path_(std::move(path)), folder_(make_folder()) {}

Program::~Program() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Run Program::run(const Case& entry, const Way& way, int cycles) const {
  return read(output_of(command(entry, way, cycles)));
}

Run Program::run_twice_at_once(const Case& entry, const Way& way, int cycles) const {
  const auto run_as = [&](const std::string& name) {
    return read(output_of(command(entry, way, cycles, name), name), name);
  };
  std::future<Run> other = std::async(std::launch::async, run_as, "other");
  const Run mine = run_as(kOne);
  const Run its = other.get();
  return mine.seconds > its.seconds ? mine : its;
}

std::optional<Program::Share> Program::share(const Case& entry, int threads) const {
  const auto config = folder_ / "network.yaml";
  std::ofstream(config) << entry.yaml;
  const std::string text = text_of(
      fmt::format("'{}' netlist '{}' --regions --set simulation.threads={} 2>&1 | head -n 5", path_,
                  config.string(), threads));
  const auto at = text.find("# threads: ");
  if (at == std::string::npos) return std::nullopt;
  const auto number = [&text](const std::string& what, std::size_t from) {
    const auto found = text.find(what, from);
    if (found == std::string::npos) throw Error("netloom netlist --regions says: " + text);
    return std::strtod(&text[found + what.size()], nullptr);
  };
  return Share{number("runs on its own: ", 0), number("balance (most to mean): ", at)};
}

Program::Counts Program::count(const Case& entry, const Way& way) const {
  const auto counted = [&](int cycles) {
    const std::string valgrind =
        "valgrind --tool=callgrind --callgrind-out-file=/dev/null --cache-sim=yes "
        "--LL=2097152,16,64 ";
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
  return {per_hop("I   refs:"), per_hop("LL misses:")};
}

std::string Program::command(const Case& entry, const Way& way, int cycles,
                             const std::string& name) const {
  const auto config = folder_ / (name + ".yaml");
  std::ofstream(config) << entry.yaml
                        << fmt::format("simulation: {{warmup: {}, measure: {}{}}}\n", cycles / 2,
                                       cycles - cycles / 2, way.settings);
  return fmt::format("{} '{}' run '{}' --json '{}'", way.before, path_, config.string(),
                     results(name).string());
}

std::string Program::output_of(const std::string& command, const std::string& name) const {
  std::filesystem::remove(results(name));
  std::string text = text_of(command + " 2>&1");
  if (!std::filesystem::exists(results(name))) throw Error(command + " wrote no results: " + text);
  return text;
}

Run Program::read(const std::string& text, const std::string& name) const {
  const auto document = nlohmann::json::parse(std::ifstream(results(name)));
  const auto& point = document.at("points").at(0);
  if (!point.at("failure").is_null()) throw Error("the run failed: " + text);
  const auto& performance = point.at("performance");
  Run run;
  run.seconds = performance.at("run_s").get<double>();
  run.cycles = performance.at("cycles").get<double>();
  run.hops = performance.at("packet_hops").get<double>();
  run.bytes = performance.at("peak_rss_bytes").get<double>();
  // Earlier commits know no ranks and no regions.
  run.sent = performance.value("rank_bytes", 0.0);
  run.window = performance.value("window", 0.0);
  run.regions = performance.value("regions", 1);
  return run;
}

Rounds::Rounds(const Case& entry, const std::vector<Timed>& ways, int cycles, int repeats)
    : runs_(ways.size()) {
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const Program& program = *ways[i].program;
      runs_[i].push_back(ways[i].twice ? program.run_twice_at_once(entry, ways[i].way, cycles)
                                       : program.run(entry, ways[i].way, cycles));
    }
  }
}

const Run& Rounds::fastest(std::size_t way) const {
  return *std::min_element(runs_[way].begin(), runs_[way].end(),
                           [](const Run& a, const Run& b) { return a.seconds < b.seconds; });
}

const Run& Rounds::fastest(std::size_t way, std::size_t other) const {
  const Run &a = fastest(way), &b = fastest(other);
  return b.seconds < a.seconds ? b : a;
}

Rounds::Spread Rounds::gain(std::size_t way, const std::vector<std::size_t>& beside) const {
  std::vector<double> gains;
  for (std::size_t round = 0; round < runs_[way].size(); ++round) {
    double seconds = runs_[beside.front()][round].seconds;
    for (const std::size_t each : beside) seconds = std::min(seconds, runs_[each][round].seconds);
    gains.push_back(seconds / runs_[way][round].seconds);
  }
  std::sort(gains.begin(), gains.end());
  const std::size_t middle = gains.size() / 2;
  const double median =
      gains.size() % 2 == 1 ? gains[middle] : (gains[middle - 1] + gains[middle]) / 2;
  return {gains.front(), median, gains.back()};
}

}  // namespace netloom::bench
