#include "sim/statistics/source_bins.h"

#include <algorithm>

namespace netloom {
inline namespace sim {

void SourceBins::merge_pairs() {
  const std::size_t bins = phits_.size() / sources_;
  for (std::size_t bin = 1; bin < bins; ++bin) {
    for (std::size_t source = 0; source < sources_; ++source) {
      Phits& from = phits_[bin * sources_ + source];
      Phits& to = phits_[bin / 2 * sources_ + source];
      const Phits moved = from;
      if (bin % 2 == 0) {
        to = moved;
      } else {
        to.generated += moved.generated;
        to.delivered += moved.delivered;
      }
    }
  }
  phits_.resize((bins + 1) / 2 * sources_);
  length_ *= 2;
}

void SourceBins::add(const SourceBins& other) {
  while (length_ < other.length_) merge_pairs();
  SourceBins theirs = other;
  while (theirs.length_ < length_) theirs.merge_pairs();
  phits_.resize(std::max(phits_.size(), theirs.phits_.size()));
  for (std::size_t i = 0; i < theirs.phits_.size(); ++i) {
    phits_[i].generated += theirs.phits_[i].generated;
    phits_[i].delivered += theirs.phits_[i].delivered;
  }
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
