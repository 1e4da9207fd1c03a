#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/structural/base/signals.h"
#include "routing/base/bits.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

inline bool contains(const ChannelList& list, int channel) {
  return std::binary_search(list.begin(), list.end(), channel);
}

/// The member of a list that is not empty at which a search from `start` on ends: the first that is
/// not below it, or, if there is none, the first of all.
inline int first_from(const ChannelList& list, int start) {
  const auto found = std::lower_bound(list.begin(), list.end(), start);
  return found == list.end() ? list.front() : *found;
}

/// A list of channels as the bit vector that RTL is asked with; of a switch with so many channels.
inline std::vector<std::uint64_t> bits_of(const ChannelList& list, int channels) {
  std::vector<std::uint64_t> words(words_of_bits(static_cast<std::size_t>(channels)), 0);
  for (const int channel : list) {
    words[static_cast<std::size_t>(channel / 64)] |= std::uint64_t{1} << (channel % 64);
  }
  return words;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
