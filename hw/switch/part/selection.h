#pragma once

#include <cstdint>

#include "hw/switch/base/inlining.h"
#include "hw/switch/part/arbiter.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/selection.h"

namespace netloom {
inline namespace hw {

/// The selection function: picks one of the outputs that a head may take, that are free and have
/// room (docs/timing.md, rule 4). A selector of the plan, in RTL say, may do it in the model's
/// place.
///
/// In: outputs to choose from, and which was used. Out: one of them. What it asks the switch is a
/// `Core`, with
///   channels(), random()
///   preferred(input)      the port from which on a head searches
///   credits(output)       phits for the buffer behind an output
///   packet(input, now)    the packet at the front and where it waits, as a SelectionQuery
///   routes_itself(input)  which outputs it takes does not follow from its destination
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

  /// One of these outputs (not none) for the head of an input channel.
  template <class Core>
  NETLOOM_ALWAYS_INLINE int select(Core& core, int input, const Mask& outputs, Cycle now) {
    if (__builtin_expect(prefers_, 1)) {
      return outputs.first_from(core.channels().first(core.preferred(input)));
    }
    return select_otherwise(core, input, outputs, now);
  }
  /// Cyclic priority: the search goes on after the port of `output`, which a head took that had
  /// `candidates`.
  void used(const Channels& channels, const Mask& candidates, int output) {
    if (picking_ != Picking::kCyclic || candidates.single()) return;
    cyclic_port_ = static_cast<std::uint8_t>((channels.port(output) + 1) % channels.ports());
    if (selector_ != nullptr) selector_->used(channels.port(output));
  }

 private:
  template <class Core>
  NETLOOM_NEVER_INLINE int select_otherwise(Core& core, int input, const Mask& outputs, Cycle now) {
    switch (picking_) {
      case Picking::kPreferred:
      case Picking::kCyclic:
        break;
      case Picking::kMostCredits: {
        Mask rest = outputs;
        int best = rest.first();
        for (rest.remove_first(); rest.any(); rest.remove_first()) {
          const int other = rest.first();
          if (core.credits(other) > core.credits(best)) best = other;
        }
        return best;
      }
      case Picking::kRandom:
        return drawn(outputs,
                     [&] { return core.random().draw(now, DrawPlace::kSelection, input); });
    }
    const int port = search_from(core.preferred(input));
    const int own = outputs.first_from(core.channels().first(port));
    return selector_ == nullptr || core.routes_itself(input)
               ? own
               : select_by_selector(core.packet(input, now), outputs, port, own);
  }
  /// `own`: what the model selects, searching from `port`.
  int select_by_selector(SelectionQuery query, const Mask& outputs, int port, int own) {
    std::uint64_t words[Mask::kCandidateWords];
    for (int i = 0; i < Mask::kCandidateWords; ++i) words[i] = outputs.extract(64 * i, 64);
    query.qualifying = words;
    query.words = Mask::kCandidateWords;
    query.preferred_port = port;
    query.selected = own;
    return selector_->select(query);
  }

  Picking picking_ = Picking::kPreferred;
  bool prefers_ = true;
  std::uint8_t cyclic_port_ = 0;
  PreferredPort preferred_;
  PortSelector* selector_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
