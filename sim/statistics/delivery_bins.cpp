#include "sim/statistics/delivery_bins.h"

#include <algorithm>

#include "sim/statistics/merge_bins.h"

namespace netloom {
inline namespace sim {
void DeliveryBins::merge_pairs() {
  const auto add = [](DeliverySums& to, const DeliverySums& from) { to.add(from); };
  merge_bins(all_, 1, add);
  merge_bins(by_class_, classes_, add);
  merge_bins(generated_, 1, [](std::uint64_t& to, std::uint64_t from) { to += from; });
  length_ *= 2;
}

void DeliveryBins::lengthen(Cycle after) {
  while (after >= length_ * kMostBins) merge_pairs();
}

void DeliveryBins::extend(std::size_t bins) {
  all_.resize(bins);
  by_class_.resize(bins * classes_);
  generated_.resize(bins);
}

void DeliveryBins::add(const DeliveryBins& other) {
  while (length_ < other.length_) merge_pairs();
  DeliveryBins theirs = other;
  while (theirs.length_ < length_) theirs.merge_pairs();
  if (theirs.all_.size() > all_.size()) extend(theirs.all_.size());
  for (std::size_t i = 0; i < theirs.all_.size(); ++i) all_[i].add(theirs.all_[i]);
  for (std::size_t i = 0; i < theirs.by_class_.size(); ++i) by_class_[i].add(theirs.by_class_[i]);
  for (std::size_t i = 0; i < theirs.generated_.size(); ++i) generated_[i] += theirs.generated_[i];
}

void DeliveryBins::add(Ranks& others) {
  if (others.alone()) return;
  const Cycle longest = others.maximum(length_);
  while (length_ < longest) merge_pairs();
  extend(others.maximum(all_.size()));
  if (all_.empty()) return;
  const auto sum = [&others](std::vector<DeliverySums>& mine, const char* what) {
    // Rank by rank, each with as many.
    const std::vector<DeliverySums> all = gathered(others, what, mine);
    std::fill(mine.begin(), mine.end(), DeliverySums());
    for (std::size_t i = 0; i < all.size(); ++i) mine[i % mine.size()].add(all[i]);
  };
  sum(all_, "deliveries in bins");
  if (classes_ > 0) sum(by_class_, "deliveries of path classes in bins");
  others.sum(generated_);
}

std::vector<DeliverySums> DeliveryBins::until(Cycle cycle,
                                              std::optional<std::size_t> path_class) const {
  std::vector<DeliverySums> result(cycle <= begin_ ? 0 : (cycle - begin_) / length_);
  for (std::size_t bin = 0; bin < std::min(result.size(), all_.size()); ++bin) {
    result[bin] = path_class ? by_class_[bin * classes_ + *path_class] : all_[bin];
  }
  return result;
}

std::vector<std::uint64_t> DeliveryBins::generated_until(Cycle cycle) const {
  std::vector<std::uint64_t> result = generated_;
  result.resize(cycle <= begin_ ? 0 : (cycle - begin_) / length_);
  return result;
}

}  // namespace sim
}  // namespace netloom
