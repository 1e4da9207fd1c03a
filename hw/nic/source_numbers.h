#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// A number per source, 0 until it is set. In a network of few hosts, a table of all. In a large
/// one a host hears from few of them, and a table of all pairs would not fit: those that it has had
/// packets from, in a hash table with linear probing, at most half full.
class SourceNumbers {
 public:
  /// In a network of `hosts`, with memory from `arena`, which outlives it.
  SourceNumbers(std::uint32_t hosts, Arena& arena)
      : arena_(arena), hosts_(hosts <= kFewHosts ? hosts : 0) {}

  /// The number of `source`; valid until the next call.
  std::uint32_t& of(NodeId source) {
    if (hosts_ != 0) {
      if (numbers_ == nullptr) numbers_ = arena_.array<std::uint32_t>(hosts_);
      return numbers_[source];
    }
    if (2 * (used_ + 1) > size_) grow();
    Entry& entry = find(source);
    if (entry.key == kFree) {
      entry.key = source;
      ++used_;
    }
    return entry.number;
  }

  /// Brings the number of `source` into the cache.
  void prefetch(NodeId source) const {
    if (numbers_ != nullptr) prefetch_line(&numbers_[source]);
    if (entries_ != nullptr) prefetch_line(&entries_[first_place(source)]);
  }

 private:
  static constexpr std::uint32_t kFewHosts = 2048;
  static constexpr NodeId kFree = 0xffffffffu;

  struct Entry {
    NodeId key = kFree;
    std::uint32_t number = 0;
  };

  /// Where the search for a source begins.
  std::size_t first_place(NodeId source) const {
    return (source * std::uint32_t{0x9E3779B1u} >> 7) & (size_ - 1);
  }

  Entry& find(NodeId source) {
    std::size_t place = first_place(source);
    while (entries_[place].key != kFree && entries_[place].key != source)
      place = (place + 1) & (size_ - 1);
    return entries_[place];
  }

  /// The smaller table stays behind in the arena: all of them together are no larger than the last.
  void grow() {
    const Entry* const old = entries_;
    const std::size_t old_size = size_;
    size_ = old_size == 0 ? 16 : 2 * old_size;
    entries_ = arena_.array<Entry>(size_);
    for (std::size_t i = 0; i < old_size; ++i) {
      if (old[i].key != kFree) find(old[i].key) = old[i];
    }
  }

  Arena& arena_;
  std::uint32_t hosts_;               ///< 0: many
  std::uint32_t* numbers_ = nullptr;  ///< of few hosts
  Entry* entries_ = nullptr;          ///< of many
  std::size_t size_ = 0;              ///< of the hash table, a power of two
  std::size_t used_ = 0;
};

}  // namespace hw
}  // namespace netloom
