// The program `random_configurations`: draws configurations, or takes files, and tries out what
// holds of every configuration. docs/guides/random_configurations.md says more.

#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/process_pool.h"
#include "sim/base/temporary_folder.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/examination.h"
#include "testbench/random/generator.h"
#include "testbench/random/shrink.h"

extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace netloom::test {
namespace {

constexpr const char* kName = "configuration.yaml";

/// Of those that are drawn, so many have to run: else the generator knows too little of what goes
/// together, and tests little.
constexpr double kLeastShare = 0.9;

struct Options {
  std::vector<std::string> files;
  std::uint64_t from = 1;
  std::uint64_t count = 200;
  int jobs = 1;
  std::string only;
  std::string program = NETLOOM_PROGRAM;
  std::string save;
  bool shrink = false;
  bool print = false;
  bool refusals = false;
};

Json examine_text(const ConfigurationText& configuration, const Options& options,
                  const std::string& only) {
  const TemporaryFolder folder("netloom-random");
  write_configuration(configuration, folder.path(), kName);
  return examine(folder.path(), kName, options.program, only);
}

/// A file is examined in a folder of its own, with all that is beside it.
Json examine_file(const std::string& file, const Options& options) {
  const std::filesystem::path path(file);
  const TemporaryFolder folder("netloom-random");
  const std::filesystem::path from = path.has_parent_path() ? path.parent_path() : ".";
  for (const auto& each : std::filesystem::directory_iterator(from)) {
    if (each.is_regular_file()) {
      std::filesystem::copy_file(each.path(), folder.file(each.path().filename().string()));
    }
  }
  return examine(folder.path(), path.filename().string(), options.program, options.only);
}

/// The smallest configuration that fails in the same property.
ConfigurationText smallest(const ConfigurationText& configuration, const std::string& property,
                           const Options& options) {
  const std::vector<std::string>& names = property_names();
  const bool known = std::find(names.begin(), names.end(), property) != names.end();
  const auto fails = [&](const ConfigurationText& candidate) {
    bool found = false;
    run_in_processes(
        1, 1,
        [&](std::size_t) {
          return examine_text(candidate, options, known ? property : options.only).dump();
        },
        [&](const TaskResult& result) {
          if (!result.crash.empty()) {
            found = property == "crash";
            return;
          }
          const Json report = Json::parse(result.output);
          for (const Json& finding : report.at("findings")) {
            found = found || finding.at("property") == property;
          }
        });
    return found;
  };
  return shrink(configuration, fails);
}

/// Counts what was tried out, and says what does not hold.
class Tally {
 public:
  explicit Tally(const Options& options) : options_(options) {}

  void add(std::size_t task, const TaskResult& result) {
    ++all_;
    const std::string name = name_of(task);
    Json report;
    if (result.crash.empty()) {
      report = Json::parse(result.output);
    } else {
      report = {
          {"status", "crashed"},
          {"facts", Json::object()},
          {"findings", Json::array({{{"property", "crash"}, {"message", "it " + result.crash}}})}};
    }
    ++statuses_[report.at("status").get<std::string>()];
    for (const auto& [key, value] : report.at("facts").items()) ++facts_[key][value];
    if (report.at("status") == "refused" && options_.refusals) {
      fmt::print("{}: refused: {}\n", name, report.at("refusal").get<std::string>());
      std::fflush(stdout);
    }
    if (all_ % 100 == 0) {
      fmt::print("{} configurations, something does not hold of {}\n", all_, failed_);
      std::fflush(stdout);
    }
    const Json& findings = report.at("findings");
    if (findings.empty()) return;
    ++failed_;
    for (const Json& finding : findings) {
      fmt::print("{}: {}: {}\n", name, finding.at("property").get<std::string>(),
                 finding.at("message").get<std::string>());
    }
    if (options_.files.empty()) show(task, findings.front().at("property").get<std::string>());
    std::fflush(stdout);
  }

  int finish() const {
    for (const auto& [key, values] : facts_) {
      std::string line;
      for (const auto& [value, count] : values) {
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", value, count);
      }
      fmt::print("{}: {}\n", key, line);
    }
    std::string line;
    for (const auto& [status, count] : statuses_) line += fmt::format(", {} {}", count, status);
    fmt::print("{} configurations{}; something does not hold of {}\n", all_, line, failed_);
    const auto ran = statuses_.find("ran");
    const double share =
        ran == statuses_.end() || all_ == 0 ? 0 : static_cast<double>(ran->second) / all_;
    const bool enough = !options_.files.empty() || share >= kLeastShare;
    if (!enough) fmt::print("{:.0f} % ran; needed: {:.0f} %\n", 100 * share, 100 * kLeastShare);
    return failed_ == 0 && enough ? 0 : 1;
  }

 private:
  std::string name_of(std::size_t task) const {
    return options_.files.empty() ? fmt::format("seed {}", options_.from + task)
                                  : options_.files[task];
  }

  /// The configuration, made smaller if that is wanted.
  void show(std::size_t task, const std::string& property) const {
    const std::uint64_t seed = options_.from + task;
    ConfigurationText configuration = draw_configuration(seed);
    if (options_.shrink) configuration = smallest(configuration, property, options_);
    fmt::print("{}{}", options_.shrink ? "smallest that fails so:\n" : "", text_of(configuration));
    if (options_.save.empty()) return;
    const std::string folder = fmt::format("{}/seed_{}", options_.save, seed);
    std::filesystem::create_directories(folder);
    write_configuration(configuration, folder, kName);
  }

 public:
  static std::string text_of(const ConfigurationText& configuration) {
    std::string text = "--- # " + std::string(kName) + '\n' + configuration.yaml();
    for (const auto& [name, content] : configuration.files) {
      text += "--- # " + name + '\n' + content;
    }
    return text + "...\n";
  }

 private:
  const Options& options_;
  int all_ = 0;
  int failed_ = 0;
  std::map<std::string, int> statuses_;
  std::map<std::string, std::map<std::string, int>> facts_;
};

int run(const Options& options) {
  if (options.print) {
    for (std::uint64_t i = 0; i < options.count; ++i) {
      fmt::print("{}", Tally::text_of(draw_configuration(options.from + i)));
    }
    return 0;
  }
  Tally tally(options);
  const bool drawn = options.files.empty();
  if (drawn) fmt::print("seeds {} to {}\n", options.from, options.from + options.count - 1);
  std::fflush(stdout);
  run_in_processes(
      drawn ? static_cast<std::size_t>(options.count) : options.files.size(), options.jobs,
      [&](std::size_t task) {
        const Json report =
            drawn ? examine_text(draw_configuration(options.from + task), options, options.only)
                  : examine_file(options.files[task], options);
        return report.dump();
      },
      [&](const TaskResult& result) { tally.add(result.task, result); });
  return tally.finish();
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Tries out what holds of every configuration, on random ones");
  Options options;
  app.add_option("FILE", options.files, "Configurations to try out, instead of random ones")
      ->check(CLI::ExistingFile);
  app.add_option("--from", options.from, "Seed of the first configuration")->capture_default_str();
  app.add_option("--count", options.count, "Number of configurations")->capture_default_str();
  app.add_option("--jobs", options.jobs, "Processes at a time")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--only", options.only, "This property only")
      ->check(CLI::IsMember(property_names()));
  app.add_option("--program", options.program, "The netloom program")->capture_default_str();
  app.add_option("--save", options.save, "Writes what fails into this folder");
  app.add_flag("--shrink", options.shrink, "Makes what fails as small as can be");
  app.add_flag("--print", options.print, "Prints the configurations, and tries nothing out");
  app.add_flag("--refusals", options.refusals, "Says which configurations are refused, and why");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return run(options);
}

}  // namespace
}  // namespace netloom::test

int main(int argc, char** argv) {
  try {
    return netloom::test::parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "random_configurations: error: {}\n", error.what());
    return 2;
  }
}
