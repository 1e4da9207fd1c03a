#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "hw/structural/base/channel_list.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// Phits that wait in the buffers behind an output, and that these hold.
struct WaitingPhits {
  std::int64_t phits = 0;
  std::int64_t capacity = 0;

  /// Whether the share that is filled is less than `percent` of the other's.
  bool below(int percent, const WaitingPhits& other) const {
    return phits * other.capacity * 100 < other.phits * capacity * percent;
  }
};

/// Of the outputs that a head could take, those that in-transit adaptive routing lets it take: the
/// `minimal` ones of its candidates, and if it could take none of these, others behind which less
/// waits than behind the best of them, by the trigger's threshold. `waiting(output)`: WaitingPhits.
/// Source: [RLM-OLM 2013], section IV.
template <class Waiting>
ChannelList permitted_outputs(const MisroutingTrigger& trigger, const ChannelList& minimal,
                              const ChannelList& outputs, Waiting waiting) {
  ChannelList result;
  std::set_intersection(outputs.begin(), outputs.end(), minimal.begin(), minimal.end(),
                        std::back_inserter(result));
  if (!result.empty() || !trigger.enabled || outputs.empty()) return result;
  WaitingPhits least = waiting(minimal.front());
  for (const int output : minimal) {
    if (const WaitingPhits other = waiting(output); other.below(100, least)) least = other;
  }
  for (const int output : outputs) {
    if (waiting(output).below(trigger.threshold, least)) result.push_back(output);
  }
  return result;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
