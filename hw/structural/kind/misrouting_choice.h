#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "hw/structural/base/channel_list.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
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

/// The outputs of in-transit adaptive routing. `waiting(output)`: WaitingPhits behind an output
/// channel, of which a port has `vcs`.
/// Source: [RLM-OLM 2013], section IV.
template <class Waiting>
class MisroutingChoice {
 public:
  MisroutingChoice(const MisroutingTrigger& trigger, int vcs, Waiting waiting)
      : trigger_(trigger), vcs_(vcs), waiting_(std::move(waiting)) {}

  /// Of the outputs that a head could take, those that it may take: the `minimal` ones of its
  /// candidates, and if it could take none of these, others behind which less waits than behind the
  /// best of them, by the trigger's threshold and restriction.
  ChannelList permitted(const ChannelList& minimal, const ChannelList& outputs) const {
    ChannelList result;
    std::set_intersection(outputs.begin(), outputs.end(), minimal.begin(), minimal.end(),
                          std::back_inserter(result));
    if (!result.empty() || !trigger_.enabled || outputs.empty()) return result;
    const int best = *std::min_element(minimal.begin(), minimal.end(), [this](int a, int b) {
      return waiting_(a).below(100, waiting_(b));
    });
    if (!may_be_left(best)) return result;
    for (const int output : outputs) {
      if (waiting_(output).below(trigger_.threshold, waiting_(best))) result.push_back(output);
    }
    return result;
  }

 private:
  /// Whether a minimal output leads over none of the restricted links, or over one that is
  /// congested against their mean.
  bool may_be_left(int output) const {
    const std::vector<int>& links = trigger_.links;
    const bool restricted = std::find(links.begin(), links.end(), output / vcs_) != links.end();
    if (!restricted || trigger_.factor == 0) return true;
    std::int64_t all = 0;
    for (const int port : links) all += waiting_(port * vcs_ + output % vcs_).phits;
    const auto count = static_cast<std::int64_t>(links.size());
    return 100 * count * waiting_(output).phits >
           trigger_.factor * all + 100 * count * trigger_.offset;
  }

  const MisroutingTrigger& trigger_;
  int vcs_;
  Waiting waiting_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
