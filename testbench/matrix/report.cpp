#include "testbench/matrix/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "rtl/block_registry.h"
#include "sim/base/text_columns.h"

namespace netloom {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string blocks_cell(const Outcome& outcome) {
  std::string text;
  for (const BlockOutcome& each : outcome.blocks) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each.implementation, each.decisions);
  }
  return text.empty() ? "-" : text;
}

std::string deadlock_cell(const Outcome& outcome) {
  if (outcome.status == Outcome::Status::kMayDeadlock) {
    return outcome.cycle > 0 ? fmt::format("cycle of {}", outcome.cycle) : "no escape";
  }
  return outcome.method.empty() ? "-" : outcome.method;
}

std::string policy_cell(const Combination& combination, const Outcome& outcome) {
  return outcome.davc.empty() ? combination.policy : combination.policy + ' ' + outcome.davc;
}

/// Everything that is not refused, with a header.
Rows combination_rows(const MatrixResult& result) {
  Rows rows = {{"topology", "routing function", "VC policy", "switching", "variant", "selection",
                "status", "deadlock", "channels", "dependencies", "packets",
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

/// The registered implementations, with a header.
Rows implementation_rows(const MatrixResult& result) {
  Rows rows = {{"implementation", "decision", "combinations", "decisions compared", "mismatches"}};
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

std::string summary(const MatrixResult& result) {
  return fmt::format(
      "{} combinations: {} green, {} may deadlock as expected, {} refused as expected, {} red",
      result.combinations.size(), result.count(Outcome::Status::kGreen),
      result.count(Outcome::Status::kMayDeadlock), result.count(Outcome::Status::kRefused),
      result.count(Outcome::Status::kRed));
}

/// What is wrong, a line each.
std::vector<std::string> wrong(const MatrixResult& result) {
  std::vector<std::string> lines = result.problems;
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    for (const std::string& failure : result.outcomes[i].failures) {
      lines.push_back(result.combinations[i].name() + ": " + failure);
    }
  }
  return lines;
}

/// Refusals that are alike.
struct Refusal {
  std::string function;
  std::string reason;
  bool defined = false;
  std::vector<std::string> topologies = {}, policies = {}, switchings = {};
  std::size_t combinations = 0;

  void add(const Combination& combination) {
    const auto insert = [](std::vector<std::string>& list, const std::string& name) {
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    };
    insert(topologies, combination.topology);
    insert(policies, combination.policy);
    insert(switchings, combination.switching);
    ++combinations;
  }
};

/// The message of any policy and topology, where it names one.
std::string general(std::string message, const std::string& policy) {
  const std::string name = "the VC policy '" + policy + '\'';
  const std::size_t at = message.find(name);
  if (at != std::string::npos) message.replace(at, name.size(), "the VC policy …");
  const std::string here = "the topology here is ";
  const std::size_t topology = message.find(here);
  if (topology != std::string::npos)
    message.replace(topology + here.size(), std::string::npos, "…");
  return message;
}

/// Names, or "all" if they are all that the matrix has.
std::string names_cell(const std::vector<std::string>& names, std::size_t all) {
  return names.size() == all ? "all" : fmt::format("{}", fmt::join(names, ", "));
}

std::vector<Refusal> refusals(const MatrixResult& result) {
  std::vector<Refusal> list;
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    const Combination& combination = result.combinations[i];
    const Outcome& outcome = result.outcomes[i];
    if (outcome.status != Outcome::Status::kRefused) continue;
    const std::string reason = general(outcome.reason, combination.policy);
    auto it = std::find_if(list.begin(), list.end(), [&](const Refusal& each) {
      return each.function == combination.function && each.reason == reason &&
             each.defined == combination.defined;
    });
    if (it == list.end()) {
      list.push_back({combination.function, reason, combination.defined});
      it = list.end() - 1;
    }
    it->add(combination);
  }
  std::stable_sort(list.begin(), list.end(), [](const Refusal& a, const Refusal& b) {
    return std::pair(!a.defined, a.function) < std::pair(!b.defined, b.function);
  });
  return list;
}

Rows refusal_rows(const MatrixResult& result, bool defined) {
  Rows rows = {
      {"routing function", "topologies", "VC policies", "switching", "combinations", "message"}};
  std::set<std::string> topologies;
  std::set<std::string> policies;
  std::set<std::string> switchings;
  for (const Combination& each : result.combinations) {
    topologies.insert(each.topology);
    policies.insert(each.policy);
    switchings.insert(each.switching);
  }
  for (const Refusal& each : refusals(result)) {
    if (each.defined != defined) continue;
    rows.push_back({each.function, names_cell(each.topologies, topologies.size()),
                    names_cell(each.policies, policies.size()),
                    names_cell(each.switchings, switchings.size()),
                    std::to_string(each.combinations), each.reason});
  }
  return rows;
}

std::string markdown_table(const Rows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += '|';
    for (const std::string& cell : rows[i]) {
      text += ' ';
      for (const char c : cell) text += c == '|' ? std::string("\\|") : std::string(1, c);
      text += " |";
    }
    text += '\n';
    if (i > 0) continue;
    text += '|';
    for (std::size_t column = 0; column < rows[0].size(); ++column) text += " --- |";
    text += '\n';
  }
  return text;
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

std::string matrix_text(const MatrixResult& result) {
  std::string text = aligned_columns(combination_rows(result), {0, 1, 2, 3, 4, 5, 6, 7, 11}) +
                     '\n' + aligned_columns(implementation_rows(result), {0, 1}) + '\n' +
                     summary(result) + '\n';
  for (const std::string& line : wrong(result)) text += "  " + line + '\n';
  return text;
}

std::string matrix_markdown(const MatrixResult& result, const std::string& command) {
  std::string text = fmt::format(
      "# The matrix of combinations\n\n"
      "Every topology with every routing function, every VC policy and every RTL block, in small "
      "networks. Written by\n\n"
      "    {}\n\n"
      "which [testing.md](../testing.md#the-matrix) explains. Names come from the program's "
      "registries; what is expected of combinations, from `testbench/matrix/definition.yaml`.\n\n"
      "{}.\n\n",
      command, summary(result));
  const std::vector<std::string> lines = wrong(result);
  if (!lines.empty()) {
    text += "## Red\n\n";
    for (const std::string& line : lines) text += "- " + line + '\n';
    text += '\n';
  }
  text +=
      "## RTL blocks\n\n"
      "Decisions that Verilated implementations made beside the model, in all combinations "
      "together.\n\n" +
      markdown_table(implementation_rows(result)) +
      "\n## Combinations\n\n"
      "Why a combination is free of deadlock, and how many channels and dependencies were looked "
      "at, is what `netloom check` says. Of those that may deadlock it has to find, and finds, "
      "that "
      "packets can wait in a circle; they are not simulated.\n\n" +
      markdown_table(combination_rows(result)) +
      "\n## Refused\n\n"
      "Combinations of a routing function with a topology on which it is defined.\n\n" +
      markdown_table(refusal_rows(result, true)) + "\n## Refused on other topologies\n\n" +
      markdown_table(refusal_rows(result, false));
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
