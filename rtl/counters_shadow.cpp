#include "rtl/counters_shadow.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "routing/error.h"

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

ShadowTrafficCounters::ShadowTrafficCounters(RtlIdentity identity,
                                             std::unique_ptr<TrafficCounters> reference,
                                             std::unique_ptr<TrafficCounters> rtl,
                                             RtlBlockCounters& counters)
    : identity_(std::move(identity)),
      reference_(std::move(reference)),
      rtl_(std::move(rtl)),
      counters_(counters) {}

void ShadowTrafficCounters::registers_written(const RegisterFile& file) {
  reference_->registers_written(file);
  rtl_->registers_written(file);
}

void ShadowTrafficCounters::stored(int offset, Cycle now) {
  reference_->stored(offset, now);
  rtl_->stored(offset, now);
}

void ShadowTrafficCounters::injected(int offset, Cycle now) {
  reference_->injected(offset, now);
  rtl_->injected(offset, now);
}

TrafficReading ShadowTrafficCounters::read(int offset, Cycle now) {
  const TrafficReading reference = reference_->read(offset, now);
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
  compare(fmt::format("EXTENDED_COUNTER of offset {}", offset), reference_->extended(offset, now),
          rtl_->extended(offset, now));
  const int each = shape().remote_each();
  for (int k = -each; k <= each; ++k) {
    if (k == 0) continue;
    compare(fmt::format("REMOTE_COUNTER R_{}", k), reference_->remote(k, now),
            rtl_->remote(k, now));
  }
  return reference;
}

std::uint32_t ShadowTrafficCounters::in_bucket(int offset, int bucket, Cycle now) {
  return reference_->in_bucket(offset, bucket, now);
}
std::uint32_t ShadowTrafficCounters::injected_packets(int offset, Cycle now) {
  return reference_->injected_packets(offset, now);
}
std::uint32_t ShadowTrafficCounters::stored_packets(int offset, Cycle now) {
  return reference_->stored_packets(offset, now);
}
std::uint32_t ShadowTrafficCounters::extended(int offset, Cycle now) {
  return reference_->extended(offset, now);
}
std::uint32_t ShadowTrafficCounters::remote(int k, Cycle now) {
  return reference_->remote(k, now);
}

ReplacingTrafficCounters::ReplacingTrafficCounters(std::unique_ptr<TrafficCounters> rtl,
                                                   RtlBlockCounters& counters)
    : rtl_(std::move(rtl)), counters_(counters) {}

void ReplacingTrafficCounters::registers_written(const RegisterFile& file) {
  rtl_->registers_written(file);
}
void ReplacingTrafficCounters::stored(int offset, Cycle now) {
  rtl_->stored(offset, now);
}
void ReplacingTrafficCounters::injected(int offset, Cycle now) {
  rtl_->injected(offset, now);
}
TrafficReading ReplacingTrafficCounters::read(int offset, Cycle now) {
  ++counters_.decisions;
  return rtl_->read(offset, now);
}
std::uint32_t ReplacingTrafficCounters::in_bucket(int offset, int bucket, Cycle now) {
  return rtl_->in_bucket(offset, bucket, now);
}
std::uint32_t ReplacingTrafficCounters::injected_packets(int offset, Cycle now) {
  return rtl_->injected_packets(offset, now);
}
std::uint32_t ReplacingTrafficCounters::stored_packets(int offset, Cycle now) {
  return rtl_->stored_packets(offset, now);
}
std::uint32_t ReplacingTrafficCounters::extended(int offset, Cycle now) {
  return rtl_->extended(offset, now);
}
std::uint32_t ReplacingTrafficCounters::remote(int k, Cycle now) {
  return rtl_->remote(k, now);
}

}  // namespace netloom
