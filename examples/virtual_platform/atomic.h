#pragma once

#include <cstdint>
#include <tlm>

/// What a memory does with a word in one step: an extension of payloads with TLM_IGNORE_COMMAND,
/// the command that is for extensions. The network takes it there and back as it does every
/// extension; the packets are headers alone, which have room for the operands.
class Atomic : public tlm::tlm_extension<Atomic> {
 public:
  enum class Operation { kFetchAdd, kSwap, kCompareAndSwap };

  Operation operation = Operation::kFetchAdd;
  std::uint64_t operand = 0;
  std::uint64_t expected = 0;  ///< compare and swap: the word becomes the operand if it is this
  std::uint64_t old = 0;       ///< the memory's answer: what the word was

  /// What becomes of a word.
  std::uint64_t applied_to(std::uint64_t word) const {
    switch (operation) {
      case Operation::kFetchAdd:
        return word + operand;
      case Operation::kSwap:
        return operand;
      case Operation::kCompareAndSwap:
        return word == expected ? operand : word;
    }
    return word;
  }

  tlm::tlm_extension_base* clone() const override { return new Atomic(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const Atomic&>(other);
  }
};
