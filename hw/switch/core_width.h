#pragma once

namespace netloom {
inline namespace hw {

/// Channels that the core of a switch is compiled for: the narrowest that has so many, 2^vc_shift
/// at each port.
inline int core_width(int channels, int vc_shift) {
  // The VCs of a port are in one word of the narrow cores.
  const bool wide = 1 << vc_shift > 64;
  if (channels <= 32) return 32;
  if (channels <= 64) return 64;
  if (channels <= 128 && !wide) return 128;
  if (channels <= 256 && !wide) return 256;
  return channels <= 1024 ? 1024 : 4096;
}

}  // namespace hw
}  // namespace netloom
