#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

struct VerifyOptions {
  std::string database;
  std::size_t points = 0;  ///< that are drawn
  double seconds = 30;     ///< most that one took, so that it is drawn
  std::uint64_t seed = 1;  ///< of the draw
  int jobs = 1;
  bool progress = false;  ///< on standard error
};

struct VerifyOutcome {
  std::size_t stored = 0;     ///< points in the database
  std::size_t can_be = 0;     ///< of these, that could be drawn
  std::size_t simulated = 0;  ///< fewer than asked for where there are no more
  /// One line for each point that is not as it is stored: which, and where it differs first.
  std::vector<std::string> differences;
};

/// Simulates points that are drawn at random from a database again, from the configurations that it
/// has, and compares all results to the last digit, but for `performance`. Error: the database
/// cannot be read, or a configuration means nothing to this version.
VerifyOutcome verify(const VerifyOptions& options);

}  // namespace sim
}  // namespace netloom
