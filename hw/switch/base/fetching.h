#pragma once

#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What of a switch is brought into the cache before it runs a quantum, while those before it run.
enum class Fetching : std::uint8_t {
  kNothing,     ///< the network fits into the cache
  kComing,      ///< what the events of the quantum need: of a short quantum there are few
  kEverything,  ///< the state of all ports and VCs: in a long quantum most of it is needed. And
                ///< what a switch sends to others is written at its end, when that memory is there
};

/// How many steps that takes; see SwitchModel::prefetch().
constexpr int steps_of(Fetching fetching) {
  switch (fetching) {
    case Fetching::kComing:
      return 4;
    case Fetching::kEverything:
      return 3;
    case Fetching::kNothing:
      break;
  }
  return 0;
}

}  // namespace hw
}  // namespace netloom
