#include "sim/statistics/latency_batches.h"

#include <algorithm>
#include <utility>

namespace netloom {
inline namespace sim {

void LatencyBatches::merge_pairs() {
  for (std::size_t batch = 0; batch < batches_.size(); ++batch) {
    Batch& to = batches_[batch / 2];
    if (batch == 0) continue;
    if (batch % 2 == 0) {
      to = std::move(batches_[batch]);
    } else {
      to.network.add(batches_[batch].network);
      to.generation.add(batches_[batch].generation);
    }
  }
  batches_.resize((batches_.size() + 1) / 2);
  length_ *= 2;
}

void LatencyBatches::lengthen(Cycle after) {
  while (after >= length_ * kMost) merge_pairs();
}

void LatencyBatches::add(const LatencyBatches& other) {
  while (length_ < other.length_) merge_pairs();
  for (std::size_t i = 0; i < other.batches_.size(); ++i) {
    const std::size_t to = i * other.length_ / length_;
    if (to >= batches_.size()) batches_.resize(to + 1);
    batches_[to].network.add(other.batches_[i].network);
    batches_[to].generation.add(other.batches_[i].generation);
  }
}

void LatencyBatches::add(Ranks& others) {
  if (others.alone()) return;
  const Cycle longest = others.maximum(length_);
  while (length_ < longest) merge_pairs();
  batches_.resize(others.maximum(batches_.size()));
  for (Batch& each : batches_) {
    each.network.add(others);
    each.generation.add(others);
  }
}

}  // namespace sim
}  // namespace netloom
