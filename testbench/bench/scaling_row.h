#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "testbench/bench/scaling_cases.h"
#include "testbench/bench/scaling_program.h"

namespace netloom::bench {

/// How cases are timed and counted.
struct Settings {
  std::string mpirun;  ///< starts two ranks; empty: there are none
  int repeats = 5;
  int cycles = 0;  ///< 0: those of the case
  bool counts = true;
  std::string kept;  ///< file with instructions and misses that are known; empty: none

  int cycles_of(const Case& entry) const { return cycles == 0 ? entry.cycles : cycles; }
  /// Of the largest networks each way is run once.
  int repeats_of(const Case& entry) const;
};

/// A case in all ways.
struct Row {
  const Case* entry;
  Run one, regions;                     ///< the fastest
  bool apart = true;                    ///< else `regions` is one region, and both are one column
  Rounds::Spread threads;               ///< gain of two over the faster of both
  std::optional<Rounds::Spread> twice;  ///< work of two processes at once, over that of one alone
  std::optional<Run> ranks;
  Rounds::Spread ranks_gain;
  std::optional<Program::Counts> counts_one, counts_regions;
  std::string counted;  ///< on that day

  double seconds() const { return std::min(one.seconds, regions.seconds); }
};

Row measure(const Program& program, const Case& entry, const Settings& settings);

/// Adds instructions and misses, of networks that are not too large. It takes time, but these
/// figures do not depend on what else the machine does.
void count(const Program& program, const Settings& settings, Row& row);

/// "1.87 (1.80-1.90)"; of one round only "1.87".
std::string text_of(const Rounds::Spread& gain);

/// "from 2026-11-25 to 2026-11-27", or one day: when instructions and misses were counted.
std::string days_of_counts(const std::vector<Row>& rows);

std::string head_of_rows();
std::string line_of(const Row& row);

}  // namespace netloom::bench
