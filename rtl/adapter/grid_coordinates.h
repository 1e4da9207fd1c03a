#pragma once

#include <cstdint>

namespace netloom {
inline namespace rtl {

/// An input with a coordinate of 16 bits for each dimension of a mesh or torus, for drive_bits().
template <int kDimensions>
struct GridCoordinates {
  static constexpr int kWords = (kDimensions + 3) / 4;

  void set(int dimension, int value) {
    words[dimension / 4] |= static_cast<std::uint64_t>(value) << dimension % 4 * 16;
  }

  std::uint64_t words[kWords] = {};
};

}  // namespace rtl
}  // namespace netloom
