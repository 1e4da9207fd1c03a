#include "sim/statistics/latency_batches.h"

#include "sim/statistics/merge_bins.h"

namespace netloom {
inline namespace sim {

void LatencyBatches::merge_pairs() {
  merge_bins(batches_, 1, [](Batch& to, const Batch& from) { to.add(from); });
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
    batches_[to].add(other.batches_[i]);
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
