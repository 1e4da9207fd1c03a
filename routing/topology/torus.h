#pragma once

#include <utility>
#include <vector>

#include "routing/topology/grid.h"

namespace netloom {
inline namespace routing {

/// Torus, or k-ary n-cube: a grid (routing/topology/grid.h) whose rows of three switches or more
/// are rings. Source: [IODET 2013], section 2; [Dally 2004], chapter 5.
class Torus final : public Grid {
 public:
  /// `sizes`: switches per dimension, from dimension 0, each >= 1. `concentration`: hosts per
  /// switch, >= 1. Error: out of range, or more hosts, switches or ports than a network may have.
  Torus(std::vector<int> sizes, int concentration)
      : Grid("torus", true, std::move(sizes), concentration) {}
};

}  // namespace routing
}  // namespace netloom
