#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace netloom::test {

/// What the program `random_configurations` is asked for.
struct Options {
  std::vector<std::string> files;  ///< instead of random ones
  std::uint64_t from = 1;
  std::uint64_t count = 200;
  int jobs = 1;
  std::string only;
  std::string program;  ///< `netloom`
  std::string save;
  bool shrink = false;
  bool print = false;
  bool help = false;  ///< it has been printed
  bool refusals = false;
};

/// Reads the arguments; prints the help, where that is asked for. Error: what the program does not
/// take, or would have no use for.
Options parse_options(int argc, const char* const* argv);

}  // namespace netloom::test
