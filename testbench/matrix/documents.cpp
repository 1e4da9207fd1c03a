#include "testbench/matrix/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "routing/base/joined.h"
#include "sim/experiments/markdown.h"
#include "sim/report/files.h"
#include "testbench/matrix/report.h"

namespace netloom {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kOverview = "README.md";
constexpr const char* kTable = "combinations.csv";

void insert(Names& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::string names_text(const Names& names) {
  return names.empty() ? "-" : joined(names);
}

std::string page_of(const std::string& topology) {
  return topology + ".md";
}

Names topologies_of(const std::vector<Combination>& combinations) {
  Names names;
  for (const Combination& each : combinations) insert(names, each.topology);
  return names;
}

/// What came of one topology.
MatrixResult part_of(const MatrixResult& result, const std::string& topology) {
  MatrixResult part;
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    if (result.combinations[i].topology != topology) continue;
    part.combinations.push_back(result.combinations[i]);
    part.outcomes.push_back(result.outcomes[i]);
  }
  return part;
}

std::string markdown_table(const MatrixRows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += '|';
    for (const std::string& cell : rows[i]) text += ' ' + markdown_cell(cell) + " |";
    text += '\n';
    if (i > 0) continue;
    text += '|';
    for (std::size_t column = 0; column < rows[0].size(); ++column) text += " --- |";
    text += '\n';
  }
  return text;
}

std::string csv(const MatrixRows& rows) {
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (const std::string& cell : row) line += (line.empty() ? "" : ",") + csv_text(cell);
    text += line + '\n';
  }
  return text;
}

/// Combinations that share a row: all that its lists can make.
struct Alike {
  std::vector<std::string> key;  ///< what they have in common
  std::vector<Names> lists;      ///< in what they differ
  std::size_t combinations = 1;
};

/// Puts rows together that differ in the list `into` alone, in the order of the first of each.
std::vector<Alike> merged(const std::vector<Alike>& rows, std::size_t into) {
  std::vector<Alike> result;
  for (const Alike& row : rows) {
    const auto same = [&](const Alike& other) {
      if (other.key != row.key) return false;
      for (std::size_t i = 0; i < row.lists.size(); ++i) {
        if (i != into && other.lists[i] != row.lists[i]) return false;
      }
      return true;
    };
    const auto it = std::find_if(result.begin(), result.end(), same);
    if (it == result.end()) {
      result.push_back(row);
      continue;
    }
    for (const std::string& name : row.lists[into]) insert(it->lists[into], name);
    it->combinations += row.combinations;
  }
  return result;
}

/// What runs, or may deadlock; with a header.
MatrixRows accepted_rows(const MatrixResult& result) {
  std::vector<Alike> all;
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    const Combination& combination = result.combinations[i];
    const Outcome& outcome = result.outcomes[i];
    if (outcome.status != Outcome::Status::kGreen &&
        outcome.status != Outcome::Status::kMayDeadlock) {
      continue;
    }
    Names blocks;
    for (const BlockOutcome& each : outcome.blocks) blocks.push_back(each.implementation);
    all.push_back({{combination.function, status_name(outcome.status), deadlock_cell(outcome),
                    outcome.selection.empty() ? "-" : outcome.selection, names_text(blocks)},
                   {{combination.policy},
                    {combination.switching},
                    {combination.variant.empty() ? "defaults" : combination.variant}}});
  }
  for (const std::size_t list : {1, 2, 0}) all = merged(all, list);
  MatrixRows rows = {{"routing function", "VC policies", "switching", "variants", "status",
                      "deadlock", "selection", "RTL beside the model"}};
  for (const Alike& each : all) {
    rows.push_back({each.key[0], names_text(each.lists[0]), names_text(each.lists[1]),
                    names_text(each.lists[2]), each.key[1], each.key[2], each.key[3], each.key[4]});
  }
  return rows;
}

void replace(std::string& text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  if (at != std::string::npos) text.replace(at, part.size(), by);
}

/// The message of any routing function and VC policy, where it names one.
std::string general(const Combination& combination, std::string message) {
  replace(message, "the VC policy '" + combination.policy + '\'', "the VC policy …");
  replace(message, "routing function '" + combination.function + '\'', "routing function …");
  return message;
}

/// What is refused, and why; with a header. `defined`: of routing functions that are defined on the
/// topology, or of the others.
MatrixRows refusal_rows(const MatrixResult& result, bool defined) {
  std::vector<Alike> all;
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    const Combination& combination = result.combinations[i];
    const Outcome& outcome = result.outcomes[i];
    if (combination.defined != defined || outcome.status != Outcome::Status::kRefused) continue;
    all.push_back({{general(combination, outcome.reason)},
                   {{combination.function},
                    {combination.policy},
                    {combination.switching},
                    {combination.variant.empty() ? "defaults" : combination.variant}}});
  }
  for (const std::size_t list : {2, 3, 1, 0}) all = merged(all, list);
  MatrixRows rows = {
      {"routing functions", "VC policies", "switching", "variants", "combinations", "message"}};
  for (const Alike& each : all) {
    rows.push_back({names_text(each.lists[0]), names_text(each.lists[1]), names_text(each.lists[2]),
                    names_text(each.lists[3]), std::to_string(each.combinations), each.key[0]});
  }
  return rows;
}

/// How many combinations each topology has, with a link to its page.
MatrixRows topology_rows(const MatrixResult& result) {
  MatrixRows rows = {{"topology", "combinations", "green", "may deadlock", "refused", "red"}};
  for (const std::string& topology : topologies_of(result.combinations)) {
    const MatrixResult part = part_of(result, topology);
    const auto count = [&part](Outcome::Status status) {
      return std::to_string(part.count(status));
    };
    rows.push_back({fmt::format("[{}]({})", topology, page_of(topology)),
                    std::to_string(part.combinations.size()), count(Outcome::Status::kGreen),
                    count(Outcome::Status::kMayDeadlock), count(Outcome::Status::kRefused),
                    count(Outcome::Status::kRed)});
  }
  return rows;
}

/// What is wrong, if anything is.
std::string red(const MatrixResult& result) {
  std::string text;
  for (const std::string& line : matrix_failures(result)) text += "- " + line + '\n';
  return text.empty() ? "" : "## Red\n\n" + text + '\n';
}

std::string overview(const MatrixResult& result, const std::string& command) {
  std::string text = fmt::format(
      "# The matrix of combinations\n\n"
      "Every topology with every routing function, every VC policy and every RTL block, in small "
      "networks. Written by\n\n"
      "    {}\n\n"
      "a program that is built with the tests, as [Matrix](../../guides/matrix.md#run-it) says; "
      "[Testing](../../testing.md#the-matrix) explains it. Names come from the program's "
      "registries; what is expected of combinations, from `testbench/matrix/definition.yaml`.\n\n"
      "{}.\n\n",
      command, matrix_summary(result));
  text += red(result);
  return text + "## Topologies\n\n" + markdown_table(topology_rows(result)) +
         fmt::format(
             "\nA page has what runs and what is refused, and why. Combinations that differ in one "
             "thing only share a row: each VC policy, switching mode and variant in it goes with "
             "each other. A variant sets one parameter to another value than its default.\n\n"
             "- *green*: connected, free of deadlock, every packet delivered, and every decision "
             "of RTL beside the model the same. *Deadlock* says why it is free of it, as `netloom "
             "check` does.\n"
             "- *may deadlock*: the check has to find, and finds, that packets can wait in a "
             "circle, of so many channels; these are not simulated.\n"
             "- *refused*: the configuration is an error, with the message.\n\n"
             "[{0}]({0}) has each combination that is not refused by itself: channels and "
             "dependencies that the check looked at, packets delivered in one run, and decisions "
             "of each RTL block that were compared.\n\n",
             kTable) +
         "## RTL blocks\n\n"
         "Decisions that Verilated implementations made beside the model, in all combinations "
         "together.\n\n" +
         markdown_table(implementation_rows(result));
}

/// `result`: of the topology.
std::string page(const MatrixResult& result, const std::string& topology,
                 const std::string& command) {
  std::string text = fmt::format(
      "# The matrix: {}\n\n"
      "Part of [the matrix of combinations]({}), written by\n\n"
      "    {}\n\n"
      "{}.\n\n",
      topology, kOverview, command, matrix_summary(result));
  text += red(result);
  const auto section = [](const char* heading, const MatrixRows& rows) {
    return fmt::format("## {}\n\n{}", heading, rows.size() > 1 ? markdown_table(rows) : "None.\n");
  };
  return text + section("Accepted", accepted_rows(result)) + '\n' +
         section("Refused", refusal_rows(result, true)) + '\n' +
         section("Routing functions of other topologies", refusal_rows(result, false));
}

}  // namespace

std::map<std::string, std::string> matrix_documents(const MatrixResult& result,
                                                    const std::string& command) {
  std::map<std::string, std::string> documents = {{kOverview, overview(result, command)},
                                                  {kTable, csv(combination_rows(result))}};
  for (const std::string& topology : topologies_of(result.combinations)) {
    documents[page_of(topology)] = page(part_of(result, topology), topology, command);
  }
  return documents;
}

std::vector<std::string> matrix_document_names(const std::vector<Combination>& combinations) {
  Names names = {kOverview, kTable};
  for (const std::string& topology : topologies_of(combinations)) {
    names.push_back(page_of(topology));
  }
  return names;
}

}  // namespace netloom
