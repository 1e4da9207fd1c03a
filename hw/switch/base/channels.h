#pragma once

#include "hw/kernel/channel_mask.h"
#include "hw/switch/base/features.h"

namespace netloom {
inline namespace hw {

/// How the channels of a switch are numbered: port << shift | VC. In a core for one VC per port
/// they are the ports. And what the parts of the switch are compiled for: as many channels as there
/// are bits, and these features.
template <int kBits, Features kFeatures>
class Channels {
 public:
  using Mask = ChannelMask<kBits>;
  static constexpr bool has(Features any) { return (kFeatures & any) != 0; }
  static constexpr bool kOneVc = !has(kManyVcs);

  /// `shift`: bits of a VC's number; ports: of the switch.
  Channels(int ports, int shift) : ports_(ports), shift_(shift) {}

  int ports() const { return ports_; }
  int shift() const {
    if constexpr (kOneVc) return 0;
    return shift_;
  }
  /// VCs that there are numbers for.
  int vcs() const { return 1 << shift(); }
  int count() const { return ports_ << shift(); }
  int of(int port, int vc) const { return port << shift() | vc; }
  /// That of VC 0.
  int first(int port) const { return port << shift(); }
  int port(int channel) const { return channel >> shift(); }
  int vc(int channel) const { return channel & (vcs() - 1); }
  /// All channels of a port.
  Mask of_port(int port) const {
    if constexpr (kOneVc) return Mask::bit(port);
    return Mask::group(first(port), vcs());
  }

 private:
  int ports_;
  int shift_;
};

}  // namespace hw
}  // namespace netloom
