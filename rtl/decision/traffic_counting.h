#pragma once

#include <cstdint>
#include <string>

#include "routing/decision/traffic_counters.h"
#include "rtl/decision/refereed.h"

namespace netloom {
inline namespace rtl {

/// What traffic counters say of the traffic to a group. Beside each reading, the extended counter
/// of its offset and all remote counters are compared.
struct TrafficCounting {
  using Made = TrafficCounters;
  struct Query {
    int offset;
    Cycle now;
  };
  using Answer = TrafficReading;

  static TrafficReading ask(TrafficCounters& counters, const Query& query) {
    return counters.read(query.offset, query.now);
  }
  static Cycle cycle(const Query& query) { return query.now; }
  static std::string difference(const Compared<TrafficCounting>& compared);
  static std::string no_answer(const RtlIdentity& /*rtl*/, const Query& /*query*/,
                               const TrafficReading& /*reading*/) {
    return {};
  }
  static bool silent(const TrafficReading& /*reading*/) { return false; }
  static constexpr bool kShown = false;
  static void show(DecisionProbe& /*probe*/, SwitchId /*id*/, DecisionProbe::Side /*side*/,
                   const Query& /*query*/, const TrafficReading& /*reading*/) {}
  static constexpr bool kKeepsModel = false;
};

class RefereedTrafficCounters final : public Refereed<TrafficCounting> {
 public:
  using Refereed::Refereed;

  const TrafficCounterShape& shape() const override { return deciding().shape(); }
  void stored(int offset, Cycle now) override {
    tell([&](TrafficCounters& counters) { counters.stored(offset, now); });
  }
  void injected(int offset, Cycle now) override {
    tell([&](TrafficCounters& counters) { counters.injected(offset, now); });
  }
  TrafficReading read(int offset, Cycle now) override { return decide({offset, now}); }

  TrafficReading peek(int offset, Cycle now) override { return deciding().peek(offset, now); }
  std::uint32_t in_bucket(int offset, int bucket, Cycle now) override {
    return deciding().in_bucket(offset, bucket, now);
  }
  std::uint32_t injected_packets(int offset, Cycle now) override {
    return deciding().injected_packets(offset, now);
  }
  std::uint32_t stored_packets(int offset, Cycle now) override {
    return deciding().stored_packets(offset, now);
  }
  std::uint32_t extended(int offset, Cycle now) override {
    return deciding().extended(offset, now);
  }
  std::uint32_t remote(int k, Cycle now) override { return deciding().remote(k, now); }
};

}  // namespace rtl
}  // namespace netloom
