#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace netloom {
inline namespace routing {

/// Which states a walk along the routing relation has found, numbered from 0 in the order in which
/// they were added. A state is found by its place (a link or a channel) and by what tells the
/// states of one place apart, which the walk keeps. To clear takes no time by the number of places.
class FoundStates {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit FoundStates(std::size_t places) : first_(places, kNone), stamps_(places, 0) {}

  void clear() {
    next_.clear();
    if (++stamp_ == 0) {
      std::fill(stamps_.begin(), stamps_.end(), 0);
      stamp_ = 1;
    }
  }

  /// The state at a place for which is(index) holds; kNone: none was added.
  template <class Is>
  std::uint32_t find(std::size_t place, const Is& is) const {
    std::uint32_t index = first_at(place);
    while (index != kNone && !is(index)) index = next_[index];
    return index;
  }

  /// A new state at a place; returns its number.
  std::uint32_t add(std::size_t place) {
    const auto index = static_cast<std::uint32_t>(next_.size());
    next_.push_back(first_at(place));
    stamps_[place] = stamp_;
    first_[place] = index;
    return index;
  }

 private:
  std::uint32_t first_at(std::size_t place) const {
    return stamps_[place] == stamp_ ? first_[place] : kNone;
  }

  std::vector<std::uint32_t> next_;            ///< per state, another one at the same place
  std::vector<std::uint32_t> first_, stamps_;  ///< per place; the first counts with the last stamp
  std::uint32_t stamp_ = 1;
};

}  // namespace routing
}  // namespace netloom
