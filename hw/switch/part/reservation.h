#pragma once

#include "hw/switch/base/features.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// Heads that select their output as soon as there is room for them behind some output, and wait
/// for it from then on, with `select_at: routing` (docs/timing.md, rule 4).
///
/// In: heads that look for an output, and grants. Out: which heads have their room, and what they
/// reserve, to a `Core`, with
///   with_room(input)             the outputs that a head may take, free or not
///   select(input, outputs, now)  the one of them that it chooses
///   reserve(input, output)       it has chosen this output, and has room there
template <class Channels>
class Reservations {
 public:
  using Mask = typename Channels::Mask;

  void build(bool there) { there_ = there; }

  bool there() const { return Channels::has(kCommits) && there_; }
  /// Whether the head has its room.
  bool has(int input) const { return Channels::has(kCommits) && held_.test(input); }
  const Mask& all() const { return held_; }

  /// Before an allocation: of the heads that look, in the order of their channels, those select
  /// that can.
  template <class Core>
  void reserve(Core& core, const Mask& looking, Cycle now) {
    for (Mask rest = looking - held_; rest.any(); rest.remove_first()) {
      const int input = rest.first();
      const Mask outputs = core.with_room(input);
      if (outputs.none()) continue;
      core.reserve(input, core.select(input, outputs, now));
      held_.set(input);
    }
  }
  /// The head is granted its output. Whether it had room there.
  bool granted(int input) {
    if (!has(input)) return false;
    held_.reset(input);
    return true;
  }

 private:
  Mask held_;  ///< input channels whose head has its room
  bool there_ = false;
};

}  // namespace hw
}  // namespace netloom
