#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/kernel/ranks.h"
#include "hw/nic/traffic_source.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// What a time series has.
struct SampleSettings {
  /// The cycle that says to which sample a packet belongs.
  enum class By {
    kArrival,     ///< of its tail
    kInjection,   ///< in which its head started on the injection link
    kGeneration,  ///< of its message
  };

  Cycle interval = 0;  ///< cycles of a sample; 0 = no time series
  By by = By::kArrival;
  bool quartiles = false;  ///< also those of the latencies; takes 8 bytes per packet
};

/// What was delivered in a part of a run.
struct DeliverySums {
  std::uint64_t packets = 0;
  std::uint64_t phits = 0;
  std::uint64_t network_latency = 0;     ///< cycles
  std::uint64_t generation_latency = 0;  ///< cycles

  void add(const DeliveredPacket& packet) {
    ++packets;
    phits += packet.phits;
    network_latency += packet.delivered - packet.injected;
    generation_latency += packet.delivered - packet.generated;
  }
  void add(const DeliverySums& other) {
    packets += other.packets;
    phits += other.phits;
    network_latency += other.network_latency;
    generation_latency += other.generation_latency;
  }
};

/// First quartile, median and third quartile: nearest ranks, as LatencyHistogram::percentile().
using Quartiles = std::array<Cycle, 3>;

/// Delivered packets over time, from cycle 0. Packets that never arrive belong to no sample.
class TimeSeries {
 public:
  explicit TimeSeries(const SampleSettings& settings) : settings_(settings) {}

  const SampleSettings& settings() const { return settings_; }
  bool on() const { return settings_.interval != 0; }
  void add(const DeliveredPacket& packet);
  /// Adds the packets of another one with the same settings.
  void add(const TimeSeries& other);
  /// Adds those of the other ranks: then all of them have the same.
  void add(Ranks& others);

  /// Up to the last sample that has a packet.
  const std::vector<DeliverySums>& samples() const { return samples_; }
  /// Of the latencies of a sample in the network and from generation, if it has packets and
  /// quartiles were asked for.
  Quartiles network_quartiles(std::size_t sample) const { return quartiles(network_[sample]); }
  Quartiles generation_quartiles(std::size_t sample) const {
    return quartiles(generation_[sample]);
  }

 private:
  using Latencies = std::vector<std::uint32_t>;

  /// So that there are so many samples.
  void extend(std::size_t samples);
  static Quartiles quartiles(Latencies latencies);

  SampleSettings settings_;
  std::vector<DeliverySums> samples_;
  std::vector<Latencies> network_, generation_;  ///< per sample, if quartiles are asked for
};

}  // namespace sim
}  // namespace netloom
