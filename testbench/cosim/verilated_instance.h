#pragma once

#include <verilated.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "routing/base/random.h"
#include "rtl/loadable/verilated_block.h"

namespace netloom {

/// A model that lives as long as its instance, made as one in a shared object is.
template <class Model>
class HeldModel {
 public:
  explicit HeldModel(std::uint64_t seed)
      : model_(static_cast<Model*>(netloom_verilated::create<Model>(
            static_cast<std::uint32_t>(Random::mix(seed) >> 32)))) {
    if (model_ == nullptr) throw std::bad_alloc();
  }
  ~HeldModel() { netloom_verilated::destroy<Model>(model_); }
  HeldModel(const HeldModel&) = delete;
  HeldModel& operator=(const HeldModel&) = delete;

  Model& operator*() { return *model_; }

 private:
  Model* model_;
};

template <class Model, class = void>
struct HasClock : std::false_type {};
template <class Model>
struct HasClock<Model, std::void_t<decltype(std::declval<Model&>().clk_i)>> : std::true_type {};

/// One instance of a module, of the class that Verilator wrote for it.
template <class Model>
class VerilatedInstance {
 public:
  /// Flip-flops, memories, and inputs that are not driven, begin with random values; the seed says
  /// which.
  explicit VerilatedInstance(std::uint64_t seed = 1) : model_(seed), random_(seed, 0) {
    if constexpr (HasClock<Model>::value) (*model_).clk_i = 0;
  }

  Model* operator->() { return &*model_; }
  Model& operator*() { return *model_; }

  /// One cycle of clk_i. Flip-flops see the inputs as they are now.
  void clock() {
    Model& model = *model_;
    model.clk_i = 1;
    model.eval();
    model.clk_i = 0;
    model.eval();
  }

  /// Brings all flip-flops to their reset values. Inputs that write registers are low.
  void reset() {
    // Verilator sees the asynchronous reset as an edge, so it has to fall.
    Model& model = *model_;
    model.rst_ni = 1;
    clock();
    model.rst_ni = 0;
    clock();
    model.rst_ni = 1;
    clock();
  }

  /// By the seed, for inputs that are not to count.
  Random& random() { return random_; }

  /// Gives an input of `bits` bits a random value: one that is not to count.
  template <class Port>
  void disturb(Port& port, int bits) {
    const std::uint64_t value = std::uint64_t{random_.next()} << 32 | random_.next();
    port = static_cast<Port>(bits < 64 ? value & ((std::uint64_t{1} << bits) - 1) : value);
  }
  template <std::size_t kWords>
  void disturb(VlWide<kWords>& port, int bits) {
    for (std::size_t i = 0; i < kWords; ++i) port.at(i) = random_.next();
    if (bits % 32 != 0) port.at(kWords - 1) &= (EData{1} << bits % 32) - 1;
  }

 private:
  HeldModel<Model> model_;
  Random random_;
};

/// Gives an input of at most 64 bits a value that it can hold.
template <class Port, class Value>
void drive(Port& port, Value value) {
  port = static_cast<Port>(value);
}

/// Gives an input the bits of `words`, of which there are `count`; bits beyond them are 0.
template <class Port>
void drive_bits(Port& port, const std::uint64_t* words, int /*count*/) {
  port = static_cast<Port>(words[0]);
}
template <std::size_t kWords>
void drive_bits(VlWide<kWords>& port, const std::uint64_t* words, int count) {
  for (std::size_t i = 0; i < kWords; ++i) {
    const bool given = i / 2 < static_cast<std::size_t>(count);
    port.at(i) = given ? static_cast<EData>(words[i / 2] >> i % 2 * 32) : 0;
  }
}

/// Bit `index` of an output.
template <class Port>
bool bit_of(const Port& port, int index) {
  return (static_cast<std::uint64_t>(port) >> index & 1) != 0;
}
template <std::size_t kWords>
bool bit_of(const VlWide<kWords>& port, int index) {
  return (port.at(static_cast<std::size_t>(index / 32)) >> index % 32 & 1) != 0;
}

/// Sets the bits that are set in an output, in a bit vector from bit `first` on. An output of 64
/// bits or less does not cross a word.
template <class Port>
void add_bits(const Port& port, std::size_t first, std::uint64_t* words) {
  words[first / 64] |= static_cast<std::uint64_t>(port) << first % 64;
}
template <std::size_t kWords>
void add_bits(const VlWide<kWords>& port, std::size_t first, std::uint64_t* words) {
  for (std::size_t i = 0; i < kWords; ++i) add_bits(port.at(i), first + 32 * i, words);
}

/// Whether an output has the bit `index` and no other; with a negative one, none.
template <int kBits, class Port>
bool has_only_bit(const Port& port, int index) {
  constexpr std::size_t kWords = (kBits + 63) / 64;
  std::uint64_t words[kWords] = {};
  add_bits(port, 0, words);
  std::uint64_t expected[kWords] = {};
  if (index >= 0) expected[index / 64] = std::uint64_t{1} << index % 64;
  return std::equal(words, words + kWords, expected);
}

}  // namespace netloom
