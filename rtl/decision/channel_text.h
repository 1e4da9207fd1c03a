#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "routing/base/bits.h"

namespace netloom {
inline namespace rtl {

/// Whether a bit vector of channels has this one.
inline bool has_channel(const std::uint64_t* channels, int words, int channel) {
  return channel >= 0 && channel < words * 64 && (channels[channel / 64] >> channel % 64 & 1) != 0;
}

/// "{0, 2}": the members of a set of numbers.
inline std::string set_text(const std::uint64_t* words, int count) {
  std::string result;
  for_each_bit(words, static_cast<std::size_t>(count), [&](int member) {
    result += (result.empty() ? "" : ", ") + std::to_string(member);
  });
  return "{" + result + "}";
}
inline std::string set_text(std::uint64_t bits) {
  return set_text(&bits, 1);
}

/// "port 5, VC 0"; of a negative number "none".
inline std::string channel_text(int channel, int vc_shift) {
  if (channel < 0) return "none";
  return "port " + std::to_string(channel >> vc_shift) + ", VC " +
         std::to_string(channel & ((1 << vc_shift) - 1));
}

/// "{port 5, VC 0; port 6, VC 1}".
inline std::string channels_text(const std::uint64_t* channels, int words, int vc_shift) {
  std::string result;
  for (int channel = 0; channel < words * 64; ++channel) {
    if (!has_channel(channels, words, channel)) continue;
    result += (result.empty() ? "" : "; ") + channel_text(channel, vc_shift);
  }
  return "{" + result + "}";
}

}  // namespace rtl
}  // namespace netloom
