#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/check/vc_set.h"

namespace netloom {
inline namespace routing {

/// An output port, the header state with which packets leave there, and the VCs that they may take.
struct Departure {
  int port;
  std::uint32_t header;
  VcSet vcs;
};

/// What the packets in a switch are offered, by port and header state.
class Departures {
 public:
  void clear() { list_.clear(); }

  /// Before the candidates of another packet, in ascending order, are added.
  void begin_packet() { at_ = 0; }
  void add(int port, int vc, std::uint32_t header) {
    while (at_ < list_.size() && list_[at_].port < port) ++at_;
    std::size_t place = at_;
    while (place < list_.size() && list_[place].port == port && list_[place].header != header) {
      ++place;
    }
    if (place == list_.size() || list_[place].port != port) {
      list_.insert(list_.begin() + static_cast<std::ptrdiff_t>(place), {port, header, VcSet()});
    }
    list_[place].vcs.add(vc);
  }

  /// Ascending by port.
  const std::vector<Departure>& list() const { return list_; }

 private:
  std::vector<Departure> list_;
  std::size_t at_ = 0;
};

}  // namespace routing
}  // namespace netloom
