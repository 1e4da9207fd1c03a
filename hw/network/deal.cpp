#include "hw/network/deal.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace netloom {
inline namespace hw {
namespace {

/// Regions that one thread runs, and their ports together.
struct Hand {
  int first;
  std::int64_t ports;
};

/// By their first regions.
std::vector<Hand> hands_of(const RegionWeights& regions) {
  std::vector<Hand> hands;
  std::vector<std::size_t> hand_of(regions.ports.size());
  for (std::size_t region = 0; region < regions.ports.size(); ++region) {
    const auto first = static_cast<std::size_t>(regions.together[region]);
    if (first == region) {
      hand_of[region] = hands.size();
      hands.push_back({static_cast<int>(region), 0});
    } else {
      hand_of[region] = hand_of[first];
    }
    hands[hand_of[region]].ports += regions.ports[region];
  }
  return hands;
}

}  // namespace

int most_threads(const RegionWeights& regions) {
  return static_cast<int>(hands_of(regions).size());
}

std::vector<int> deal(const RegionWeights& regions, int threads) {
  std::vector<Hand> hands = hands_of(regions);
  std::stable_sort(hands.begin(), hands.end(),
                   [](const Hand& a, const Hand& b) { return a.ports > b.ports; });
  std::vector<std::int64_t> ports(static_cast<std::size_t>(threads));
  std::vector<int> thread_of(regions.ports.size());
  for (const Hand& hand : hands) {
    const auto least = std::min_element(ports.begin(), ports.end());
    *least += hand.ports;
    thread_of[static_cast<std::size_t>(hand.first)] = static_cast<int>(least - ports.begin());
  }
  std::vector<int> number(static_cast<std::size_t>(threads), -1);
  int used = 0;
  for (std::size_t region = 0; region < thread_of.size(); ++region) {
    const auto first = static_cast<std::size_t>(regions.together[region]);
    if (first != region) {
      thread_of[region] = thread_of[first];
      continue;
    }
    int& thread = number[static_cast<std::size_t>(thread_of[region])];
    if (thread < 0) thread = used++;
    thread_of[region] = thread;
  }
  return thread_of;
}

double imbalance(const RegionWeights& regions, const std::vector<int>& thread_of, int threads) {
  std::vector<std::int64_t> ports(static_cast<std::size_t>(threads));
  for (std::size_t region = 0; region < thread_of.size(); ++region) {
    ports[static_cast<std::size_t>(thread_of[region])] += regions.ports[region];
  }
  const std::int64_t sum = std::accumulate(ports.begin(), ports.end(), std::int64_t{0});
  return static_cast<double>(*std::max_element(ports.begin(), ports.end())) * threads /
         static_cast<double>(sum);
}

}  // namespace hw
}  // namespace netloom
