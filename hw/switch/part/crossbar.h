#pragma once

#include <algorithm>
#include <cstdint>

#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// The crossbar: which of its inputs and outputs are taken, and how long a flit takes to cross
/// (docs/timing.md, rule 5). Multiplexed, it has an input and an output for each port, and all
/// channels of the port are in the sets; else those of one VC.
template <class Mask>
class Crossbar {
 public:
  Mask inputs_busy;   ///< input channels whose crossbar input is taken
  Mask outputs_busy;  ///< output channels whose crossbar output is

  /// What takes an input and an output in `now` until the last phit leaves the input buffer, in
  /// `last`, lets go of them in the cycle after it: as a timer of the calendar.
  template <class Calendar>
  void take(const Mask& input, const Mask& output, Cycle last, Calendar& calendar) {
    inputs_busy |= input;
    outputs_busy |= output;
    auto& timers = calendar.timers(last + 1);
    timers.inputs_free |= input;
    timers.outputs_free |= output;
    calendar.activate(last + 1);
  }
  void free(const Mask& inputs, const Mask& outputs) {
    inputs_busy -= inputs;
    outputs_busy -= outputs;
  }

  /// The cycle in which the last phit of a flit leaves its input buffer that is granted in `now`,
  /// of which the first arrived in `arrival`. Without an output buffer the link takes one phit a
  /// cycle, whatever the crossbar could do.
  static Cycle last_phit(Cycle now, std::uint32_t phits, Cycle arrival, bool to_buffer,
                         int speedup) {
    if (to_buffer && speedup == 2) {
      return std::max(now + (phits + 1) / 2 - 1, arrival + phits - 1);
    }
    return now + phits - 1;
  }
};

}  // namespace hw
}  // namespace netloom
