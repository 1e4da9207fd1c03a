#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/config/config.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

// The largest values of a NetworkConfig; of delays, kLongestLatency.
inline constexpr int kMostBufferPhits = 1 << 24;  ///< of each VC
inline constexpr int kLongestPacket = 65535;      ///< phits
inline constexpr int kHighestSpeedup = 2;
inline constexpr int kMostAllocatorIterations = 64;
inline constexpr int kMostReorderedPackets = 65535;  ///< that a reorder buffer holds
inline constexpr int kMostHopFactor = 1000;
inline constexpr int kLongestFaultDelay = 1000000000;  ///< cycles; see FaultHandling::delay
inline constexpr double kMostStallProbability = 0.99;

/// What is wrong with a NetworkConfig.
struct ConfigProblem {
  std::string key;      ///< the configuration file's key: "switch.input_buffer.host"
  std::string message;  ///< what is wrong and what is allowed
};

/// The first problem of the configuration, if it has any: validate() with the key by itself.
std::optional<ConfigProblem> find_problem(const NetworkConfig& config,
                                          const std::vector<std::string>& kinds);

/// The same for a routing function with bubble flow control: whether packets that enter a ring can
/// ever find room for two, in the output buffers of its links or, where there are none, in the
/// input buffers behind them.
std::optional<ConfigProblem> find_bubble_problem(const NetworkConfig& config,
                                                 const std::vector<std::string>& kinds);

}  // namespace hw
}  // namespace netloom
