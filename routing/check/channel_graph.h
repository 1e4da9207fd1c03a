#pragma once

#include <cstdint>
#include <vector>

namespace netloom {
inline namespace routing {

/// A directed graph on channels 0 … n-1, without multiple edges, and what is asked of it.
class ChannelGraph {
 public:
  explicit ChannelGraph(std::uint32_t channels) : next_(channels) {}

  /// Adds an edge if it is not there yet.
  void add(std::uint32_t from, std::uint32_t to);

  std::uint64_t edges() const { return edges_; }

  /// The channels that `from` has edges to, ascending.
  const std::vector<std::uint32_t>& next(std::uint32_t from) const { return next_[from]; }

  /// For each channel the least channel of its strongly connected component; the two are the same
  /// where a component begins.
  std::vector<std::uint32_t> components() const;

  /// A shortest cycle, each channel once, in the order of its edges; empty if there is none.
  std::vector<std::uint32_t> shortest_cycle() const;

 private:
  /// Whether each channel lies in a strongly connected component with a cycle.
  std::vector<bool> on_cycles() const;

  std::vector<std::vector<std::uint32_t>> next_;  ///< ascending
  std::uint64_t edges_ = 0;
};

}  // namespace routing
}  // namespace netloom
