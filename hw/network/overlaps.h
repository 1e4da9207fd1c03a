#pragma once

#include <cstddef>
#include <vector>

#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// Cycles from `begin` to `end`, both included; begin <= end.
struct CycleSpan {
  Cycle begin = 0;
  Cycle end = 0;
};

/// The other spans that have a cycle in common with one.
struct Overlaps {
  std::size_t count = 0;
  std::vector<std::size_t> first;  ///< indices of those that begin first, in ascending order
};

/// For each of n spans the others that overlap with it, at most `most` by their indices. Takes
/// memory for n x most indices, and time of the order of n x (most + log n).
std::vector<Overlaps> overlaps_of(const std::vector<CycleSpan>& spans, std::size_t most);

}  // namespace hw
}  // namespace netloom
