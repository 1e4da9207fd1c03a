#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/nic/traffic_source.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "sim/statistics/deliveries.h"
#include "sim/statistics/latency_histogram.h"
#include "sim/statistics/time_series.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A count over so many cycles, at least one.
inline double per_cycle(std::uint64_t count, Cycle cycles) {
  return static_cast<double>(count) / static_cast<double>(cycles);
}

/// What is counted per packet in one run. Only integers are added up, so that no result depends on
/// the order in which hosts report, nor on the threads on which they do.
///
/// "In the interval" is begin <= cycle < end. A packet counts where its tail arrives in the
/// interval; offered load counts what is generated in it.
class Measurement {
 public:
  /// `end` may be kNever: everything from `begin` on.
  Measurement(NodeId nodes, Cycle begin, Cycle end, const SampleSettings& samples);
  Measurement(const Measurement&) = delete;  // threads count in its vectors
  Measurement& operator=(const Measurement&) = delete;

  /// From here on, packets are told apart by the paths of this function, which outlives it.
  void tell_paths_apart(const RoutingFunction& routing);

  /// The interval begins in a cycle that has not been run yet, and has an open end.
  void begin_at(Cycle begin);

  /// Before the first packet: hosts report on so many threads.
  void split(int threads);
  /// A host generates on a thread, its own.
  void generated(NodeId source, std::uint32_t phits, Cycle cycle) {
    if (interval_.has(cycle)) offered_[source] += phits;
  }
  /// What a thread counts.
  Deliveries& of_thread(int thread) { return *threads_[static_cast<std::size_t>(thread)]; }
  /// After the last packet: brings together what threads and ranks have counted. Until then, the
  /// rest says what the first thread has of this rank.
  void gather(Ranks& ranks);

  Cycle begin() const { return interval_.begin; }
  /// The first cycle after the interval; kNever: open.
  Cycle end() const { return interval_.end(); }
  /// Latencies of the packets delivered in the interval: from the start of the head on the
  /// injection link, or from the generation of the message, to the arrival of the tail.
  const LatencyHistogram& network_latency() const { return all().network_latency(); }
  const LatencyHistogram& generation_latency() const { return all().generation_latency(); }
  /// First and second half of the interval, and their lengths in cycles. With an open end,
  /// everything is in the first.
  const std::array<DeliverySums, 2>& halves() const { return all().halves(); }
  std::array<Cycle, 2> half_lengths() const {
    return {interval_.half(), interval_.length - interval_.half()};
  }
  std::uint64_t packets() const { return halves()[0].packets + halves()[1].packets; }
  std::uint64_t phits() const { return halves()[0].phits + halves()[1].phits; }
  /// Switches passed by the packets delivered in the interval.
  std::uint64_t hops() const { return all().hops(); }
  /// Packets delivered in the interval, by path class of the routing function, and those that took
  /// an emergency path around a failed link.
  const std::vector<std::uint64_t>& path_classes() const { return all().path_classes(); }
  std::uint64_t deviated() const { return all().deviated(); }

  /// Phits per node: generated there in the interval; of packets that it sent and that were
  /// delivered in the interval; delivered there in the interval.
  const std::vector<std::uint64_t>& offered() const { return offered_; }
  const std::vector<std::uint64_t>& accepted() const { return all().accepted(); }
  /// What accepted() says of a node, by path class: node · classes + class. Deviated packets are in
  /// none.
  const std::vector<std::uint64_t>& accepted_by_class() const { return all().accepted_by_class(); }
  const std::vector<std::uint64_t>& received() const { return received_; }

  /// The last delivery of the whole run.
  Cycle last_delivery() const { return all().last_delivery(); }

  /// Of the whole run.
  const TimeSeries& time_series() const { return all().time_series(); }

 private:
  const Deliveries& all() const { return *threads_.front(); }

  MeasuredInterval interval_;
  SampleSettings samples_;
  const RoutingFunction* routing_ = nullptr;
  std::vector<std::uint64_t> offered_, received_;
  std::vector<std::unique_ptr<Deliveries>> threads_;  ///< the first has all once they are gathered
  bool gathered_ = false;
};

/// Who wants to know of every packet that is delivered.
class DeliveryWatcher {
 public:
  virtual ~DeliveryWatcher() = default;
  /// Hosts report in any order, each in the order of time.
  virtual void delivered(const DeliveredPacket& packet) = 0;
};

/// Stands between the NICs and a workload and counts what passes, on each thread for itself.
class MeasuredSource final : public TrafficSource {
 public:
  /// Both outlive it.
  MeasuredSource(TrafficSource& source, Measurement& measurement)
      : source_(source), measurement_(measurement), deliveries_(&measurement.of_thread(0)) {}

  TrafficSource& for_thread(int thread, int threads) override;

  Cycle first(NodeId host) override { return source_.first(host); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    CountingInjector counting(host, injector, measurement_);
    return source_.generate(host, cycle, counting);
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    deliveries_->add(packet);
    if (watcher_ != nullptr) watcher_->delivered(packet);
    return source_.delivered(packet);
  }
  /// From here on `watcher`, which outlives this, is told of the packets too: of those of the first
  /// thread.
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
  Deliveries* deliveries_;
  DeliveryWatcher* watcher_ = nullptr;
  std::vector<std::unique_ptr<MeasuredSource>> others_;  ///< of threads but the first
};

}  // namespace sim
}  // namespace netloom
