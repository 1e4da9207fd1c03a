#pragma once

#include <cstdint>

#include "hw/switch/base/features.h"
#include "hw/switch/part/arbiter.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/selection.h"

namespace netloom {
inline namespace hw {

/// The selection function: picks one of the outputs that a head may take, that are free and have
/// room (docs/timing.md, rule 4). A selector of the plan, in RTL say, may do it in the model's
/// place.
template <class Channels>
class Selection {
 public:
  using Mask = typename Channels::Mask;

  void build(Picking picking, const PreferredPort& preferred, PortSelector* selector) {
    picking_ = picking;
    preferred_ = preferred;
    selector_ = selector;
    prefers_ = picking == Picking::kPreferred && selector == nullptr;
  }

  /// The port at which the search for a packet's output starts.
  std::uint8_t preferred_port(NodeId source, NodeId destination) const {
    return static_cast<std::uint8_t>(preferred_.of(source, destination));
  }
  /// Where it starts for a head with this preferred port.
  int search_from(int preferred) const {
    return picking_ == Picking::kCyclic ? cyclic_port_ : preferred;
  }
  int cyclic_port() const { return cyclic_port_; }

  /// Whether the search from the preferred port is all there is.
  bool prefers() const { return prefers_; }
  bool asks_selector() const { return selector_ != nullptr; }

  int by_preference(const Channels& channels, int preferred, const Mask& available) const {
    return available.first_from(channels.first(preferred));
  }
  /// `room(channel)`: phits for which there is room behind an output; `draw()`: random bits.
  template <class Room, class Drawing>
  int otherwise(const Channels& channels, int preferred, const Mask& available, Room&& room,
                Drawing&& draw) const {
    switch (picking_) {
      case Picking::kPreferred:
        break;
      case Picking::kCyclic:
        return available.first_from(channels.first(cyclic_port_));
      case Picking::kMostCredits: {
        Mask rest = available;
        int best = rest.first();
        for (rest.remove_first(); rest.any(); rest.remove_first()) {
          const int other = rest.first();
          if (room(other) > room(best)) best = other;
        }
        return best;
      }
      case Picking::kRandom:
        return drawn(available, draw);
    }
    return by_preference(channels, preferred, available);
  }
  /// `query` has the packet and where it waits; what the selection knows is added.
  int by_selector(const Channels& channels, int preferred, const Mask& available,
                  SelectionQuery query, bool ask) const {
    std::uint64_t words[Mask::kCandidateWords];
    for (int i = 0; i < Mask::kCandidateWords; ++i) words[i] = available.extract(64 * i, 64);
    query.qualifying = words;
    query.words = Mask::kCandidateWords;
    query.preferred_port = search_from(preferred);
    query.selected = available.first_from(channels.first(query.preferred_port));
    return ask ? selector_->select(query) : query.selected;
  }

  /// Cyclic priority: the search goes on after the port of `output`, which a head took that had
  /// `candidates`.
  void used(const Channels& channels, const Mask& candidates, int output) {
    if (picking_ != Picking::kCyclic || candidates.single()) return;
    cyclic_port_ = static_cast<std::uint8_t>((channels.port(output) + 1) % channels.ports());
    if (selector_ != nullptr) selector_->used(channels.port(output));
  }

 private:
  Picking picking_ = Picking::kPreferred;
  bool prefers_ = true;
  std::uint8_t cyclic_port_ = 0;
  PreferredPort preferred_;
  PortSelector* selector_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
