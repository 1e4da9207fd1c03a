#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/kernel/ranks.h"
#include "hw/nic/traffic_source.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "sim/statistics/latency_histogram.h"
#include "sim/statistics/time_series.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// The cycles of which a run says something.
struct MeasuredInterval {
  Cycle begin = 0;
  Cycle length = kNever;  ///< of an open one, up to kNever

  bool has(Cycle cycle) const { return cycle - begin < length; }  // wraps before the interval
  Cycle end() const { return begin + length; }
  /// Cycles of its first half.
  Cycle half() const { return length / 2; }
};

/// The packets that hosts have got in a run, as one thread counts them.
class Deliveries {
 public:
  /// `received`: phits per node, of which a thread counts those of its own hosts; outlives this.
  Deliveries(const MeasuredInterval& interval, const SampleSettings& samples,
             std::vector<std::uint64_t>& received)
      : interval_(interval),
        half_(interval.half()),
        accepted_(received.size()),
        received_(received),
        time_series_(samples) {}

  /// As Measurement::tell_paths_apart().
  void tell_paths_apart(const RoutingFunction& routing) {
    routing_ = &routing;
    classes_.assign(routing.path_classes().size(), 0);
    accepted_by_class_.assign(accepted_.size() * classes_.size(), 0);
  }

  /// As Measurement::begin_at().
  void begin_at(Cycle begin) {
    interval_ = {begin, kNever - begin};
    half_ = interval_.half();
  }

  void add(const DeliveredPacket& packet) {
    if (packet.delivered > last_delivery_) last_delivery_ = packet.delivered;
    if (time_series_.on()) time_series_.add(packet);
    const Cycle time = packet.delivered - interval_.begin;  // wraps before the interval
    if (time >= interval_.length) return;
    const Cycle network = packet.delivered - packet.injected;
    const Cycle generation = packet.delivered - packet.generated;
    network_.add(network);
    generation_.add(generation);
    halves_[time >= half_ ? 1 : 0].add(packet);
    accepted_[packet.source] += packet.phits;
    received_[packet.destination] += packet.phits;
    hops_ += static_cast<std::uint64_t>(packet.hops);
    if (packet.deviated) {
      ++deviated_;
    } else if (!classes_.empty()) {
      const std::size_t path_class =
          routing_->path_class({packet.source, packet.destination, packet.state, packet.hops});
      ++classes_[path_class];
      accepted_by_class_[packet.source * classes_.size() + path_class] += packet.phits;
    }
  }
  /// Adds what another thread has counted, but what both count in the same place.
  void add(const Deliveries& other);
  /// Adds what the other ranks have counted: then all of them have the same.
  void add(Ranks& others);

  // As Measurement has them.
  const LatencyHistogram& network_latency() const { return network_; }
  const LatencyHistogram& generation_latency() const { return generation_; }
  const std::array<DeliverySums, 2>& halves() const { return halves_; }
  std::uint64_t hops() const { return hops_; }
  const std::vector<std::uint64_t>& path_classes() const { return classes_; }
  std::uint64_t deviated() const { return deviated_; }
  const std::vector<std::uint64_t>& accepted() const { return accepted_; }
  const std::vector<std::uint64_t>& accepted_by_class() const { return accepted_by_class_; }
  Cycle last_delivery() const { return last_delivery_; }
  const TimeSeries& time_series() const { return time_series_; }

 private:
  MeasuredInterval interval_;
  Cycle half_;
  LatencyHistogram network_, generation_;
  std::array<DeliverySums, 2> halves_;
  std::uint64_t hops_ = 0;
  const RoutingFunction* routing_ = nullptr;
  std::vector<std::uint64_t> classes_;
  std::uint64_t deviated_ = 0;
  std::vector<std::uint64_t> accepted_;
  std::vector<std::uint64_t>& received_;
  std::vector<std::uint64_t> accepted_by_class_;
  TimeSeries time_series_;
  Cycle last_delivery_ = 0;
};

}  // namespace sim
}  // namespace netloom
