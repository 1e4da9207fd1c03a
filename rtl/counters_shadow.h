#pragma once

#include <cstdint>
#include <memory>

#include "routing/decision/traffic_counters.h"
#include "rtl/rtl_counters.h"
#include "rtl/rtl_identity.h"

namespace netloom {

/// Traffic counters that are those of another object.
class PassedOnTrafficCounters : public TrafficCounters {
 public:
  explicit PassedOnTrafficCounters(std::unique_ptr<TrafficCounters> counters);

  const TrafficCounterShape& shape() const override { return counting_->shape(); }
  void registers_written(const RegisterFile& file) override;
  void stored(int offset, Cycle now) override;
  void injected(int offset, Cycle now) override;
  TrafficReading read(int offset, Cycle now) override;
  TrafficReading peek(int offset, Cycle now) override;
  std::uint32_t in_bucket(int offset, int bucket, Cycle now) override;
  std::uint32_t injected_packets(int offset, Cycle now) override;
  std::uint32_t stored_packets(int offset, Cycle now) override;
  std::uint32_t extended(int offset, Cycle now) override;
  std::uint32_t remote(int k, Cycle now) override;

 private:
  std::unique_ptr<TrafficCounters> counting_;
};

/// Lets the C++ model count, and RTL beside it: every reading is compared, with the extended
/// counter of its offset and all remote counters. Registers are those of the model.
class ShadowTrafficCounters final : public PassedOnTrafficCounters {
 public:
  /// `counters` outlives this.
  ShadowTrafficCounters(RtlIdentity identity, std::unique_ptr<TrafficCounters> reference,
                        std::unique_ptr<TrafficCounters> rtl, RtlBlockCounters& counters);

  void registers_written(const RegisterFile& file) override;
  void stored(int offset, Cycle now) override;
  void injected(int offset, Cycle now) override;
  /// Error: the two differ. The message says when, where, for which offset, and both answers.
  TrafficReading read(int offset, Cycle now) override;

 private:
  RtlIdentity identity_;
  std::unique_ptr<TrafficCounters> rtl_;
  RtlBlockCounters& counters_;
};

/// Lets the RTL count alone.
class ReplacingTrafficCounters final : public PassedOnTrafficCounters {
 public:
  /// `counters` outlives this.
  ReplacingTrafficCounters(std::unique_ptr<TrafficCounters> rtl, RtlBlockCounters& counters);

  TrafficReading read(int offset, Cycle now) override;

 private:
  RtlBlockCounters& counters_;
};

}  // namespace netloom
