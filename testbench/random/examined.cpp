#include "testbench/random/examined.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

#include "routing/base/error.h"
#include "sim/base/process_pool.h"
#include "sim/config/fault_plan.h"
#include "sim/explain/explanation_text.h"
#include "sim/run/make_workload.h"
#include "testbench/random/results.h"

namespace netloom::test {

void limit_time() {
  constexpr rlim_t kMostSeconds = 120;
  const rlimit limit{kMostSeconds, kMostSeconds};
  setrlimit(RLIMIT_CPU, &limit);
}

std::string text_of_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

Examined::Examined(const std::string& folder_of_it, const std::string& name, std::string netloom)
    : folder(folder_of_it),
      path(folder + '/' + name),
      program(std::move(netloom)),
      draw(std::hash<std::string>()(text_of_file(path)), 0) {}

Config Examined::config_with(const Overrides& overrides) const {
  Overrides all = always;
  all.push_back({"simulation.check_invariants", "true"});
  all.insert(all.end(), overrides.begin(), overrides.end());
  return load_config(path, all);
}

Overrides Examined::closed_run(const std::string& traffic) const {
  Overrides result = {{"traffic", traffic},
                      {"simulation.quantum", "0"},
                      {"simulation.counters", "[]"},
                      {"simulation.completion_limit", "5000000"},
                      {"simulation.sample_interval", "5000000"},
                      {"simulation.watchdog", "5000"}};
  if (has_live_faults()) result.push_back({"faults", "[]"});
  const Overrides length = given_length();
  result.insert(result.end(), length.begin(), length.end());
  return result;
}

Overrides Examined::given_length() const {
  Overrides result;
  if (!config->run.judged()) return result;
  if (config->run.auto_warmup) result.push_back({"simulation.warmup", "0"});
  // What the file does not say cannot be taken away.
  const std::string text = text_of_file(path);
  for (const std::string key : {"precision", "confidence", "at_most"}) {
    if (text.find(key + ':') != std::string::npos) result.push_back({"simulation." + key, "null"});
  }
  return result;
}

bool Examined::has_live_faults() const {
  return std::any_of(config->faults.begin(), config->faults.end(),
                     [](const FaultConfig& each) { return fails_later(each).has_value(); });
}

std::vector<Json> Examined::simulate(const std::string& property, const std::vector<Run>& runs) {
  std::vector<Json> points(runs.size());
  run_in_processes(
      runs.size(), 1,
      [&](std::size_t i) {
        limit_time();
        Json point;
        try {
          point = simulate_point(runs[i].config, runs[i].request, load_trace(runs[i].config));
          // What explanations say is made here, so that a crash is one of this process.
          if (point.contains("explanation")) (void)explanation_text(point.at("explanation"));
        } catch (const Error& error) {
          point = failed_point(runs[i].request, "error", error.what());
        }
        return point.dump();
      },
      [&](const TaskResult& result) {
        if (result.crash.empty()) {
          points[result.task] = Json::parse(result.output);
        } else {
          find(property, fmt::format("the simulation {}", result.crash));
        }
      });
  return points;
}

Json Examined::simulate(const std::string& property, Config with, const PointRequest& request) {
  std::vector<Run> runs;
  runs.push_back({std::move(with), request});
  return simulate(property, runs).front();
}

/// RTL counts its decisions, and a message can name its packets by them: what differs when RTL does
/// not decide is nothing of the result.
void Examined::compare(const std::string& property, const std::string& how, const Json& point,
                       const Json& expected) {
  const std::vector<std::string> no_result = {"performance", "rtl", "explanation", "packet"};
  const std::string found = difference(without(expected, no_result), without(point, no_result));
  if (!found.empty()) find(property, how + " the result is another one: " + found);
}

}  // namespace netloom::test
