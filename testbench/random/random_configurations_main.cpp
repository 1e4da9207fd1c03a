// The program `random_configurations`: draws configurations, or takes files, and tries out what
// holds of every configuration. docs/guides/random_configurations.md says more.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/base/process_pool.h"
#include "sim/base/temporary_folder.h"
#include "testbench/random/command_line.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/examination.h"
#include "testbench/random/generator.h"
#include "testbench/random/shrink.h"
#include "testbench/random/tally.h"

extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace netloom::test {
namespace {

constexpr const char* kName = "configuration.yaml";

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

/// Prints a configuration that was drawn, made smaller if that is wanted.
void show(std::uint64_t seed, const std::string& property, const Options& options) {
  ConfigurationText configuration = draw_configuration(seed);
  if (options.shrink) configuration = smallest(configuration, property, options);
  fmt::print("{}{}", options.shrink ? "smallest that fails so:\n" : "",
             configuration.with_files(kName));
  if (options.save.empty()) return;
  const std::string folder = fmt::format("{}/seed_{}", options.save, seed);
  std::filesystem::create_directories(folder);
  write_configuration(configuration, folder, kName);
}

/// What examine() says, or that it crashed.
Json report_of(const TaskResult& result) {
  if (result.crash.empty()) return Json::parse(result.output);
  return {{"status", "crashed"},
          {"facts", Json::object()},
          {"findings", Json::array({{{"property", "crash"}, {"message", "it " + result.crash}}})}};
}

/// Says what does not hold, and, if that is wanted, why a configuration is refused.
void tell(std::size_t task, const Json& report, const Options& options) {
  const bool drawn = options.files.empty();
  const std::string name =
      drawn ? fmt::format("seed {}", options.from + task) : options.files[task];
  if (report.at("status") == "refused" && options.refusals) {
    fmt::print("{}: refused: {}\n", name, report.at("refusal").get<std::string>());
  }
  const Json& findings = report.at("findings");
  for (const Json& finding : findings) {
    fmt::print("{}: {}: {}\n", name, finding.at("property").get<std::string>(),
               finding.at("message").get<std::string>());
  }
  if (drawn && !findings.empty()) {
    show(options.from + task, findings.front().at("property").get<std::string>(), options);
  }
}

int run(const Options& options) {
  if (options.help) return 0;
  if (options.print) {
    for (std::uint64_t i = 0; i < options.count; ++i) {
      fmt::print("{}", draw_configuration(options.from + i).with_files(kName));
    }
    return 0;
  }
  const bool drawn = options.files.empty();
  Tally tally(drawn);
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
      [&](const TaskResult& result) {
        const Json report = report_of(result);
        tally.add(report);
        tell(result.task, report, options);
        if (tally.all() % 100 == 0) {
          fmt::print("{} configurations, something does not hold of {}\n", tally.all(),
                     tally.failed());
        }
        std::fflush(stdout);
      });
  fmt::print("{}", tally.text());
  return tally.holds() ? 0 : 1;
}

}  // namespace
}  // namespace netloom::test

int main(int argc, char** argv) {
  try {
    return netloom::test::run(netloom::test::parse_options(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "random_configurations: error: {}\n", error.what());
    return 2;
  }
}
