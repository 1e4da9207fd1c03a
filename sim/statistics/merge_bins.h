#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace netloom {
inline namespace sim {

/// Makes one of every two bins that follow each other, of which each has `stride` sums;
/// `add(to, from)` adds one to another.
template <class Sum, class Add>
void merge_bins(std::vector<Sum>& sums, std::size_t stride, Add add) {
  if (stride == 0) return;
  const std::size_t bins = sums.size() / stride;
  for (std::size_t bin = 1; bin < bins; ++bin) {
    for (std::size_t i = 0; i < stride; ++i) {
      Sum& to = sums[bin / 2 * stride + i];
      Sum& from = sums[bin * stride + i];
      if (bin % 2 == 0) {
        to = std::move(from);
      } else {
        add(to, from);
      }
    }
  }
  sums.resize((bins + 1) / 2 * stride);
}

}  // namespace sim
}  // namespace netloom
