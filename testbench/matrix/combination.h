#pragma once

#include <string>
#include <vector>

#include "sim/config/config.h"

namespace netloom {

/// What the program has to make of a combination.
enum class Expectation {
  kGreen,        ///< connected, free of deadlock, simulated, and its RTL agrees with the model
  kMayDeadlock,  ///< accepted, but the check has to find that packets can wait in a circle
  kRefused,      ///< the configuration has to be an error
};

/// One combination of what a configuration can name, in a small network.
struct Combination {
  std::string topology;
  std::string function;
  std::string policy;
  std::string switching;
  std::string variant;  ///< "implementation=table"; empty: the function's defaults
  std::vector<Override> set;
  Expectation expected = Expectation::kRefused;
  bool defined = false;  ///< the routing function is one of this topology

  /// "fat_tree/interval/single/vct", with the variant behind it.
  std::string name() const {
    return topology + '/' + function + '/' + policy + '/' + switching +
           (variant.empty() ? "" : '/' + variant);
  }
};

}  // namespace netloom
