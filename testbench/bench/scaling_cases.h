#pragma once

#include <string>
#include <vector>

namespace netloom::bench {

/// A network, as it is run.
struct Case {
  std::string name;
  std::string what;
  std::string yaml;
  double hosts;
  int cycles;       ///< of a timed run
  int regions = 0;  ///< of the column "in regions"; 0: `auto`
  bool in_picture = false;
};

/// From 64 to 1.3 million hosts.
std::vector<Case> cases();

}  // namespace netloom::bench
