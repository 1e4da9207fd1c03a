#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/lockstep/side.h"

namespace netloom::test {

/// What came of the views of a network beside each other.
struct Comparison {
  enum class Status {
    kSame,       ///< no difference in events nor results
    kNoNetwork,  ///< the configuration is an error, whatever the views
    kOneView,    ///< the fast or the structural view refuses it
    kDifferent,  ///< or a view that could not be simulated to its end
  };

  Status status = Status::kSame;
  std::string reason;         ///< why there is no network or one view only; what is different
  int runs = 0;               ///< pairs of runs that were compared
  std::uint64_t events = 0;   ///< that both have
  std::uint64_t grants = 0;   ///< among them
  bool failed_alike = false;  ///< all views of some run ended in the same deadlock, or the like

  Json json() const;
  static Comparison from(const Json& json);
};

/// Compares a network with others, for every point: every event at every port, and the results to
/// the last digit, which have to be those of the first one's own switch core without an observer,
/// too. What RTL counts of its decisions is no result. Stops at the first difference.
Comparison compare_sides(const LockstepSide& first, const std::vector<LockstepSide>& others);

/// compare_sides() of the fast view of a configuration, the structural one, and a mixture.
Comparison compare_views(const std::string& path, const std::vector<Override>& overrides = {});

}  // namespace netloom::test
