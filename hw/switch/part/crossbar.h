#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/config/config.h"
#include "hw/switch/base/features.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// The crossbar: which of its inputs and outputs are taken, and how long a flit takes to cross
/// (docs/timing.md, rule 5 and what follows the rules). Multiplexed, it has an input and an output
/// for each port, and all channels of the port are in the sets; a full one has an input for each
/// VC, and an output for each that has an output buffer.
///
/// In: grants, and the timers that they set. Out: what is taken.
template <class Channels>
class Crossbar {
 public:
  using Mask = typename Channels::Mask;

  void build(const SwitchConfig& config) {
    delay_ = static_cast<std::uint32_t>(config.crossbar_delay);
    two_phits_ = config.speedup == 2;
    full_ = config.crossbar == CrossbarKind::kFull;
  }

  /// X: cycles from the grant to the output stage.
  std::uint32_t delay() const { return delay_; }
  bool full() const { return Channels::has(kFullCrossbar) && full_; }

  /// Input channels whose crossbar input is taken, and output channels whose crossbar output is.
  const Mask& inputs_busy() const { return inputs_busy_; }
  const Mask& outputs_busy() const { return outputs_busy_; }

  // ---- What shares an input or an output. `buffered`: the channel has an output buffer.

  Mask input_group(const Channels& channels, int channel) const {
    if (Channels::kOneVc || full()) return Mask::bit(channel);
    return channels.of_port(channels.port(channel));
  }
  Mask output_group(const Channels& channels, int channel, bool buffered) const {
    if (Channels::kOneVc || (full() && buffered)) return Mask::bit(channel);
    return channels.of_port(channels.port(channel));
  }
  /// The first channel of the group, by which the output is named.
  int output_of(const Channels& channels, int channel, bool buffered) const {
    if (full() && buffered) return channel;
    return channels.first(channels.port(channel));
  }

  // ---- A flit crosses.

  /// The cycle in which the last phit of a flit leaves its input buffer that is granted in `now`,
  /// of which the first arrived in `arrival`. Without an output buffer the link takes one phit a
  /// cycle, whatever the crossbar could do.
  Cycle last_phit(Cycle now, std::uint32_t phits, Cycle arrival, bool to_buffer) const {
    if (to_buffer && two_phits_) {
      return std::max(now + (phits + 1) / 2 - 1, arrival + phits - 1);
    }
    return now + phits - 1;
  }
  /// What takes an input and an output until the last phit leaves the input buffer, in `last`, lets
  /// go of them in the cycle after it: as a timer of the calendar, which free() is given then.
  template <class Calendar>
  void take(const Mask& input, const Mask& output, Cycle last, Calendar& calendar) {
    inputs_busy_ |= input;
    outputs_busy_ |= output;
    auto& timers = calendar.timers(last + 1);
    timers.inputs_free |= input;
    timers.outputs_free |= output;
    calendar.activate(last + 1);
  }
  void free(const Mask& inputs, const Mask& outputs) {
    inputs_busy_ -= inputs;
    outputs_busy_ -= outputs;
  }

 private:
  Mask inputs_busy_;
  Mask outputs_busy_;
  std::uint32_t delay_ = 1;
  bool two_phits_ = false;  ///< S = 2: phits per cycle into an output buffer
  bool full_ = false;
};

}  // namespace hw
}  // namespace netloom
