#include "testbench/bench/scaling_row.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "routing/base/error.h"
#include "testbench/bench/scaling_page.h"

namespace netloom::bench {
namespace {

using nlohmann::json;

/// Networks whose instructions and misses are counted have up to so many hosts: above, callgrind
/// takes hours.
constexpr double kMostCounted = 100000;

/// Two processes of a larger network do not fit into a machine that one fits into.
constexpr double kMostTwice = 300000;

json json_of(const Program::Counts& counts) {
  return {{"instructions", counts.instructions}, {"misses", *counts.misses}};
}

Program::Counts counts_of(const json& known) {
  Program::Counts counts{known.at("instructions").get<double>(), {}};
  if (known.contains("misses")) counts.misses = known.at("misses").get<double>();
  return counts;
}

/// "instructions | misses |", or empty cells.
std::string counts_cell(const std::optional<Program::Counts>& counts) {
  if (!counts) return "| |";
  return fmt::format("{} | {} |", grouped(counts->instructions),
                     counts->misses ? fmt::format("{:.1f}", *counts->misses) : "");
}

}  // namespace

int Settings::repeats_of(const Case& entry) const {
  return entry.hosts <= kMostCounted ? repeats : 1;
}

Row measure(const Program& program, const Case& entry, const Settings& settings) {
  enum : std::size_t { kOne, kRegions, kThreads, kTwice };
  std::vector<Timed> ways = {
      {&program, in_one_region()}, {&program, in_regions(entry)}, {&program, on_threads(2)}};
  const bool twice = entry.hosts <= kMostTwice;
  if (twice) ways.push_back({&program, in_regions(entry), true});
  if (!settings.mpirun.empty()) ways.push_back({&program, {settings.mpirun, ""}});
  const Rounds rounds(entry, ways, settings.cycles_of(entry), settings.repeats_of(entry));
  Row row;
  row.entry = &entry;
  row.one = rounds.fastest(kOne);
  row.regions = rounds.fastest(kRegions);
  row.apart = row.regions.regions > 1;
  if (!row.apart) row.one = rounds.fastest(kOne, kRegions);
  row.threads = rounds.gain(kThreads, {kOne, kRegions});
  if (twice) {
    Rounds::Spread& both = row.twice.emplace(rounds.gain(kTwice, {kOne, kRegions}));
    both = {2 * both.least, 2 * both.median, 2 * both.most};
  }
  if (!settings.mpirun.empty()) {
    const std::size_t ranks = ways.size() - 1;
    row.ranks = rounds.fastest(ranks);
    row.ranks_gain = rounds.gain(ranks, {kOne, kRegions});
  }
  return row;
}

void count(const Program& program, const Settings& settings, Row& row) {
  const Case& entry = *row.entry;
  if (entry.hosts > kMostCounted) return;
  json kept = json::object();
  if (!settings.kept.empty() && std::filesystem::exists(settings.kept)) {
    kept = json::parse(std::ifstream(settings.kept));
  }
  if (!kept.contains(entry.name)) {
    json& counts = kept[entry.name] = {{"counted", today()},
                                       {"one", json_of(program.count(entry, in_one_region()))}};
    if (row.apart) counts["regions"] = json_of(program.count(entry, in_regions(entry)));
    if (!settings.kept.empty() && !(std::ofstream(settings.kept) << kept.dump(1)).flush()) {
      throw Error("cannot write " + settings.kept);
    }
  }
  row.counted = kept[entry.name]["counted"];
  row.counts_one = counts_of(kept[entry.name]["one"]);
  if (row.apart) row.counts_regions = counts_of(kept[entry.name].at("regions"));
}

std::string days_of_counts(const std::vector<Row>& rows) {
  std::set<std::string> days;
  for (const Row& row : rows) {
    if (row.counts_one) days.insert(row.counted);
  }
  if (days.empty()) return "";
  return days.size() == 1 ? *days.begin()
                          : fmt::format("from {} to {}", *days.begin(), *days.rbegin());
}

std::string text_of(const Rounds::Spread& gain) {
  if (gain.least == gain.most) return fmt::format("{:.2f}", gain.median);
  return fmt::format("{:.2f} ({:.2f}-{:.2f})", gain.median, gain.least, gain.most);
}

std::string head_of_rows() {
  return "| network | hosts | one region: ns | instructions | misses | in regions: ns "
         "| instructions | misses | cycles/s | 2 threads | two at once | 2 ranks | cycles | MB "
         "| of a rank | KB per cycle |\n"
         "| --- | ---: | ---: | ---: | ---: | ---: "
         "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: "
         "| ---: | ---: |\n";
}

std::string line_of(const Row& row) {
  return fmt::format(
      "| {} | {} | {:.0f} | {} {} | {} {} | {} | {} | {} | {} | {} | {} | {} |\n", row.entry->what,
      grouped(row.entry->hosts), row.one.ns_per_hop(), counts_cell(row.counts_one),
      row.apart ? fmt::format("{:.0f}", row.regions.ns_per_hop()) : "one",
      counts_cell(row.counts_regions), grouped(row.one.cycles / row.seconds()),
      text_of(row.threads), row.twice ? text_of(*row.twice) : "",
      row.ranks ? text_of(row.ranks_gain) : "", grouped(row.one.cycles),
      grouped(row.one.bytes / 1e6), row.ranks ? grouped(row.ranks->bytes / 1e6) : "",
      row.ranks ? fmt::format("{:.1f}", row.ranks->sent / row.ranks->cycles / 1e3) : "");
}

}  // namespace netloom::bench
