#pragma once

#include <utility>
#include <vector>

#include "routing/topology/grid.h"

namespace netloom {
inline namespace routing {

/// n-dimensional mesh: a grid (routing/topology/grid.h) without cables over its border.
/// Source: [IODET 2013], the 8 x 8 mesh of the evaluation; [Dally 2004], chapter 5.
class Mesh final : public Grid {
 public:
  /// `sizes`: switches per dimension, from dimension 0, each >= 1. `concentration`: hosts per
  /// switch, >= 1. Error: out of range, or more hosts, switches or ports than a network may have.
  Mesh(std::vector<int> sizes, int concentration)
      : Grid("mesh", false, std::move(sizes), concentration) {}
};

}  // namespace routing
}  // namespace netloom
