#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "routing/lia/traffic_counters.h"

namespace netloom {

/// The C++ model of the traffic counters. Sums are kept up to date with each packet, and packets
/// leave the window when it is looked at, so that a switch without packets costs nothing.
class WindowCounters final : public TrafficCounters {
 public:
  explicit WindowCounters(TrafficCounterShape shape);

  const TrafficCounterShape& shape() const override { return shape_; }

  void registers_written(const RegisterFile& file) override;
  void stored(int offset, Cycle now) override;
  void injected(int offset, Cycle now) override;
  TrafficReading read(int offset, Cycle now) override;
  std::uint32_t extended(int offset, Cycle now) override;
  std::uint32_t remote(int k, Cycle now) override;

  std::uint32_t in_bucket(int offset, int bucket, Cycle now) override;
  std::uint32_t injected_packets(int offset, Cycle now) override;
  std::uint32_t stored_packets(int offset, Cycle now) override;

 private:
  struct Counts {
    std::uint32_t injected = 0;
    std::uint32_t stored = 0;
  };
  /// A remote counter to which an offset contributes, with h - |j| as weight.
  struct Share {
    std::size_t remote;
    std::uint32_t weight;
  };
  struct Injection {
    Cycle bucket;
    int offset;
  };

  static std::size_t index(int offset) { return static_cast<std::size_t>(offset - 1); }
  std::size_t remote_index(int k) const {
    return static_cast<std::size_t>(k > 0 ? k - 1 : shape_.remote_each() - k - 1);
  }
  std::uint32_t weighted(const Counts& counts) const {
    return injected_weight_ * counts.injected + stored_weight_ * counts.stored;
  }
  /// Drops what lies before the window.
  void advance(Cycle now);
  template <class Change>
  void change(int offset, Change change);

  TrafficCounterShape shape_;
  std::vector<Counts> counts_;              ///< per offset - 1
  std::vector<Counts> remotes_;             ///< sums with weights: R_1 …, then R_-1 …
  std::vector<std::vector<Share>> shares_;  ///< per offset - 1
  std::deque<Injection> window_;
  std::uint32_t injected_weight_ = 100;  ///< percent
  std::uint32_t stored_weight_ = 0;
  std::uint32_t low_ = 0, high_ = 0, global_limit_ = 0, links_ = 0, remote_limit_ = 0;
};

}  // namespace netloom
