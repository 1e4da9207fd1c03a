#pragma once

#include <cstdint>
#include <vector>

namespace netloom {
inline namespace rtl {

/// An input with a coordinate of 16 bits for each dimension of a mesh or torus.
class GridCoordinates {
 public:
  static constexpr int kBits = 16;

  explicit GridCoordinates(int dimensions) : words_(static_cast<std::size_t>(dimensions + 3) / 4) {}

  void set(int dimension, int value) {
    std::uint64_t& word = words_[static_cast<std::size_t>(dimension) / 4];
    const int place = dimension % 4 * kBits;
    word = (word & ~(std::uint64_t{0xFFFF} << place)) | static_cast<std::uint64_t>(value) << place;
  }

  const std::uint64_t* words() const { return words_.data(); }
  int count() const { return static_cast<int>(words_.size()); }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace rtl
}  // namespace netloom
