#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/network/network.h"
#include "sim/base/json.h"

namespace netloom {
inline namespace sim {

/// Counter registers of all switches, read again and again in the measured interval.
class CounterReadings {
 public:
  /// Of the registers called `names`, which every switch of the network has
  /// (sim/config/readable_counters.h). The network outlives it.
  CounterReadings(Network& network, std::uint32_t switches, const std::vector<std::string>& names);

  bool any() const { return !counters_.empty(); }
  /// Reads all of them as they are at the end of the last cycle.
  void read();
  /// After the last reading: brings together what ranks have read.
  void gather();

  /// By the register's name and the instance's (an offset, k of R_k, or 0 where a switch has one),
  /// minimum, mean and maximum over the switches of the mean over the readings. Extended and remote
  /// counters are in packets, as G and R_k. `details`: also `switches`, the mean over the readings
  /// for each switch, and `series`, the mean over the switches for each reading.
  Json json(bool details) const;

 private:
  struct Counter {
    std::string name;
    std::vector<std::string> instances;  ///< their names
    double unit = 1;                     ///< packets that a count of 1 stands for
    std::vector<std::uint64_t> sums;     ///< over the readings: switch · instances + instance
    std::vector<std::uint64_t> over_switches;  ///< reading · instances + instance
  };

  Network& network_;
  std::uint32_t switches_;
  std::vector<SwitchId> own_;  ///< those of this rank
  std::vector<Counter> counters_;
  std::uint64_t readings_ = 0;
};

}  // namespace sim
}  // namespace netloom
