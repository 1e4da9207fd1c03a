#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What one virtual channel of one link carried in the measured interval.
struct ChannelUse {
  std::uint64_t phits = 0;      ///< started on the link
  std::uint64_t occupancy = 0;  ///< phits x cycles in the input buffer behind it
};

/// Use of one link: its phits and, for links into a switch, its buffer, per VC. As long as the
/// LinkUses that it is of.
class LinkUse {
 public:
  LinkUse(const std::uint64_t* numbers, std::size_t vcs) : numbers_(numbers), vcs_(vcs) {}

  std::size_t size() const { return vcs_; }
  ChannelUse operator[](std::size_t vc) const { return {numbers_[2 * vc], numbers_[2 * vc + 1]}; }

 private:
  const std::uint64_t* numbers_;  ///< of each VC two
  std::size_t vcs_;
};

/// Use of the links of a network, in the order of its netlist.
class LinkUses {
 public:
  /// A link that has so many VCs, all of which have carried nothing.
  void add_link(std::size_t vcs) {
    numbers_.resize(numbers_.size() + 2 * vcs);
    ends_.push_back(numbers_.size());
  }
  void set(std::size_t link, std::size_t vc, const ChannelUse& use) {
    numbers_[begin(link) + 2 * vc] = use.phits;
    numbers_[begin(link) + 2 * vc + 1] = use.occupancy;
  }

  std::size_t size() const { return ends_.size(); }
  LinkUse operator[](std::size_t link) const {
    return {numbers_.data() + begin(link), (ends_[link] - begin(link)) / 2};
  }
  /// All of them, link by link and VC by VC, phits before occupancy.
  std::vector<std::uint64_t>& numbers() { return numbers_; }

 private:
  std::size_t begin(std::size_t link) const { return link == 0 ? 0 : ends_[link - 1]; }

  std::vector<std::uint64_t> numbers_;
  std::vector<std::size_t> ends_;  ///< of each link's numbers
};

}  // namespace hw
}  // namespace netloom
