#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/types.h"

namespace netloom {

/// A number per source, 0 until it is set, for those sources that a host has had packets from: in a
/// large network a host hears from few of them, and a table of all pairs would not fit. A hash
/// table with linear probing, at most half full.
class SourceNumbers {
 public:
  /// The number of `source`; valid until the next call.
  std::uint32_t& of(NodeId source) {
    if (2 * (used_ + 1) > entries_.size()) grow();
    Entry& entry = find(source);
    if (entry.key == kFree) {
      entry.key = source;
      ++used_;
    }
    return entry.number;
  }

  /// Brings the number of `source` into the cache.
  void prefetch(NodeId source) const {
    if (!entries_.empty()) __builtin_prefetch(&entries_[first_place(source)], 1);
  }

 private:
  static constexpr NodeId kFree = 0xffffffffu;

  struct Entry {
    NodeId key = kFree;
    std::uint32_t number = 0;
  };

  /// Where the search for a source begins.
  std::size_t first_place(NodeId source) const {
    return (source * std::uint32_t{0x9E3779B1u} >> 7) & (entries_.size() - 1);
  }

  Entry& find(NodeId source) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t place = first_place(source);
    while (entries_[place].key != kFree && entries_[place].key != source)
      place = (place + 1) & mask;
    return entries_[place];
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 16 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.key != kFree) find(entry.key) = entry;
    }
  }

  std::vector<Entry> entries_;  ///< a power of two of them
  std::size_t used_ = 0;
};

}  // namespace netloom
