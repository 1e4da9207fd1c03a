#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/topology/dragonfly.h"

namespace netloom {
inline namespace routing {

/// The global links of a dragonfly by the groups that they join, worked out once for all switches.
class DragonflyLinks {
 public:
  /// Seen from the group in which it begins.
  struct GlobalLink {
    std::uint8_t position;      ///< of the switch where it begins
    std::uint8_t port;          ///< there
    std::uint8_t far_position;  ///< of the switch where it ends, in the other group
  };
  class Range {
   public:
    Range(const GlobalLink* first, std::size_t count) : first_(first), count_(count) {}
    const GlobalLink* begin() const { return first_; }
    const GlobalLink* end() const { return first_ + count_; }
    const GlobalLink& operator[](std::size_t i) const { return first_[i]; }
    std::size_t size() const { return count_; }

   private:
    const GlobalLink* first_;
    std::size_t count_;
  };

  explicit DragonflyLinks(const Dragonfly& dragonfly)
      : groups_(static_cast<std::size_t>(dragonfly.groups())),
        each_(static_cast<std::size_t>(dragonfly.links_between_groups())) {
    links_.resize(groups_ * groups_ * each_);
    for (int from = 0; from < dragonfly.groups(); ++from) {
      for (int to = 0; to < dragonfly.groups(); ++to) {
        if (from == to) continue;
        for (int i = 0; i < dragonfly.links_between_groups(); ++i) {
          const Dragonfly::GlobalPort near = dragonfly.port_between(from, to, i);
          const Dragonfly::GlobalPort far = dragonfly.port_between(to, from, i);
          links_[place(from, to) + static_cast<std::size_t>(i)] = {
              static_cast<std::uint8_t>(near.position),
              static_cast<std::uint8_t>(dragonfly.global_port(near)),
              static_cast<std::uint8_t>(far.position)};
        }
      }
    }
  }

  /// Those from one group to another.
  Range between(int from, int to) const { return {&links_[place(from, to)], each_}; }

 private:
  std::size_t place(int from, int to) const {
    return (static_cast<std::size_t>(from) * groups_ + static_cast<std::size_t>(to)) * each_;
  }

  std::size_t groups_, each_;
  std::vector<GlobalLink> links_;
};

}  // namespace routing
}  // namespace netloom
