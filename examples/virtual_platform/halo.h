#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "application.h"

/// Heat in a square plate, by Jacobi's method, damped by half: each host has a square block of
/// cells, and in each iteration sends its edges to the hosts beside it. Every few iterations all
/// agree by atomics on the largest change of a cell, and end when it is small.
class Halo final : public Application {
 public:
  /// Cells along a side of a block, at least 1. The hosts are a square number.
  Halo(unsigned hosts, std::uint64_t cells, std::uint64_t seed);

  std::uint64_t memory_bytes() const override { return outbox(kSides); }
  void load(Debugger& memories) override;
  void run(Runtime& host) const override;
  bool is_right(Debugger& memories, std::string& difference) const override;

 private:
  enum Side : unsigned { kNorth, kSouth, kWest, kEast, kSides };
  static constexpr unsigned kMostIterations = 64;
  static constexpr unsigned kIterationsPerCheck = 8;
  static constexpr double kSmallChange = 0.005;

  using Plate = std::vector<double>;

  // Offsets in each memory: words in which neighbours say how many edges they have sent, results of
  // the checks (of host 0), how many iterations there were, two blocks with a frame around them,
  // used by turns, and edges, those that come by turns, too.
  std::uint64_t arrivals(unsigned side) const;
  std::uint64_t change(unsigned check) const;
  std::uint64_t iterations() const { return change(kMostIterations / kIterationsPerCheck); }
  std::uint64_t cell(unsigned iteration, std::uint64_t row, std::uint64_t column) const;
  std::uint64_t inbox(unsigned iteration, unsigned side) const;
  std::uint64_t outbox(unsigned side) const;

  bool has_neighbour(unsigned host, unsigned side) const;
  unsigned neighbour(unsigned host, unsigned side) const;
  /// Of a block with its frame: the i-th cell of the row or column at a side, in the block or,
  /// beyond it, in the frame.
  std::uint64_t edge_cell(unsigned iteration, unsigned side, std::uint64_t i, bool beyond) const;
  void send_edges(Runtime& host, unsigned iteration) const;
  void take_edges(Runtime& host, unsigned iteration) const;
  /// The largest change of a cell.
  double update(Runtime& host, unsigned iteration) const;
  double agree(Runtime& host, unsigned check, double change) const;

  /// The same without a platform: how many iterations there are; `plate` becomes the result.
  unsigned compute(Plate& plate) const;
  std::uint64_t plate_side() const { return blocks_ * cells_ + 2; }
  /// Where the cell of a block with its frame is in the plate.
  std::size_t index(unsigned host, std::uint64_t row, std::uint64_t column) const;

  unsigned blocks_ = 1;  ///< along a side
  std::uint64_t cells_;
  Plate plate_;  ///< in the beginning, with a frame that stays
};
