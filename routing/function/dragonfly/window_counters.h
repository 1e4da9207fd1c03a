#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "routing/decision/traffic_counters.h"

namespace netloom {
inline namespace routing {

/// The C++ model of the traffic counters. Packets leave the window, and remote counters are summed
/// up, when they are looked at, so that a switch without packets costs nothing.
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
  struct Injection {
    Cycle bucket;
    int offset;
  };

  static std::size_t index(int offset) { return static_cast<std::size_t>(offset - 1); }
  std::uint32_t weighted(const Counts& counts) const {
    return injected_weight_ * counts.injected + stored_weight_ * counts.stored;
  }
  /// Its packets have changed, or the weights have.
  void changed(int offset);
  /// h · R_k.
  std::uint32_t weighted_remote(int k) const;
  /// Drops what lies before the window.
  void advance(Cycle now);

  TrafficCounterShape shape_;
  std::vector<Counts> counts_;  ///< per offset - 1
  /// weighted() of offset i modulo groups at i, 0 for the own group; long enough that all offsets
  /// of a remote counter lie side by side.
  std::vector<std::uint32_t> loads_;
  std::vector<std::uint32_t> remote_weights_;  ///< h · (h - |j|)/h for j = 1-h … h-1
  std::deque<Injection> window_;
  std::uint32_t injected_weight_ = 100;  ///< percent
  std::uint32_t stored_weight_ = 0;
  std::uint32_t low_ = 0, high_ = 0, global_limit_ = 0, links_ = 0, remote_limit_ = 0;
};

}  // namespace routing
}  // namespace netloom
