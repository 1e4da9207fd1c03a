#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "rtl/view/bit_vector.h"
#include "rtl/view/hex_digits.h"

namespace netloom {
inline namespace rtl {

/// A word of several fields, the first one lowest.
class Word {
 public:
  Word& add(std::uint64_t value, int bits) {
    grow(bits);
    set_bits(bits_, size_, bits, value);
    size_ += static_cast<std::size_t>(bits);
    return *this;
  }
  Word& add(const BitVector& value, int bits) {
    constexpr int kStep = 32;
    for (int at = 0; at < bits; at += kStep) {
      const int count = bits - at < kStep ? bits - at : kStep;
      add(bits_at(value, static_cast<std::size_t>(at), count), count);
    }
    return *this;
  }
  /// A line of a file for $readmemh.
  std::string line() const { return hex_digits(bits_, size_) + '\n'; }

 private:
  void grow(int bits) { bits_.resize(words_of_bits(size_ + static_cast<std::size_t>(bits)) + 1); }

  BitVector bits_;
  std::size_t size_ = 0;
};

}  // namespace rtl
}  // namespace netloom
