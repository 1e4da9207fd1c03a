#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "routing/base/types.h"

namespace netloom {
inline namespace routing {

/// A set of virtual channels of one link.
class VcSet {
 public:
  /// VCs 0 … count-1; count <= kMaxVirtualChannels.
  static VcSet first(int count) {
    VcSet result;
    for (std::uint64_t& word : result.words_) {
      if (count >= 64) {
        word = ~std::uint64_t{0};
      } else if (count > 0) {
        word = (std::uint64_t{1} << count) - 1;
      }
      count -= 64;
    }
    return result;
  }

  void add(int vc) { words_[static_cast<std::size_t>(vc) / 64] |= std::uint64_t{1} << (vc % 64); }
  bool empty() const { return words_[0] == 0 && words_[1] == 0; }
  /// Of a set that is not empty.
  int lowest() const {
    return words_[0] != 0 ? __builtin_ctzll(words_[0]) : 64 + __builtin_ctzll(words_[1]);
  }
  int highest() const {
    return words_[1] != 0 ? 127 - __builtin_clzll(words_[1]) : 63 - __builtin_clzll(words_[0]);
  }
  void remove_lowest() {
    std::uint64_t& word = words_[0] != 0 ? words_[0] : words_[1];
    word &= word - 1;
  }
  /// What both have.
  VcSet operator&(const VcSet& other) const {
    VcSet result;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      result.words_[i] = words_[i] & other.words_[i];
    }
    return result;
  }
  bool operator==(const VcSet& other) const { return words_ == other.words_; }
  bool operator!=(const VcSet& other) const { return !(*this == other); }

 private:
  static_assert(kMaxVirtualChannels == 128, "two words hold them");
  std::array<std::uint64_t, 2> words_{};
};

}  // namespace routing
}  // namespace netloom
