#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/config.h"
#include "sim/sweep/sweep.h"

namespace netloom {

/// Options that change the configuration.
struct OverrideOptions {
  std::vector<std::string> set;
  std::optional<std::uint64_t> seed;

  void add(CLI::App& command);
  /// Error: a `--set` without "=".
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

  void add(CLI::App& command);
  /// Error, before anything is simulated: a file that could not be written, no gnuplot, a picture
  /// of loads or a time series that none of the configurations will have.
  void check(const std::vector<Series>& series) const;
  /// Prints the table, writes the files, and reports failures. The result is the exit status.
  int finish(const std::vector<Series>& series, const SweepOutcome& outcome) const;
};

/// Splits "key.path=value". Error: no "=", or nothing before it.
Override parse_assignment(const std::string& option, const std::string& text);

/// A line about the packets that are assumed where a configuration does not say what is sent; else
/// empty.
std::string assumed_packets_text(const Config& config);

/// Whether standard error is a terminal.
bool stderr_is_terminal();

/// "netloom: error: …" on standard error.
void print_error(const std::string& message);

/// Writes to a file as write_file(), or to standard output if the name is empty. WriteError: that
/// fails.
void write_output(const std::string& path, const std::string& text);

}  // namespace netloom
