#pragma once

#include <vector>

#include "hw/structural/base/switch_parameters.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// Which outputs the flits at the front may take in a cycle, and which each picks (docs/timing.md,
/// rule 4). It stands as the cycle's grants have left it so far.
class OutputChoice {
 public:
  explicit OutputChoice(const SwitchParameters& of);

  /// A cycle begins. How each input and each output stands is to be said then. Not `stalling`: as
  /// if no output stalled in it (SimulationConfig::stall_probability).
  void begin(Cycle now, bool stalling = true);
  /// `crossing`: of the cycle before.
  void set_input(int input, const Request& request, const Crossing& crossing);
  void set_output(int output, const OutputState& state) {
    at(outputs_, output) = state;
    at(waiting_, output) = state.waiting;
  }
  /// All heads look at once, and the misrouting trigger compares what waits behind the outputs now.
  /// What is granted meanwhile counts when they look again, what is reserved at once.
  void look();

  const Request& request(int input) const { return at(requests_, input); }
  const OutputState& output(int channel) const { return at(outputs_, channel); }
  bool input_busy(int input) const { return at(input_busy_, switch_->crossbar_input(input)) != 0; }
  bool output_busy(int output) const {
    return at(output_busy_, switch_->crossbar_output(output)) != 0;
  }
  /// Outputs that the flit at the front of an input channel may take, that are free and have room
  /// for it.
  ChannelList available(int input) const;
  /// The same, whether the crossbar outputs are free or not.
  ChannelList with_room(int input) const;
  /// The one of these that its selection function picks.
  int select(int input, const ChannelList& outputs) const;

  /// Port from which the search of its selection function begins.
  int search_from(int input) const;
  bool is_minimal(int input, int output) const;
  /// What keeps the flit at the front of an input channel from one of its candidates; `usable`: of
  /// available().
  Obstacle obstacle(int input, int output, const ChannelList& usable) const;

  /// The head has been routed, and failed links have left it no output.
  bool without_a_way(int input) const {
    return request(input).ready && request(input).candidates.empty();
  }

  /// The flit goes.
  void granted(int input, int output);
  /// It is dropped: it leaves its buffer for no output.
  void dropped(int input);
  /// The head picks the output, and reserves room there.
  void committed(int input, int output);

  /// Picking::kCyclic: the port from which the search for an output begins.
  int cyclic_port() const { return cyclic_port_; }

 private:
  template <class T>
  static const T& at(const std::vector<T>& items, int index) {
    return items[static_cast<std::size_t>(index)];
  }
  template <class T>
  static T& at(std::vector<T>& items, int index) {
    return items[static_cast<std::size_t>(index)];
  }
  int select_by_rtl(int input, const ChannelList& outputs) const;
  using ObstacleOf = Obstacle (OutputChoice::*)(const Request& request, int output) const;
  /// The candidates from which this does not keep the head, and the misrouting trigger neither.
  ChannelList without(ObstacleOf kept_by, int input) const;
  /// kOwned, kNoRoom or kBubble: what an output lacks for a head, whether it is free or not.
  Obstacle lacks(const Request& request, int output) const;
  /// What keeps a head from an output, but for the misrouting trigger.
  Obstacle obstacle_of(const Request& request, int output) const;
  ChannelList permitted(const Request& request, const ChannelList& outputs) const;
  void picked(const Request& request, int output);
  void take_room(int output, int phits);

  const SwitchParameters* switch_;
  Cycle now_ = 0;
  bool stalling_ = true;
  int cyclic_port_ = 0;
  std::vector<Request> requests_;
  std::vector<OutputState> outputs_;
  std::vector<int> waiting_;               ///< phits behind each output when all looked
  std::vector<std::uint8_t> input_busy_;   ///< per channel that names the crossbar input
  std::vector<std::uint8_t> output_busy_;  ///< per channel that names the crossbar output
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
