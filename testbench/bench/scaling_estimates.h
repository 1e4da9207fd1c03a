#pragma once

#include <string>

#include "testbench/bench/scaling_program.h"
#include "testbench/bench/scaling_row.h"

namespace netloom::bench {

/// What more cores would give, from what was measured. Not in it: that cores share memory and its
/// bandwidth. Assumed of a network of machines: what a message and a byte take.
class Estimates {
 public:
  static constexpr int kThreads = 16, kRanks = 64;
  static constexpr double kMessageSeconds = 2e-6, kBytesPerSecond = 10e9;

  /// Measures what a round of threads takes.
  explicit Estimates(const Program& program);

  static std::string head();
  std::string line(const Row& row) const;
  /// Microseconds of a round of two threads that have nothing to do.
  std::string round() const;

 private:
  std::string of_threads(const Row& row) const;
  std::string of_ranks(const Row& row) const;

  const Program& program_;
  double round_;  ///< seconds
};

}  // namespace netloom::bench
