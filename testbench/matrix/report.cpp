#include "testbench/matrix/report.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "rtl/block_registry.h"
#include "sim/base/text_columns.h"

namespace netloom {
namespace {

std::string blocks_cell(const Outcome& outcome) {
  std::string text;
  for (const BlockOutcome& each : outcome.blocks) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each.implementation, each.decisions);
  }
  return text.empty() ? "-" : text;
}

std::string policy_cell(const Combination& combination, const Outcome& outcome) {
  return outcome.davc.empty() ? combination.policy : combination.policy + ' ' + outcome.davc;
}

std::string xml(const std::string& text) {
  static const std::map<char, std::string> escapes = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\n', "&#10;"}};
  std::string result;
  for (const char c : text) {
    const auto it = escapes.find(c);
    result += it == escapes.end() ? std::string(1, c) : it->second;
  }
  return result;
}

/// A test case; `failure` and `output` may be empty.
struct TestCase {
  std::string name;
  double seconds = 0;
  std::string failure = {};
  std::string output = {};
};

std::string test_suite(const std::string& name, const std::vector<TestCase>& cases) {
  std::size_t failures = 0;
  double seconds = 0;
  std::string text;
  for (const TestCase& each : cases) {
    text += fmt::format("    <testcase classname=\"matrix.{}\" name=\"{}\" time=\"{:.3f}\">",
                        xml(name), xml(each.name), each.seconds);
    if (!each.failure.empty()) {
      ++failures;
      text += fmt::format("<failure message=\"{}\"/>", xml(each.failure));
    }
    if (!each.output.empty()) text += fmt::format("<system-out>{}</system-out>", xml(each.output));
    text += "</testcase>\n";
    seconds += each.seconds;
  }
  return fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
      xml(name), cases.size(), failures, seconds, text);
}

/// What a green combination showed, or why it is as it should be.
std::string output_of(const Outcome& outcome) {
  switch (outcome.status) {
    case Outcome::Status::kGreen:
      return fmt::format("free of deadlock ({}), {} packets; RTL decisions compared: {}",
                         outcome.method, outcome.packets, blocks_cell(outcome));
    case Outcome::Status::kMayDeadlock:
      return "may deadlock, as it should: " + deadlock_cell(outcome);
    case Outcome::Status::kRefused:
      return "is refused, as it should be: " + outcome.reason;
    case Outcome::Status::kRed:
      break;
  }
  return "";
}

}  // namespace

std::string deadlock_cell(const Outcome& outcome) {
  if (outcome.status == Outcome::Status::kMayDeadlock) {
    return outcome.cycle > 0 ? fmt::format("cycle of {}", outcome.cycle) : "no escape";
  }
  return outcome.method.empty() ? "-" : outcome.method;
}

MatrixRows combination_rows(const MatrixResult& result) {
  MatrixRows rows = {{"topology", "routing function", "VC policy", "switching", "variant",
                      "selection", "status", "deadlock", "channels", "dependencies", "packets",
                      "RTL decisions compared"}};
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    const Combination& combination = result.combinations[i];
    const Outcome& outcome = result.outcomes[i];
    if (outcome.status == Outcome::Status::kRefused) continue;
    rows.push_back({combination.topology, combination.function, policy_cell(combination, outcome),
                    combination.switching, combination.variant.empty() ? "-" : combination.variant,
                    outcome.selection.empty() ? "-" : outcome.selection,
                    status_name(outcome.status), deadlock_cell(outcome),
                    std::to_string(outcome.channels), std::to_string(outcome.dependencies),
                    std::to_string(outcome.packets), blocks_cell(outcome)});
  }
  return rows;
}

MatrixRows implementation_rows(const MatrixResult& result) {
  MatrixRows rows = {
      {"implementation", "decision", "combinations", "decisions compared", "mismatches"}};
  for (const std::string& name : RtlBlockRegistry::instance().names()) {
    std::size_t combinations = 0;
    std::uint64_t decisions = 0;
    std::uint64_t mismatches = 0;
    for (const Outcome& outcome : result.outcomes) {
      for (const BlockOutcome& each : outcome.blocks) {
        if (each.implementation != name) continue;
        ++combinations;
        decisions += each.decisions;
        mismatches += each.mismatches;
      }
    }
    rows.push_back({name, RtlBlockRegistry::instance().find(name).block,
                    std::to_string(combinations), std::to_string(decisions),
                    std::to_string(mismatches)});
  }
  return rows;
}

std::string matrix_summary(const MatrixResult& result) {
  return fmt::format(
      "{} combinations: {} green, {} may deadlock as expected, {} refused as expected, {} red",
      result.combinations.size(), result.count(Outcome::Status::kGreen),
      result.count(Outcome::Status::kMayDeadlock), result.count(Outcome::Status::kRefused),
      result.count(Outcome::Status::kRed));
}

std::vector<std::string> matrix_failures(const MatrixResult& result) {
  std::vector<std::string> lines = result.problems;
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    for (const std::string& failure : result.outcomes[i].failures) {
      lines.push_back(result.combinations[i].name() + ": " + failure);
    }
  }
  return lines;
}

std::string matrix_text(const MatrixResult& result) {
  std::string text = aligned_columns(combination_rows(result), {0, 1, 2, 3, 4, 5, 6, 7, 11}) +
                     '\n' + aligned_columns(implementation_rows(result), {0, 1}) + '\n' +
                     matrix_summary(result) + '\n';
  for (const std::string& line : matrix_failures(result)) text += "  " + line + '\n';
  return text;
}

std::string matrix_junit(const MatrixResult& result) {
  std::vector<std::pair<std::string, std::vector<TestCase>>> suites;
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    const Combination& combination = result.combinations[i];
    const Outcome& outcome = result.outcomes[i];
    if (suites.empty() || suites.back().first != combination.topology) {
      suites.emplace_back(combination.topology, std::vector<TestCase>());
    }
    std::vector<TestCase>& cases = suites.back().second;
    const bool whole = !combination.defined;
    const std::string name =
        whole ? combination.function : combination.name().substr(combination.topology.size() + 1);
    if (!whole || cases.empty() || cases.back().name != name) {
      cases.push_back({name, outcome.seconds, "", output_of(outcome)});
    }
    for (const std::string& failure : outcome.failures) {
      std::string& all = cases.back().failure;
      all += (all.empty() ? "" : "; ") + combination.name() + ": " + failure;
    }
  }
  std::vector<TestCase> problems = {{"everything that is registered is in a combination"}};
  for (const std::string& problem : result.problems) {
    problems[0].failure += (problems[0].failure.empty() ? "" : "; ") + problem;
  }
  suites.emplace_back("registries", std::move(problems));
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"matrix\">\n";
  for (const auto& [name, cases] : suites) text += test_suite(name, cases);
  return text + "</testsuites>\n";
}

}  // namespace netloom
