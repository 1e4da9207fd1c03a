// The program `rtl_switch_coverage`: what the runs in which switches in RTL are compared with the
// other views make happen in them, of what can. docs/functional_coverage.md says more.

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json.h"
#include "sim/base/process_pool.h"
#include "sim/run/point.h"
#include "testbench/rtl_switch/combinations.h"
#include "testbench/rtl_switch/coverage.h"

extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace netloom::test {
namespace {

using Counts = std::array<SwitchCoverage::Count, kSwitchEvents>;

/// Of each event.
constexpr double kEnough = 0.95;

/// Of all combinations.
struct Report {
  Counts counts;
  std::uint64_t grants = 0;
  std::vector<std::string> failures, missing;
};

Json covered_by(const RtlCombination& combination) {
  const Config config = parse_config(combination.text, "network.yaml", ".");
  SwitchCoverage coverage(config);
  PointRequest request = points_of(config, false).front();
  request.observer = &coverage;
  const Json point = simulate_point(config, request, nullptr);
  Json result = {{"failure", succeeded(point) ? "" : failure_text(point)}};
  for (const SwitchCoverage::Count& each : coverage.counts()) {
    result["counts"].push_back({each.hit, each.all});
  }
  result["grants"] = coverage.grants();
  result["missing"] = coverage.missing();
  result["impossible"] = coverage.impossible();
  return result;
}

void add(const Json& result, const std::string& name, Report& report) {
  if (const std::string failure = result.at("failure"); !failure.empty()) {
    report.failures.push_back(fmt::format("{}: {}", name, failure));
  }
  for (std::size_t i = 0; i < report.counts.size(); ++i) {
    report.counts[i].hit += result.at("counts").at(i).at(0).get<std::uint64_t>();
    report.counts[i].all += result.at("counts").at(i).at(1).get<std::uint64_t>();
  }
  report.grants += result.at("grants").get<std::uint64_t>();
  for (const std::string each : result.at("impossible")) {
    report.failures.push_back(fmt::format("{}: happened, and cannot: {}", name, each));
  }
  for (const std::string each : result.at("missing")) {
    report.missing.push_back(fmt::format("{}: {}", name, each));
  }
}

Report cover(const std::vector<RtlCombination>& combinations) {
  Report report;
  run_in_processes(
      combinations.size(), default_jobs(),
      [&](std::size_t task) { return covered_by(combinations[task]).dump(); },
      [&](const TaskResult& done) {
        const std::string& name = combinations[done.task].name;
        if (done.crash.empty()) {
          add(Json::parse(done.output), name, report);
        } else {
          report.failures.push_back(fmt::format("{}: {}", name, done.crash));
        }
      });
  return report;
}

/// Whether something can happen, and enough of it does.
bool enough(const SwitchCoverage::Count& count) {
  return count.all > 0 &&
         static_cast<double>(count.hit) >= kEnough * static_cast<double>(count.all);
}

Json json_of(const Report& report, std::size_t combinations) {
  Json result = {{"combinations", combinations}, {"grants", report.grants}};
  for (std::size_t i = 0; i < report.counts.size(); ++i) {
    const SwitchCoverage::Count& count = report.counts[i];
    result["groups"].push_back(
        {{"name", switch_event_name(SwitchEvent(i))}, {"can", count.all}, {"did", count.hit}});
  }
  return result;
}

void print(const Report& report, std::size_t combinations) {
  fmt::print("{} combinations, {} grants\n", combinations, report.grants);
  for (std::size_t i = 0; i < report.counts.size(); ++i) {
    const SwitchCoverage::Count& count = report.counts[i];
    const double share =
        count.all == 0 ? 0 : static_cast<double>(count.hit) / static_cast<double>(count.all);
    fmt::print("{:<32}{:>6} of {:>6} {:7.2f} %{}\n", switch_event_name(SwitchEvent(i)), count.hit,
               count.all, 100 * share, enough(count) ? "" : "  too little");
  }
}

int run(const std::string& option) {
  std::vector<RtlCombination> combinations = rtl_combinations(Together::kNone, kCoveredCycles);
  for (RtlCombination& each : rtl_combinations(Together::kInTransit, kCoveredCycles)) {
    combinations.push_back(std::move(each));
  }
  const Report report = cover(combinations);
  for (const std::string& failure : report.failures) fmt::print(stderr, "{}\n", failure);
  if (option == "--json") {
    fmt::print("{}\n", json_of(report, combinations.size()).dump(2));
  } else {
    if (option == "--missing") fmt::print("{}\n", fmt::join(report.missing, "\n"));
    print(report, combinations.size());
  }
  bool good = report.failures.empty();
  for (const SwitchCoverage::Count& count : report.counts) good = good && enough(count);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace netloom::test

/// With --missing: also what has not happened; with --json: as an object. Exit status 0: each event
/// is counted often enough.
int main(int argc, char** argv) {
  try {
    return netloom::test::run(argc > 1 ? argv[1] : "");
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
