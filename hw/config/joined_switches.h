#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// Sets of switches that are joined, two by two.
class JoinedSwitches {
 public:
  explicit JoinedSwitches(std::size_t switches) : parent_(switches) {
    std::iota(parent_.begin(), parent_.end(), SwitchId{0});
  }

  /// The lowest switch of the set.
  SwitchId root(SwitchId id) {
    while (parent_[id] != id) id = parent_[id] = parent_[parent_[id]];
    return id;
  }
  void join(SwitchId a, SwitchId b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<SwitchId> parent_;
};

}  // namespace hw
}  // namespace netloom
