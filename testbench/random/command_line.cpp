#include "testbench/random/command_line.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "routing/base/error.h"
#include "sim/cli/command_line.h"
#include "testbench/random/examination.h"

namespace netloom::test {
namespace {

/// Seeds are added to their first one, and stay below 2^64.
constexpr std::uint64_t kLatestSeed = 1'000'000'000'000'000'000;
constexpr std::uint64_t kMostConfigurations = 1'000'000'000;

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  options.program = NETLOOM_PROGRAM;
  CLI::App app("Tries out what holds of every configuration, on random ones");
  Action none;
  Command command(&app, &none);
  Option files =
      command.option("FILE", options.files, "Configurations to try out, instead of random ones");
  command.option("--from", options.from, "Seed of the first configuration")
      .whole_number(0, kLatestSeed)
      .show_default()
      .excludes(files);
  command.option("--count", options.count, "Number of configurations")
      .whole_number(1, kMostConfigurations)
      .show_default()
      .excludes(files);
  Option print =
      command.flag("--print", options.print, "Prints the configurations, and tries nothing out");
  print.excludes(files);
  command.option("--jobs", options.jobs, "Processes at a time")
      .whole_number(1, 4096)
      .show_default()
      .excludes(print);
  command.option("--only", options.only, "This property only")
      .one_of(property_names())
      .excludes(print);
  command.option("--program", options.program, "The netloom program")
      .show_default()
      .excludes(print);
  command.option("--save", options.save, "Writes what fails into this folder")
      .excludes(print)
      .excludes(files);
  command.flag("--shrink", options.shrink, "Makes what fails as small as can be")
      .excludes(print)
      .excludes(files);
  command.flag("--refusals", options.refusals, "Says which configurations are refused, and why")
      .excludes(print);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);
    options.help = true;
  } catch (const CLI::ParseError& error) {
    throw Error(error.what());
  }
  for (const std::string& file : options.files) {
    if (!std::filesystem::is_regular_file(file)) {
      throw Error(file + ": there is no such file; allowed: configurations");
    }
  }
  return options;
}

}  // namespace netloom::test
