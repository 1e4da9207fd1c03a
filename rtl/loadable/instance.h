#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "routing/base/random.h"
#include "routing/base/visible.h"
#include "rtl/loadable/block_object.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A port of an instance, driven or read in place.
class Pin {
 public:
  Pin() = default;
  /// `storage` as netloom_module::storage has it.
  Pin(void* storage, int bits)
      : storage_(storage),
        bits_(bits),
        mask_(bits < 64 ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0}) {}

  int bits() const { return bits_; }

  /// Gives an input of at most 64 bits the lowest bits of a value.
  template <class Value>
  void drive(Value value) const {
    put(static_cast<std::uint64_t>(value) & mask_);
  }
  /// Gives an input the bits of `words`, of which there are `count`; bits beyond them are 0.
  void drive_bits(const std::uint64_t* words, int count) const;
  /// Gives an input a random value: one that is not to count.
  void disturb(Random& random) const;

  /// Of an output of at most 64 bits.
  std::uint64_t value() const {
    if (bits_ <= 8) return *static_cast<const std::uint8_t*>(storage_);
    if (bits_ <= 16) return *static_cast<const std::uint16_t*>(storage_);
    if (bits_ <= 32) return *static_cast<const std::uint32_t*>(storage_);
    return *static_cast<const std::uint64_t*>(storage_);
  }
  bool bit(int index) const {
    return bits_ <= 64 ? (value() >> index & 1) != 0 : (wide()[index / 32] >> index % 32 & 1) != 0;
  }
  /// Sets the bits that are set, in a bit vector from bit `first` on.
  void add_bits(std::size_t first, std::uint64_t* words) const;
  /// Whether bit `index` is set and no other; with a negative one, none.
  bool has_only_bit(int index) const;

 private:
  void put(std::uint64_t value) const {
    if (bits_ <= 8) {
      *static_cast<std::uint8_t*>(storage_) = static_cast<std::uint8_t>(value);
    } else if (bits_ <= 16) {
      *static_cast<std::uint16_t*>(storage_) = static_cast<std::uint16_t>(value);
    } else if (bits_ <= 32) {
      *static_cast<std::uint32_t*>(storage_) = static_cast<std::uint32_t>(value);
    } else {
      *static_cast<std::uint64_t*>(storage_) = value;
    }
  }
  std::uint32_t* wide() const { return static_cast<std::uint32_t*>(storage_); }

  void* storage_ = nullptr;
  int bits_ = 0;
  std::uint64_t mask_ = 0;
};

/// One instance of a module.
class Instance {
 public:
  /// Flip-flops, memories, and inputs that are not driven, begin with random values; the seed says
  /// which. Error: there is no memory for it.
  Instance(SharedBlock block, const netloom_module& module, std::uint64_t seed);
  ~Instance() { module_.destroy(instance_); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// A port by its name. Error: there is none, or of another width than `bits`, unless that is 0,
  /// when it may have up to 64.
  Pin input(const char* name, int bits) const { return pin(name, bits, true); }
  Pin output(const char* name, int bits) const { return pin(name, bits, false); }

  void eval() {
    module_.eval(instance_);
    if (const char* const by = block_->ending(); by != nullptr && ending_.empty()) ending_ = by;
  }
  /// One cycle of clk_i. Flip-flops see the inputs as they are now.
  void clock() {
    rise();
    fall();
  }
  /// Its two edges.
  void rise() {
    clock_.drive(1);
    eval();
  }
  void fall() {
    clock_.drive(0);
    eval();
  }
  /// What an assertion has said that has failed since the last call, in this instance if each is
  /// asked behind its evaluation; null: none has.
  const char* complaint() { return block_->complaint(); }
  /// By what it has ended the simulation first ("FILE:LINE: $finish"); empty: it has not.
  const std::string& ending() const { return ending_; }
  /// Brings all flip-flops to their reset values. Inputs that write registers are low.
  void reset();

  /// By the seed, for inputs that are not to count.
  Random& random() { return random_; }
  void disturb(const Pin& pin) { pin.disturb(random_); }

  /// The implementation's name, for messages.
  const char* name() const { return block_->name(); }

 private:
  Pin pin(const char* name, int bits, bool input) const;
  bool has(const char* name) const;

  SharedBlock block_;
  const netloom_module& module_;
  void* instance_;
  Pin clock_, reset_;  ///< where it has them
  Random random_;
  std::string ending_;
};

}  // namespace rtl
}  // namespace netloom
