#pragma once

#include <memory>

namespace netloom {
inline namespace rtl {

/// Bits of a node number in every Verilated block (NETLOOM_RTL_NODE_BITS).
inline constexpr int kNodeBits = 24;

/// Bits that hold the values 0 … count-1, at least 1 (bits_for of netloom_regs_pkg).
constexpr int index_bits(int count) {
  int bits = 1;
  while (1 << bits < count) ++bits;
  return bits;
}

/// A class that Verilator wrote, with the parameters that it was Verilated for: a size (ports or
/// channels) and, where a block has them, a variant.
template <class ModelType, int kSizeOf, int kVariantOf = 0>
struct VerilatedSize {
  using Model = ModelType;
  static constexpr int kSize = kSizeOf;
  static constexpr int kVariant = kVariantOf;
};

/// The largest size of a variant among `Sizes`; 0 if there is none.
template <class... Sizes>
constexpr int largest_size(int variant = 0) {
  int result = 0;
  ((result = Sizes::kVariant == variant && Sizes::kSize > result ? Sizes::kSize : result), ...);
  return result;
}

/// What `make` makes of the first of `Sizes` (they are given smallest first) that is of the variant
/// and holds `size`; null if none does. `make` is called with a VerilatedSize.
template <class Result, class... Sizes, class Make>
std::unique_ptr<Result> make_of_size(int size, int variant, const Make& make) {
  std::unique_ptr<Result> result;
  const auto consider = [&](auto candidate) {
    using Size = decltype(candidate);
    if (result == nullptr && Size::kVariant == variant && size <= Size::kSize) {
      result = make(candidate);
    }
  };
  (consider(Sizes{}), ...);
  return result;
}

}  // namespace rtl
}  // namespace netloom
