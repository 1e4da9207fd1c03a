#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "hw/kernel/ranks.h"
#include "hw/nic/traffic_source.h"
#include "routing/base/types.h"
#include "routing/decision/routing_function.h"
#include "sim/statistics/delivery_bins.h"
#include "sim/statistics/latency_batches.h"
#include "sim/statistics/source_bins.h"

namespace netloom {
inline namespace sim {

/// What it takes to judge the results of a run, over time: as with Measurement, each thread keeps
/// its own, and all are integers.
class MeasuredSeries {
 public:
  /// From cycle 0 on; `by_source`: also of each source.
  explicit MeasuredSeries(NodeId nodes, bool by_source = false);
  MeasuredSeries(const MeasuredSeries&) = delete;  // sources know it
  MeasuredSeries& operator=(const MeasuredSeries&) = delete;

  /// Before the first packet: packets are told apart by the paths of this function, which outlives
  /// it.
  void tell_paths_apart(const RoutingFunction& routing);
  /// Before the first packet: hosts report on so many threads.
  void split(int threads);
  /// Forgets what comes before a cycle that has not been run yet; only from there on it has batches
  /// of latencies.
  void begin_at(Cycle begin);

  /// On the thread of a host: a packet that it got, a message that it generated.
  void add(int thread, const DeliveredPacket& packet);
  void add_generated(int thread, NodeId source, std::uint32_t phits, Cycle cycle);

  /// While it runs: of all threads and ranks.
  DeliveryBins bins(Ranks& ranks) const;
  /// While it runs, of one rank; none unless it is kept.
  std::optional<SourceBins> sources() const;

  /// After the last packet: brings together what threads and ranks have.
  void gather(Ranks& ranks);
  /// After gather().
  const DeliveryBins& bins() const { return threads_.front()->bins; }
  const LatencyBatches& batches() const { return threads_.front()->batches; }

 private:
  struct Kept {
    Kept(Cycle begin, std::size_t classes) : bins(begin, classes) {}

    DeliveryBins bins;
    LatencyBatches batches;
    std::optional<SourceBins> sources;
  };

  std::unique_ptr<Kept> nothing() const;
  /// All threads anew.
  void clear();
  Kept& of_thread(int thread) { return *threads_[static_cast<std::size_t>(thread)]; }

  NodeId nodes_;
  bool by_source_;
  const RoutingFunction* routing_ = nullptr;
  std::size_t classes_ = 0;
  std::optional<Cycle> begin_;  ///< as begin_at() says
  std::vector<std::unique_ptr<Kept>> threads_;
};

/// Stands between a workload and who takes from it, of a run that is judged, and keeps its series.
class JudgedSource final : public TrafficSource {
 public:
  /// Both outlive it.
  JudgedSource(TrafficSource& source, MeasuredSeries& series) : source_(source), series_(series) {}

  TrafficSource& for_thread(int thread, int threads) override;

  Cycle first(NodeId host) override { return source_.first(host); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override;
  Cycle delivered(const DeliveredPacket& packet) override {
    series_.add(thread_, packet);
    return source_.delivered(packet);
  }
  bool reacts() const override { return source_.reacts(); }
  bool sends_control() const override { return source_.sends_control(); }

 private:
  TrafficSource& source_;
  MeasuredSeries& series_;
  int thread_ = 0;
  std::vector<std::unique_ptr<JudgedSource>> others_;  ///< of threads but the first
};

}  // namespace sim
}  // namespace netloom
