#include "rtl/counters_shadow.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
namespace {

std::string text_of(const TrafficReading& reading) {
  const char* level = reading.level == TrafficLevel::kBenign  ? "benign"
                      : reading.level == TrafficLevel::kMixed ? "mixed"
                                                              : "adversarial";
  return fmt::format("{}, path A {}G{}", level, reading.first_local ? "L" : "-",
                     reading.second_local ? "L" : "-");
}

}  // namespace

PassedOnTrafficCounters::PassedOnTrafficCounters(std::unique_ptr<TrafficCounters> counters)
    : counting_(std::move(counters)) {}

void PassedOnTrafficCounters::registers_written(const RegisterFile& file) {
  counting_->registers_written(file);
}
void PassedOnTrafficCounters::stored(int offset, Cycle now) {
  counting_->stored(offset, now);
}
void PassedOnTrafficCounters::injected(int offset, Cycle now) {
  counting_->injected(offset, now);
}
TrafficReading PassedOnTrafficCounters::read(int offset, Cycle now) {
  return counting_->read(offset, now);
}
TrafficReading PassedOnTrafficCounters::peek(int offset, Cycle now) {
  return counting_->peek(offset, now);
}
std::uint32_t PassedOnTrafficCounters::in_bucket(int offset, int bucket, Cycle now) {
  return counting_->in_bucket(offset, bucket, now);
}
std::uint32_t PassedOnTrafficCounters::injected_packets(int offset, Cycle now) {
  return counting_->injected_packets(offset, now);
}
std::uint32_t PassedOnTrafficCounters::stored_packets(int offset, Cycle now) {
  return counting_->stored_packets(offset, now);
}
std::uint32_t PassedOnTrafficCounters::extended(int offset, Cycle now) {
  return counting_->extended(offset, now);
}
std::uint32_t PassedOnTrafficCounters::remote(int k, Cycle now) {
  return counting_->remote(k, now);
}

ShadowTrafficCounters::ShadowTrafficCounters(RtlIdentity identity,
                                             std::unique_ptr<TrafficCounters> reference,
                                             std::unique_ptr<TrafficCounters> rtl,
                                             RtlBlockCounters& counters)
    : PassedOnTrafficCounters(std::move(reference)),
      identity_(std::move(identity)),
      rtl_(std::move(rtl)),
      counters_(counters) {}

void ShadowTrafficCounters::registers_written(const RegisterFile& file) {
  PassedOnTrafficCounters::registers_written(file);
  rtl_->registers_written(file);
}

void ShadowTrafficCounters::stored(int offset, Cycle now) {
  PassedOnTrafficCounters::stored(offset, now);
  rtl_->stored(offset, now);
}

void ShadowTrafficCounters::injected(int offset, Cycle now) {
  PassedOnTrafficCounters::injected(offset, now);
  rtl_->injected(offset, now);
}

TrafficReading ShadowTrafficCounters::read(int offset, Cycle now) {
  const TrafficReading reference = PassedOnTrafficCounters::read(offset, now);
  const TrafficReading rtl = rtl_->read(offset, now);
  ++counters_.decisions;
  const auto compare = [&](const std::string& what, const auto& expected, const auto& found) {
    if (expected == found) return;
    ++counters_.mismatches;
    throw Error(
        fmt::format("{} differs from the reference in {}, {}: the reference says {}, the "
                    "RTL says {}",
                    identity_.rtl(), identity_.place(now), what, expected, found));
  };
  compare(fmt::format("for a packet to the group at offset {}", offset), text_of(reference),
          text_of(rtl));
  compare(fmt::format("EXTENDED_COUNTER of offset {}", offset), extended(offset, now),
          rtl_->extended(offset, now));
  const int each = shape().remote_each();
  for (int k = -each; k <= each; ++k) {
    if (k == 0) continue;
    compare(fmt::format("REMOTE_COUNTER R_{}", k), remote(k, now), rtl_->remote(k, now));
  }
  return reference;
}

ReplacingTrafficCounters::ReplacingTrafficCounters(std::unique_ptr<TrafficCounters> rtl,
                                                   RtlBlockCounters& counters)
    : PassedOnTrafficCounters(std::move(rtl)), counters_(counters) {}

TrafficReading ReplacingTrafficCounters::read(int offset, Cycle now) {
  ++counters_.decisions;
  return PassedOnTrafficCounters::read(offset, now);
}

}  // namespace netloom
