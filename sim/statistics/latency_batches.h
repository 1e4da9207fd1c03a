#pragma once

#include <cstddef>
#include <vector>

#include "hw/kernel/ranks.h"
#include "routing/base/types.h"
#include "sim/statistics/latency_histogram.h"

namespace netloom {
inline namespace sim {

/// Latencies of the packets that come in the measured interval, in batches of equal length that
/// follow each other, of which there are no more than kMost: when the run comes to be longer, two
/// become one.
class LatencyBatches {
 public:
  static constexpr std::size_t kMost = 128;
  static constexpr Cycle kShortest = 64;  ///< cycles of a batch

  struct Batch {
    LatencyHistogram network, generation;

    void add(const Batch& other) {
      network.add(other.network);
      generation.add(other.generation);
    }
  };

  /// A packet that comes so many cycles after the begin of the interval.
  void add(Cycle after, Cycle network, Cycle generation) {
    if (after >= length_ * kMost) lengthen(after);
    const std::size_t batch = after / length_;
    if (batch >= batches_.size()) batches_.resize(batch + 1);
    batches_[batch].network.add(network);
    batches_[batch].generation.add(generation);
  }
  /// Adds the packets of another one.
  void add(const LatencyBatches& other);
  /// Adds those of the other ranks: then all of them have the same.
  void add(Ranks& others);

  Cycle length() const { return length_; }  ///< of a batch
  /// Up to the last one that has a packet; the last may not be over.
  const std::vector<Batch>& batches() const { return batches_; }

 private:
  void lengthen(Cycle after);
  void merge_pairs();

  Cycle length_ = kShortest;
  std::vector<Batch> batches_;
};

}  // namespace sim
}  // namespace netloom
