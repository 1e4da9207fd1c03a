// The program `lockstep_configurations`: compares the views of many networks, event by event.
// docs/testing.md says more.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "sim/base/process_pool.h"
#include "sim/base/temporary_folder.h"
#include "sim/cli/command_line.h"
#include "testbench/lockstep/cases.h"
#include "testbench/lockstep/results.h"
#include "testbench/random/examined.h"

extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace netloom::test {
namespace {

const std::vector<std::string> kGroups = {"features", "golden", "control",
                                          "hand",     "matrix", "random"};

struct LockstepOptions {
  std::vector<std::string> groups;  ///< empty: all
  std::string only;
  std::size_t every = 1;
  std::uint64_t from = 1;
  std::uint64_t count = 2000;
  int jobs = 1;
  bool first = false;
  std::string part;
  std::vector<std::string> merge;  ///< instead of comparing anything
  std::string document;
  bool help = false;  ///< it has been printed
};

LockstepOptions options_of(int argc, const char* const* argv) {
  LockstepOptions options;
  CLI::App app("Compares the fast view of many networks with the structural one and a mixture");
  Action none;
  Command command(&app, &none);
  command.option("GROUP", options.groups, "What to compare (default: all)").one_of(kGroups);
  command.option("--only", options.only, "Networks whose name has this in it");
  command.option("--every", options.every, "Of the matrix, the first of so many combinations")
      .whole_number(1, 1'000'000)
      .show_default();
  command.option("--from", options.from, "Random: seed of the first configuration")
      .whole_number(0, 1'000'000'000)
      .show_default();
  command.option("--count", options.count, "Random: number of configurations")
      .whole_number(1, 1'000'000'000)
      .show_default();
  command.option("--jobs", options.jobs, "Networks at a time").whole_number(1, 4096).show_default();
  command.flag("--first", options.first, "Stops at the first network that differs");
  command.option("--part", options.part, "Writes what was compared, as JSON, for --merge");
  command.option("--merge", options.merge,
                 "Compares nothing: takes what these files of --part have");
  command.option("--document", options.document, "Writes the page of results");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);
    options.help = true;
  } catch (const CLI::ParseError& error) {
    throw Error(error.what());
  }
  return options;
}

std::vector<LockstepCase> cases_of(const std::string& group, const LockstepOptions& options,
                                   const TemporaryFolder& folder) {
  const std::map<std::string, std::function<std::vector<LockstepCase>()>> groups = {
      {"features", feature_cases},
      {"golden", golden_cases},
      {"control", control_cases},
      {"hand", hand_cases},
      {"matrix", [&] { return matrix_cases(options.every, folder.path()); }},
      {"random", [&] { return random_cases(options.from, options.count); }}};
  std::vector<LockstepCase> cases = groups.at(group)();
  cases.erase(std::remove_if(cases.begin(), cases.end(),
                             [&](const LockstepCase& each) {
                               return each.name.find(options.only) == std::string::npos;
                             }),
              cases.end());
  return cases;
}

/// A network differs, and LockstepOptions::first asks for no other.
struct FirstDifference {};

/// Says at once what is different, and where that is random, with a small configuration.
void tell(const std::string& group, const LockstepCase& of, const Comparison& comparison) {
  if (comparison.status != Comparison::Status::kDifferent) return;
  fmt::print("{} {}: {}\n", group, of.name, comparison.reason);
  if (of.smallest) fmt::print("smallest that differs:\n{}\n", of.smallest());
  std::fflush(stdout);
}

GroupResult compare_group(const std::string& group, const LockstepOptions& options) {
  const TemporaryFolder folder("netloom-lockstep");
  const std::vector<LockstepCase> cases = cases_of(group, options, folder);
  GroupResult result{group, {}};
  std::size_t done_so_far = 0;
  for (const LockstepCase& each : cases) result.cases.push_back({each.name, each.may_be_none, {}});
  run_in_processes(
      cases.size(), options.jobs,
      [&](std::size_t task) {
        limit_time();
        return cases[task].compare().json().dump();
      },
      [&](const TaskResult& done) {
        Comparison& comparison = result.cases[done.task].comparison;
        if (done.crash.empty()) {
          comparison = Comparison::from(Json::parse(done.output));
        } else {
          comparison.status = Comparison::Status::kDifferent;
          comparison.reason = "the comparison " + done.crash;
        }
        tell(group, cases[done.task], comparison);
        if (options.first && comparison.status == Comparison::Status::kDifferent) {
          throw FirstDifference();
        }
        if (++done_so_far % 50 == 0) {
          fmt::print("{}: {} of {} compared\n", group, done_so_far, cases.size());
          std::fflush(stdout);
        }
      });
  return result;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

/// How the page can be written again.
std::string command_of(int argc, char** argv) {
  std::string command = "build/release/testbench/lockstep/lockstep_configurations";
  for (int i = 1; i < argc; ++i) command += std::string(" ") + argv[i];
  return command;
}

/// What is known so far, of runs that take long.
void write_results(const LockstepPage& page, const LockstepOptions& options) {
  if (!options.part.empty()) write_file(options.part, page.json().dump(1) + '\n');
  if (!options.document.empty()) write_file(options.document, page.text());
}

/// How many problems a group has, which are printed, and its sums.
std::size_t report(const GroupResult& group) {
  const std::vector<std::string> problems = group.problems();
  for (const std::string& each : problems) fmt::print("{}\n", each);
  fmt::print("{}\n", summary(group));
  std::fflush(stdout);
  return problems.size();
}

int merge(const LockstepOptions& options, const std::string& command) {
  LockstepPage page;
  for (const std::string& file : options.merge) {
    try {
      page.add(LockstepPage::from(Json::parse(read_text(file))));
    } catch (const Json::exception& error) {
      throw Error(fmt::format("{}: no part of --part: {}", file, error.what()));
    }
  }
  page.commands.push_back(command);
  page.date = today();
  write_results(page, options);
  std::size_t problems = 0;
  for (const GroupResult& group : page.groups) problems += report(group);
  return problems == 0 ? 0 : 1;
}

int run(const LockstepOptions& options, const std::string& command) {
  if (!options.merge.empty()) return merge(options, command);
  LockstepPage page;
  page.commands = {command};
  page.date = today();
  std::size_t problems = 0;
  for (const std::string& group : options.groups.empty() ? kGroups : options.groups) {
    GroupResult result = compare_group(group, options);
    result.whole = group == "matrix" && options.every == 1 && options.only.empty();
    if (group == "random") result.seeds = {{options.from, options.from + options.count - 1}};
    problems += report(result);
    page.groups.push_back(std::move(result));
    write_results(page, options);
  }
  return problems == 0 ? 0 : 1;
}

}  // namespace
}  // namespace netloom::test

int main(int argc, char** argv) {
  using namespace netloom::test;
  try {
    const LockstepOptions options = options_of(argc, argv);
    return options.help ? 0 : run(options, command_of(argc, argv));
  } catch (const FirstDifference&) {
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "lockstep_configurations: error: {}\n", error.what());
    return 2;
  }
}
