#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/nic/traffic_source.h"
#include "routing/base/types.h"
#include "routing/decision/routing_function.h"
#include "sim/statistics/latency_histogram.h"
#include "sim/statistics/time_series.h"

namespace netloom {
inline namespace sim {

/// A count over so many cycles, at least one.
inline double per_cycle(std::uint64_t count, Cycle cycles) {
  return static_cast<double>(count) / static_cast<double>(cycles);
}

/// What is counted per packet in one run. Only integers are added up, so that no result depends on
/// the order in which hosts report.
///
/// "In the interval" is begin <= cycle < end. A packet counts where its tail arrives in the
/// interval; offered load counts what is generated in it.
class Measurement {
 public:
  /// `end` may be kNever: everything from `begin` on.
  Measurement(NodeId nodes, Cycle begin, Cycle end, const SampleSettings& samples);

  /// From here on, packets are told apart by the paths of this function, which outlives it.
  void tell_paths_apart(const RoutingFunction& routing) {
    routing_ = &routing;
    classes_.assign(routing.path_classes().size(), 0);
    accepted_by_class_.assign(accepted_.size() * classes_.size(), 0);
  }

  void generated(NodeId source, std::uint32_t phits, Cycle cycle) {
    if (cycle - begin_ < length_) offered_[source] += phits;  // wraps before the interval
  }

  void delivered(const DeliveredPacket& packet) {
    if (packet.delivered > last_delivery_) last_delivery_ = packet.delivered;
    if (time_series_.on()) time_series_.add(packet);
    const Cycle time = packet.delivered - begin_;  // wraps before the interval
    if (time >= length_) return;
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

  Cycle begin() const { return begin_; }
  /// The first cycle after the interval; kNever: open.
  Cycle end() const { return length_ == kNever ? kNever : begin_ + length_; }
  /// Latencies of the packets delivered in the interval: from the start of the head on the
  /// injection link, or from the generation of the message, to the arrival of the tail.
  const LatencyHistogram& network_latency() const { return network_; }
  const LatencyHistogram& generation_latency() const { return generation_; }
  /// First and second half of the interval, and their lengths in cycles. With an open end,
  /// everything is in the first.
  const std::array<DeliverySums, 2>& halves() const { return halves_; }
  std::array<Cycle, 2> half_lengths() const { return {half_, length_ - half_}; }
  std::uint64_t packets() const { return halves_[0].packets + halves_[1].packets; }
  std::uint64_t phits() const { return halves_[0].phits + halves_[1].phits; }
  /// Switches passed by the packets delivered in the interval.
  std::uint64_t hops() const { return hops_; }
  /// Packets delivered in the interval, by path class of the routing function, and those that took
  /// an emergency path around a failed link.
  const std::vector<std::uint64_t>& path_classes() const { return classes_; }
  std::uint64_t deviated() const { return deviated_; }

  /// Phits per node: generated there in the interval; of packets that it sent and that were
  /// delivered in the interval; delivered there in the interval.
  const std::vector<std::uint64_t>& offered() const { return offered_; }
  const std::vector<std::uint64_t>& accepted() const { return accepted_; }
  /// What accepted() says of a node, by path class: node · classes + class. Deviated packets are in
  /// none.
  const std::vector<std::uint64_t>& accepted_by_class() const { return accepted_by_class_; }
  const std::vector<std::uint64_t>& received() const { return received_; }

  /// The last delivery of the whole run.
  Cycle last_delivery() const { return last_delivery_; }

  /// Of the whole run.
  const TimeSeries& time_series() const { return time_series_; }

 private:
  Cycle begin_;
  Cycle length_;  ///< of the interval
  Cycle half_;
  LatencyHistogram network_, generation_;
  std::array<DeliverySums, 2> halves_;
  std::uint64_t hops_ = 0;
  const RoutingFunction* routing_ = nullptr;
  std::vector<std::uint64_t> classes_;
  std::uint64_t deviated_ = 0;
  std::vector<std::uint64_t> offered_, accepted_, received_;
  std::vector<std::uint64_t> accepted_by_class_;
  TimeSeries time_series_;
  Cycle last_delivery_ = 0;
};

/// Who wants to know of every packet that is delivered.
class DeliveryWatcher {
 public:
  virtual ~DeliveryWatcher() = default;
  /// Hosts report in any order, each in the order of time.
  virtual void delivered(const DeliveredPacket& packet) = 0;
};

/// Stands between the NICs and a workload and counts what passes.
class MeasuredSource final : public TrafficSource {
 public:
  /// Both outlive it.
  MeasuredSource(TrafficSource& source, Measurement& measurement)
      : source_(source), measurement_(measurement) {}

  Cycle first(NodeId host) override { return source_.first(host); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    CountingInjector counting(host, injector, measurement_);
    return source_.generate(host, cycle, counting);
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    measurement_.delivered(packet);
    if (watcher_ != nullptr) watcher_->delivered(packet);
    return source_.delivered(packet);
  }
  /// From here on `watcher`, which outlives this, is told of the packets too.
  void report_to(DeliveryWatcher& watcher) { watcher_ = &watcher; }
  bool reacts() const override { return source_.reacts(); }
  bool sends_control() const override { return source_.sends_control(); }

 private:
  class CountingInjector final : public Injector {
   public:
    CountingInjector(NodeId host, Injector& injector, Measurement& measurement)
        : host_(host), injector_(injector), measurement_(measurement) {}
    void send(const Message& message, Cycle cycle) override {
      measurement_.generated(host_, message.phits, cycle);
      injector_.send(message, cycle);
    }

   private:
    NodeId host_;
    Injector& injector_;
    Measurement& measurement_;
  };

  TrafficSource& source_;
  Measurement& measurement_;
  DeliveryWatcher* watcher_ = nullptr;
};

}  // namespace sim
}  // namespace netloom
