#include "testbench/matrix/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "routing/base/output_file.h"
#include "routing/davc/rule.h"
#include "routing/decision/selection.h"
#include "rtl/block_registry.h"
#include "sim/base/process_pool.h"
#include "sim/base/progress.h"
#include "sim/base/temporary_folder.h"
#include "sim/config/schema.h"
#include "testbench/matrix/plan.h"
#include "testbench/matrix/trial.h"

namespace netloom {
namespace {

/// Work that is done in a process of its own, and what is made of its result.
struct Task {
  std::size_t combination;
  std::function<Json()> work;
  std::function<void(const Json& result)> take;
};

/// Runs tasks; a result has the seconds that it took, or says in "error" why there is none.
void run_tasks(const std::vector<Task>& tasks, const MatrixOptions& options, const char* what) {
  Progress progress(options.progress, tasks.size(), static_cast<double>(tasks.size()), what);
  run_in_processes(
      tasks.size(), options.jobs,
      [&](std::size_t index) {
        const auto start = std::chrono::steady_clock::now();
        Json result;
        try {
          result = tasks[index].work();
        } catch (const std::exception& error) {
          result = {{"error", error.what()}};
        }
        result["seconds"] =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return result.dump();
      },
      [&](const TaskResult& result) {
        Json answer = Json::parse(result.output, nullptr, false);
        if (!result.crash.empty() || answer.is_discarded()) {
          answer = {
              {"error", "the process " + (result.crash.empty() ? "gave no result" : result.crash)},
              {"seconds", 0.0}};
        }
        tasks[result.task].take(answer);
        progress.finished(1);
      });
}

class MatrixRun {
 public:
  MatrixRun(const MatrixDefinition& definition, const MatrixOptions& options)
      : definition_(definition), options_(options), folder_("netloom-matrix") {
    configuration_schema();  // once, instead of in each of thousands of processes
    for (const MatrixDefinition::File& file : definition.files) {
      write_file(folder_.file(file.name), file.text);
    }
    MatrixPlan plan = plan_matrix(definition, options.only);
    result_.combinations = std::move(plan.combinations);
    result_.problems = std::move(plan.problems);
    result_.outcomes.resize(result_.combinations.size());
    accepted_.resize(result_.combinations.size());
    context_ = {definition.configuration, folder_.path()};
  }

  MatrixResult run() {
    examine_all();
    try_all();
    for (std::size_t i = 0; i < result_.outcomes.size(); ++i) judge(i);
    if (options_.only.empty()) require_all_used();
    return std::move(result_);
  }

 private:
  /// What is known about a combination that the program accepts.
  struct Accepted {
    bool accepted = false;
    std::vector<Override> set;
    std::vector<std::string> implementations;
    bool deadlock_free = false;
    std::map<std::vector<std::string>, Json> shadow, replace;  ///< runs, by implementations
  };

  /// Which combinations are accepted, and with which RTL. There are thousands: those of one
  /// topology and function are examined by one process.
  void examine_all() {
    std::vector<Task> tasks;
    for (std::size_t begin = 0; begin < result_.combinations.size();) {
      const Combination& first = result_.combinations[begin];
      std::size_t end = begin;
      while (end < result_.combinations.size() &&
             result_.combinations[end].topology == first.topology &&
             result_.combinations[end].function == first.function) {
        ++end;
      }
      tasks.push_back({begin,
                       [this, begin, end] {
                         Json results = Json::array();
                         for (std::size_t i = begin; i < end; ++i) {
                           results.push_back(examine(context_, result_.combinations[i]));
                         }
                         return Json{{"results", std::move(results)}};
                       },
                       [this, begin, end](const Json& answer) {
                         for (std::size_t i = begin; i < end; ++i) {
                           if (answer.contains("error")) {
                             fail(i, answer.at("error").get<std::string>());
                           } else {
                             take_examination(i, answer.at("results").at(i - begin));
                           }
                         }
                       }});
      begin = end;
    }
    run_tasks(tasks, options_, "pairs of topology and routing function");
  }

  void take_examination(std::size_t i, const Json& answer) {
    Outcome& outcome = result_.outcomes[i];
    if (answer.contains("refused")) {
      outcome.reason = answer.at("refused").get<std::string>();
      return;
    }
    Accepted& accepted = accepted_[i];
    accepted.accepted = true;
    accepted.set = result_.combinations[i].set;
    for (const auto& [key, value] : answer.at("set").items()) {
      accepted.set.push_back({key, value.get<std::string>()});
    }
    outcome.selection = answer.at("selection").get<std::string>();
    outcome.davc = answer.value("davc", "");
    if (answer.contains("blocks")) take_blocks(i, answer.at("blocks"));
  }

  /// The blocks that make decisions of the combination have to be those of the definition.
  void take_blocks(std::size_t i, const Json& answer) {
    std::set<std::string> expected;
    for (const MatrixDefinition::Rule& rule : definition_.blocks) {
      const Combination& combination = result_.combinations[i];
      const std::string& selection = result_.outcomes[i].selection;
      if (!rule.filter.matches(combination)) continue;
      if (rule.has_except && rule.except.matches(combination)) continue;
      if (!rule.selections.empty() && std::find(rule.selections.begin(), rule.selections.end(),
                                                selection) == rule.selections.end()) {
        continue;
      }
      expected.insert(rule.blocks.begin(), rule.blocks.end());
    }
    for (const auto& [name, why] : answer.items()) {
      const std::string& block = RtlBlockRegistry::instance().find(name).block;
      if (why.is_null()) {
        accepted_[i].implementations.push_back(name);
        if (expected.count(block) == 0) {
          fail(i, fmt::format("RTL block implementation '{}' makes a decision of it, but the "
                              "definition's blocks do not say so",
                              name));
        }
      } else if (expected.count(block) != 0) {
        fail(i, why.get<std::string>());
      }
    }
  }

  /// Checks and runs of the combinations that are accepted as they should be.
  void try_all() {
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < result_.combinations.size(); ++i) {
      const Combination& combination = result_.combinations[i];
      const Accepted& accepted = accepted_[i];
      if (!accepted.accepted || combination.expected == Expectation::kRefused) continue;
      tasks.push_back({i, [this, i] { return check_combination(context_, accepted_[i].set); },
                       [this, i](const Json& answer) { take_check(i, answer); }});
      if (combination.expected != Expectation::kGreen) continue;
      for (const std::vector<std::string>& round : rounds(accepted.implementations)) {
        add_run(tasks, i, round, "shadow");
        if (!round.empty()) add_run(tasks, i, round, "replace");
      }
    }
    run_tasks(tasks, options_, "checks and runs");
  }

  /// Sets of implementations, one of each block at most, in which each of them is once. Without
  /// any there is one run.
  static std::vector<std::vector<std::string>> rounds(const std::vector<std::string>& names) {
    std::vector<std::vector<std::string>> result(1);
    std::map<std::string, std::size_t> of_block;
    for (const std::string& name : names) {
      const std::size_t round = of_block[RtlBlockRegistry::instance().find(name).block]++;
      if (round == result.size()) result.emplace_back();
      result[round].push_back(name);
    }
    return result;
  }

  void add_run(std::vector<Task>& tasks, std::size_t i, const std::vector<std::string>& round,
               const std::string& mode) {
    tasks.push_back({i,
                     [this, i, round, mode] {
                       return simulate_combination(context_, accepted_[i].set, round, mode);
                     },
                     [this, i, round, mode](const Json& answer) {
                       if (!take_failures(i, answer, round.empty() ? "run" : mode)) return;
                       auto& runs = mode == "shadow" ? accepted_[i].shadow : accepted_[i].replace;
                       runs[round] = answer;
                     }});
  }

  /// Adds a result's failures to those of the combination. Whether the rest of it can be read.
  bool take_failures(std::size_t i, const Json& answer, const std::string& what) {
    result_.outcomes[i].seconds += answer.at("seconds").get<double>();
    if (answer.contains("error")) {
      fail(i, what + ": " + answer.at("error").get<std::string>());
      return false;
    }
    for (const Json& failure : answer.at("failures")) {
      fail(i, what + ": " + failure.get<std::string>());
    }
    return answer.at("failures").empty();
  }

  void take_check(std::size_t i, const Json& answer) {
    if (!take_failures(i, answer, "check")) return;
    Outcome& outcome = result_.outcomes[i];
    outcome.method = answer.at("method").get<std::string>();
    outcome.channels = answer.at("channels").get<std::uint64_t>();
    outcome.dependencies = answer.at("dependencies").get<std::uint64_t>();
    outcome.cycle = answer.at("cycle").get<std::size_t>();
    const bool free = answer.at("deadlock_free").get<bool>();
    accepted_[i].deadlock_free = free;
    const bool expected = result_.combinations[i].expected == Expectation::kGreen;
    if (free == expected) return;
    const auto no_escape = answer.at("no_escape").get<std::string>();
    fail(i,
         free ? "check: is free of deadlock, but the definition says that it is not"
              : fmt::format("check: deadlock is possible; {}",
                            no_escape.empty() ? fmt::format("a cycle of {} channels", outcome.cycle)
                                              : "no escape from " + no_escape));
  }

  void fail(std::size_t i, const std::string& message) {
    result_.outcomes[i].failures.push_back(message);
  }

  /// Whether no packet is to ask a block for its decision.
  bool is_idle(const Combination& combination, const std::string& block) const {
    return std::any_of(definition_.idle.begin(), definition_.idle.end(), [&](const auto& rule) {
      return rule.filter.matches(combination) &&
             std::find(rule.blocks.begin(), rule.blocks.end(), block) != rule.blocks.end();
    });
  }

  /// The runs of a combination beside each other, and its status.
  void judge(std::size_t i) {
    const Combination& combination = result_.combinations[i];
    const Accepted& accepted = accepted_[i];
    Outcome& outcome = result_.outcomes[i];
    if (outcome.failures.empty()) {
      if (!accepted.accepted && combination.expected != Expectation::kRefused) {
        fail(i, "is refused: " + outcome.reason);
      } else if (accepted.accepted && combination.expected == Expectation::kRefused) {
        fail(i, "is accepted, but the definition says that it is refused");
      }
    }
    for (const auto& [round, shadow] : accepted.shadow) {
      outcome.packets = shadow.at("packets").get<std::uint64_t>();
      for (const std::string& name : round) {
        const Json& block =
            shadow.at("blocks").value(RtlBlockRegistry::instance().find(name).block, Json());
        BlockOutcome of_block{name};
        if (!block.is_null()) {
          of_block.decisions = block.at("decisions").get<std::uint64_t>();
          of_block.mismatches = block.at("mismatches").get<std::uint64_t>();
        }
        const bool idle = is_idle(combination, RtlBlockRegistry::instance().find(name).block);
        if (of_block.decisions == 0 && !idle) {
          fail(i, fmt::format("shadow: no decision of '{}' was compared", name));
        }
        if (of_block.decisions != 0 && idle) {
          fail(i, fmt::format("shadow: {} decisions of '{}' were compared, but the definition says "
                              "that there are none",
                              of_block.decisions, name));
        }
        if (of_block.mismatches != 0) {
          fail(i, fmt::format("shadow: {} of {} decisions of '{}' differ", of_block.mismatches,
                              of_block.decisions, name));
        }
        if (!idle) outcome.blocks.push_back(std::move(of_block));
      }
      const auto replaced = accepted.replace.find(round);
      if (replaced != accepted.replace.end() &&
          replaced->second.at("digest") != shadow.at("digest")) {
        fail(i, fmt::format("replace: the result with {} is another one than that of the model",
                            fmt::join(round, ", ")));
      }
    }
    std::sort(outcome.blocks.begin(), outcome.blocks.end(),
              [](const auto& a, const auto& b) { return a.implementation < b.implementation; });
    outcome.status = !outcome.failures.empty()                     ? Outcome::Status::kRed
                     : combination.expected == Expectation::kGreen ? Outcome::Status::kGreen
                     : combination.expected == Expectation::kMayDeadlock
                         ? Outcome::Status::kMayDeadlock
                         : Outcome::Status::kRefused;
  }

  /// Everything that has a name is in a green combination.
  void require_all_used() {
    std::set<std::string> implementations;
    std::set<std::string> selections;
    std::set<std::string> davc;
    for (const Outcome& outcome : result_.outcomes) {
      if (outcome.status != Outcome::Status::kGreen) continue;
      for (const BlockOutcome& block : outcome.blocks) implementations.insert(block.implementation);
      selections.insert(outcome.selection);
      davc.insert(outcome.davc);
    }
    require("RTL block implementation", RtlBlockRegistry::instance().names(), implementations);
    require("selection function", SelectionRegistry::instance().names(), selections);
    require("function of DAVC", davc_function_names(), davc);
  }

  void require(const char* kind, const std::vector<std::string>& names,
               const std::set<std::string>& used) {
    for (const std::string& name : names) {
      if (used.count(name) != 0) continue;
      result_.problems.push_back(fmt::format("{} '{}' is in no green combination", kind, name));
    }
  }

  const MatrixDefinition& definition_;
  const MatrixOptions& options_;
  TemporaryFolder folder_;
  TrialContext context_;
  MatrixResult result_;
  std::vector<Accepted> accepted_;
};

}  // namespace

const char* status_name(Outcome::Status status) {
  switch (status) {
    case Outcome::Status::kGreen:
      return "green";
    case Outcome::Status::kMayDeadlock:
      return "may deadlock";
    case Outcome::Status::kRefused:
      return "refused";
    case Outcome::Status::kRed:
      break;
  }
  return "red";
}

bool MatrixResult::green() const {
  return problems.empty() && count(Outcome::Status::kRed) == 0;
}

std::size_t MatrixResult::count(Outcome::Status status) const {
  return static_cast<std::size_t>(
      std::count_if(outcomes.begin(), outcomes.end(),
                    [status](const Outcome& each) { return each.status == status; }));
}

MatrixResult run_matrix(const MatrixDefinition& definition, const MatrixOptions& options) {
  return MatrixRun(definition, options).run();
}

}  // namespace netloom
