#pragma once

#include <cstdint>

#include "routing/types.h"

namespace netloom {

/// A set of (output port, virtual channel) pairs of one switch, as a bit vector that the caller
/// provides: bit (port << vc_shift | vc). It is a view, cheap to make, and never allocates.
class CandidateSet {
 public:
  /// `words` has (ports << vc_shift) bits, rounded up to 64, all zero at the start.
  CandidateSet(std::uint64_t* words, int word_count, int vc_shift)
      : words_(words), word_count_(word_count), vc_shift_(vc_shift) {}

  void add(int port, int vc) {
    const unsigned bit = (static_cast<unsigned>(port) << vc_shift_) | static_cast<unsigned>(vc);
    words_[bit >> 6] |= std::uint64_t{1} << (bit & 63);
  }

  /// Adds VCs 0 … count-1 of `port`.
  void add_vcs(int port, int count) {
    for (int vc = 0; vc < count; ++vc) add(port, vc);
  }

  bool contains(int port, int vc) const {
    const unsigned bit = (static_cast<unsigned>(port) << vc_shift_) | static_cast<unsigned>(vc);
    return (words_[bit >> 6] >> (bit & 63) & 1) != 0;
  }

  bool empty() const {
    for (int i = 0; i < word_count_; ++i) {
      if (words_[i] != 0) return false;
    }
    return true;
  }

  std::uint64_t* words() { return words_; }
  int vc_shift() const { return vc_shift_; }

 private:
  std::uint64_t* words_;
  int word_count_;
  int vc_shift_;
};

}  // namespace netloom
