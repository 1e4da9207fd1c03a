#pragma once

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>

#include "routing/base/bits.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Words of a candidate set of a switch with so many ports.
constexpr std::size_t candidate_words(int ports, int vc_shift) {
  return words_of_bits(static_cast<std::size_t>(ports) << vc_shift);
}
/// The most that any switch has.
constexpr std::size_t kMostCandidateWords =
    words_of_bits(std::size_t{kMaxPorts} * std::size_t{kMaxVirtualChannels});

/// Calls use(port, vc) for each member of a candidate set, in ascending order.
template <class Use>
void for_each_candidate(const std::uint64_t* words, std::size_t count, int vc_shift,
                        const Use& use) {
  for_each_bit(words, count, [&](int bit) { use(bit >> vc_shift, bit & ((1 << vc_shift) - 1)); });
}

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

  /// Adds the VCs of the mask `vcs` (bit v for VC v) of every port of a bit vector of kMaxPorts
  /// bits, whose ports are all of this switch.
  void add_ports(const std::uint64_t* ports, std::uint64_t vcs) {
    if (word_count_ == 1) {
      words_[0] |= first_channels(ports[0]) * vcs;
      return;
    }
    const int step = 64 >> vc_shift_;  // ports per word
    for (int i = 0; i < word_count_ && i * step < kMaxPorts; ++i) {
      const int first = i * step;
      const std::uint64_t here = ports[first >> 6] >> (first & 63);
      // The VCs of a port stay in its group of bits: nothing is carried over.
      words_[i] |= first_channels(here) * vcs;
    }
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
  /// The bits of VC 0 of the ports of the word that begins with bit 0 of `ports`.
  std::uint64_t first_channels(std::uint64_t ports) const {
    // VC 0 of all ports, by vc_shift.
    static constexpr std::uint64_t kLanes[] = {
        0xffffffffffffffffu, 0x5555555555555555u, 0x1111111111111111u, 0x0101010101010101u,
        0x0001000100010001u, 0x0000000100000001u, 0x0000000000000001u};
    const std::uint64_t lanes = kLanes[vc_shift_];
#ifdef __BMI2__
    return _pdep_u64(ports, lanes);
#else
    std::uint64_t result = 0;
    for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1, ports >>= 1) {
      if ((ports & 1) != 0) result |= rest & (~rest + 1);
    }
    return result;
#endif
  }

  std::uint64_t* words_;
  int word_count_;
  int vc_shift_;
};

}  // namespace routing
}  // namespace netloom
