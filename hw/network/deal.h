#pragma once

#include <cstdint>
#include <vector>

namespace netloom {
inline namespace hw {

/// Regions, each with a weight, that threads run.
struct RegionWeights {
  std::vector<std::int64_t> ports;  ///< of each region
  /// Per region the lowest of those that it has memory in common with: one thread runs them.
  std::vector<int> together;
};

/// How many threads can run them.
int most_threads(const RegionWeights& regions);

/// Deals regions to `threads` threads, at most most_threads(), so that each has about as many
/// ports: the heaviest first, each to the thread with the least. Per region its thread; threads are
/// numbered by their first regions, and each has one.
std::vector<int> deal(const RegionWeights& regions, int threads);

/// Ports of the thread that has most, over their mean.
double imbalance(const RegionWeights& regions, const std::vector<int>& thread_of, int threads);

}  // namespace hw
}  // namespace netloom
