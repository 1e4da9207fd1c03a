#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/output_file.h"
#include "routing/base/visible.h"
#include "sim/base/messages.h"
#include "sim/cli/command_line.h"
#include "sim/cli/named_files.h"
#include "sim/config/config.h"
#include "sim/report/chart.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Most processes at a time that --jobs may ask for.
inline constexpr int kMostJobs = 4096;

/// Standard output has a reader no more.
class BrokenPipe : public WriteError {
 public:
  using WriteError::WriteError;
};

/// The outputs of a command, once it has its results: one that cannot be written keeps none of the
/// others back. What a command prints comes first.
class Outputs {
 public:
  /// To standard output.
  void print(const std::string& text);
  /// A file; an empty path: none, and `text` is not called.
  void write(const std::string& path, const std::function<std::string()>& text);
  /// Draws PREFIX.svg, with that title, and PREFIX.png and prints their names; an empty prefix:
  /// none.
  void draw(const std::string& prefix, const std::string& title,
            const std::function<std::vector<Chart>()>& charts);
  /// Anything else that may throw.
  void attempt(const std::function<void()>& output);

  /// The exit status: `status` if everything could be written. What could not has been said on
  /// standard error; BrokenPipe for standard output.
  int status(int status) const;

 private:
  bool failed_ = false;
  std::optional<BrokenPipe> broken_pipe_;
};

/// What an option on the command line sets, and this option as it was given ("--seed 3").
struct Setting {
  Override assignment;
  std::string given;
};

/// Error: nothing would be left of one of the settings before if the next one followed.
void require_kept(const std::vector<Setting>& before, const Setting& next);

/// Options that change the configuration.
struct OverrideOptions {
  std::vector<std::string> set;
  std::optional<std::uint64_t> seed;
  std::string threads;

  void add(Command& command);
  /// Also --threads.
  void add_with_threads(Command& command);
  /// In the order in which they are applied. Error: a `--set` without "="; as require_kept().
  std::vector<Setting> settings() const;
  std::vector<Override> overrides() const;
};

/// Options about simulating points and what becomes of their results.
struct ResultOptions {
  std::string json;
  std::string csv;
  std::string plot;
  std::string time_csv;
  std::string time_plot;
  bool log = false;
  int jobs = 0;
  bool details = false;

  void add(Command& command);
  /// Adds the files to those of the command, which may not be among them yet. Error, before
  /// anything is simulated: as NamedFiles, a picture of loads or a time series that none of the
  /// configurations will have.
  void check(const std::vector<Series>& series, NamedFiles& files) const;
  /// Prints the table, writes the files, and reports failures. The result is the exit status, if
  /// all outputs can be written.
  int finish(const std::vector<Series>& series, const SweepOutcome& outcome,
             Outputs& outputs) const;
};

/// Says on standard error which points failed, and how many are not as precise as was asked for;
/// returns whether there is none of them.
bool all_hold(const std::vector<Series>& series);

/// A note if a configuration asks for seeds that a command does not use; `how`: by which options it
/// says which it uses.
void say_which_seeds_are_not_used(const std::string& config,
                                  const std::vector<std::uint64_t>& asked,
                                  const std::vector<std::uint64_t>& used,
                                  const std::string& how = "");

/// Error: an argument is not UTF-8, in which all files are written.
void require_utf8(int argc, char** argv);

/// Splits "key.path=value", which an option was given. Error: no "=", or nothing before it.
Override parse_assignment(const std::string& option, const std::string& text);

/// A line about the packets that are assumed where a configuration does not say what is sent; else
/// empty.
std::string assumed_packets_text(const Config& config);

/// The values, each once. What is given twice counts once, and a warning says so: a second curve or
/// sample of the same would look like a confirmation of the first.
template <class Value, class Same = std::equal_to<>>
std::vector<Value> distinct(const std::vector<Value>& values, Same same = {}) {
  std::vector<Value> result;
  for (const Value& value : values) {
    const auto first = std::find_if(result.begin(), result.end(),
                                    [&](const Value& other) { return same(value, other); });
    if (first == result.end()) {
      result.push_back(value);
    } else {
      print_warning(fmt::format("{} is given twice; it counts once", value));
    }
  }
  return result;
}

/// Writes to a file as write_file(), or to standard output if the name is empty. WriteError: that
/// fails; BrokenPipe: nobody reads standard output.
void write_output(const std::string& path, const std::string& text);

}  // namespace sim
}  // namespace netloom
