#pragma once

#include <map>
#include <vector>

#include "hw/structural/kind/allocator.h"
#include "hw/structural/part/arbiter.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// The allocators of `switch.allocator`: an arbiter at each input port and one at each output of
/// the crossbar (docs/timing.md, "Who goes first").
class SeparableAllocator : public Allocator {
 public:
  SeparableAllocator(sc_core::sc_module_name name, SwitchParameters& of);

  int input_pointer(int port) const override;
  int output_pointer(int port) const override;

 private:
  using Lists = std::map<int, ChannelList>;

  void reset() override;
  void match() override;
  void match_input_first();
  void match_output_first(bool first);
  /// Whom the arbiter grants of these.
  int pick(const Arbiter& arbiter, ChannelList channels) const;
  /// Whom the arbiter of a crossbar output grants of these.
  int pick_output(int output, ChannelList channels);
  void prefer_control(ChannelList& channels) const;
  /// Packets that came over a link between switches win, if there are any.
  void prefer_transit(ChannelList& channels) const;
  void matched(int input, int output);

  Arbiter& input_arbiter(int port) { return inputs_[static_cast<std::size_t>(port)]; }
  Arbiter& output_arbiter(int output) { return outputs_[static_cast<std::size_t>(output)]; }

  std::vector<Arbiter> inputs_;   ///< per port
  std::vector<Arbiter> outputs_;  ///< per channel that names a crossbar output
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
