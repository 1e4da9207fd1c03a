#pragma once

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include <array>
#include <cstdint>
#include <type_traits>

#include "routing/base/bits.h"

namespace netloom {
inline namespace hw {

/// A set of channels of one switch; channel = port << vc_shift | vc. One machine word where the
/// switch is small enough, else an array of 64-bit words.
template <int kBitCount>
class ChannelMask {
 public:
  static constexpr int kBits = kBitCount;
  static constexpr bool kOneWord = kBits <= 64;
  using Word = std::conditional_t<(kBits <= 32), std::uint32_t, std::uint64_t>;
  static constexpr int kWordBits = static_cast<int>(8 * sizeof(Word));
  static constexpr int kWords = (kBits + kWordBits - 1) / kWordBits;
  /// 64-bit words that a CandidateSet of this width has.
  static constexpr int kCandidateWords = static_cast<int>(words_of_bits(kBits));

  static ChannelMask bit(int channel) { return in_word(channel, Word{1}); }
  static ChannelMask all() {
    ChannelMask mask;
    for (Word& word : mask.words_) word = static_cast<Word>(~Word{0});
    return mask;
  }
  /// The channels first … first+count-1, an aligned group: count is a power of two, and more than
  /// 64 only in masks of more than 256 channels.
  static ChannelMask group(int first, int count) {
    const auto ones = [](int bits) {
      return static_cast<Word>(static_cast<Word>(~Word{0}) >> (kWordBits - bits));
    };
    if constexpr (kBits > 256) {
      ChannelMask mask;
      for (; count > 0; first += kWordBits, count -= kWordBits) {
        const Word bits = ones(count < kWordBits ? count : kWordBits);
        mask.words_[word_of(first)] = static_cast<Word>(bits << (first % kWordBits));
      }
      return mask;
    } else {
      return in_word(first, ones(count));
    }
  }
  static ChannelMask from_candidates(const std::uint64_t* words) {
    ChannelMask mask;
    for (int i = 0; i < kWords; ++i) mask.words_[i] = static_cast<Word>(words[i]);
    return mask;
  }

  bool any() const {
    Word joined = 0;
    for (const Word word : words_) joined |= word;
    return joined != 0;
  }
  bool none() const { return !any(); }
  bool test(int channel) const {
    return (words_[word_of(channel)] >> (channel % kWordBits) & 1) != 0;
  }
  void set(int channel) {
    if constexpr (kTwoWords) {
      *this |= bit(channel);
    } else {
      words_[word_of(channel)] |= Word{1} << (channel % kWordBits);
    }
  }
  void reset(int channel) {
    if constexpr (kTwoWords) {
      *this -= bit(channel);
    } else {
      words_[word_of(channel)] &= ~(Word{1} << (channel % kWordBits));
    }
  }
  void assign(int channel, bool value) {
    if constexpr (kTwoWords) {
      reset(channel);
      if (value) set(channel);
    } else {
      Word& word = words_[word_of(channel)];
      const int shift = channel % kWordBits;
      word = static_cast<Word>((word & ~(Word{1} << shift)) | (Word{value} << shift));
    }
  }

  /// Lowest channel of the set; the set is not empty.
  int first() const {
    if constexpr (kOneWord) {
      return count_trailing_zeros(words_[0]);
    } else if constexpr (kTwoWords) {
      const bool low = words_[0] != 0;
      return (low ? 0 : kWordBits) + count_trailing_zeros(low ? words_[0] : words_[1]);
    } else {
      int i = 0;
      while (words_[i] == 0) ++i;
      return i * kWordBits + count_trailing_zeros(words_[i]);
    }
  }
  /// Lowest channel that is >= start, or else the lowest of all; the set is not empty.
  int first_from(int start) const {
    if constexpr (kOneWord) {
      const Word high = static_cast<Word>(words_[0] >> start << start);
      return count_trailing_zeros(high != 0 ? high : words_[0]);
    } else if constexpr (kTwoWords) {
      const Word from = static_cast<Word>(~Word{0}) << (start % kWordBits);
      ChannelMask high;
      high.words_[0] = start < kWordBits ? words_[0] & from : Word{0};
      high.words_[1] = start < kWordBits ? words_[1] : words_[1] & from;
      return high.any() ? high.first() : first();
    } else {
      int i = static_cast<int>(word_of(start));
      const int shift = start % kWordBits;
      const Word high = static_cast<Word>(words_[i] >> shift << shift);
      if (high != 0) return i * kWordBits + count_trailing_zeros(high);
      for (++i; i < kWords; ++i) {
        if (words_[i] != 0) return i * kWordBits + count_trailing_zeros(words_[i]);
      }
      return first();
    }
  }
  /// The channel of the set behind `n` lower ones; the set has more than `n`.
  int nth(std::uint32_t n) const {
    if constexpr (kOneWord) {
      return bit_of(words_[0], n);
    } else {
      int i = 0;
      for (;; ++i) {
        const auto here = static_cast<std::uint32_t>(__builtin_popcountll(words_[i]));
        if (n < here) return i * kWordBits + bit_of(words_[i], n);
        n -= here;
      }
    }
  }
  void remove_first() {
    if constexpr (kOneWord) {
      words_[0] &= static_cast<Word>(words_[0] - 1);
    } else if constexpr (kTwoWords) {
      words_[1] &= words_[0] != 0 ? ~Word{0} : words_[1] - 1;
      words_[0] &= words_[0] - 1;
    } else {
      int i = 0;
      while (words_[i] == 0) ++i;
      words_[i] &= words_[i] - 1;
    }
  }
  int count() const {
    int sum = 0;
    for (const Word word : words_) sum += __builtin_popcountll(word);
    return sum;
  }
  /// Whether exactly one channel is in the set.
  bool single() const {
    if constexpr (kOneWord) {
      return words_[0] != 0 && (words_[0] & static_cast<Word>(words_[0] - 1)) == 0;
    } else {
      return count() == 1;
    }
  }
  /// The `count` channels from `first` on as the low bits of a word; an aligned group.
  std::uint64_t extract(int first, int count) const {
    const std::uint64_t word = std::uint64_t{words_[word_of(first)]} >> (first % kWordBits);
    return count >= 64 ? word : word & ((std::uint64_t{1} << count) - 1);
  }

  ChannelMask& operator|=(const ChannelMask& other) {
    for (int i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  ChannelMask& operator&=(const ChannelMask& other) {
    for (int i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  /// Takes the channels of `other` out of the set.
  ChannelMask& operator-=(const ChannelMask& other) {
    for (int i = 0; i < kWords; ++i) words_[i] &= static_cast<Word>(~other.words_[i]);
    return *this;
  }
  friend ChannelMask operator|(ChannelMask a, const ChannelMask& b) { return a |= b; }
  friend ChannelMask operator&(ChannelMask a, const ChannelMask& b) { return a &= b; }
  friend ChannelMask operator-(ChannelMask a, const ChannelMask& b) { return a -= b; }

 private:
  /// Two words are computed without branches, and read and written together: the processor does not
  /// pass on what has been written as a part to what is read as a whole.
  static constexpr bool kTwoWords = kWords == 2;

  /// `bits`, bit 0 of them for `channel`; they do not pass the end of its word.
  static ChannelMask in_word(int channel, Word bits) {
    const Word shifted = static_cast<Word>(bits << (channel % kWordBits));
    ChannelMask mask;
    if constexpr (kTwoWords) {
      mask.words_[0] = channel < kWordBits ? shifted : Word{0};
      mask.words_[1] = channel < kWordBits ? Word{0} : shifted;
    } else {
      mask.words_[word_of(channel)] = shifted;
    }
    return mask;
  }

  /// The bit that is set behind `n` lower ones.
  static int bit_of(Word word, std::uint32_t n) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(std::uint64_t{1} << n, word));
#else
    for (; n > 0; --n) word &= static_cast<Word>(word - 1);
    return count_trailing_zeros(word);
#endif
  }

  static constexpr unsigned word_of(int channel) {
    return kOneWord ? 0 : static_cast<unsigned>(channel) / unsigned{kWordBits};
  }
  static int count_trailing_zeros(Word word) {
    if constexpr (sizeof(Word) == 4) {
      return __builtin_ctz(word);
    } else {
      return __builtin_ctzll(word);
    }
  }

  std::array<Word, kWords> words_{};
};

}  // namespace hw
}  // namespace netloom
