#include "sim/statistics/source_bins.h"

#include <algorithm>

#include "sim/statistics/merge_bins.h"

namespace netloom {
inline namespace sim {

void SourceBins::merge_pairs() {
  merge_bins(phits_, sources_, [](Phits& to, const Phits& from) { to.add(from); });
  length_ *= 2;
}

void SourceBins::add(const SourceBins& other) {
  while (length_ < other.length_) merge_pairs();
  SourceBins theirs = other;
  while (theirs.length_ < length_) theirs.merge_pairs();
  phits_.resize(std::max(phits_.size(), theirs.phits_.size()));
  for (std::size_t i = 0; i < theirs.phits_.size(); ++i) phits_[i].add(theirs.phits_[i]);
}

RatioSeries SourceBins::accepted_of_offered(std::size_t source, Cycle until) const {
  RatioSeries series;
  const std::size_t bins = until <= begin_ ? 0 : (until - begin_) / length_;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const std::size_t i = bin * sources_ + source;
    if (i < phits_.size()) {
      series.push_back(phits_[i].delivered, phits_[i].generated);
    } else {
      series.push_back(0, 0);
    }
  }
  return series;
}

}  // namespace sim
}  // namespace netloom
