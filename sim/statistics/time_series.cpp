#include "sim/statistics/time_series.h"

#include <algorithm>
#include <cstddef>

namespace netloom {
inline namespace sim {
namespace {

Cycle time_of(const DeliveredPacket& packet, SampleSettings::By by) {
  switch (by) {
    case SampleSettings::By::kArrival:
      return packet.delivered;
    case SampleSettings::By::kInjection:
      return packet.injected;
    case SampleSettings::By::kGeneration:
      return packet.generated;
  }
  return packet.delivered;
}

}  // namespace

void TimeSeries::add(const DeliveredPacket& packet) {
  const std::size_t index = time_of(packet, settings_.by) / settings_.interval;
  if (index >= samples_.size()) extend(index + 1);
  samples_[index].add(packet);
  if (!settings_.quartiles) return;
  network_[index].push_back(static_cast<std::uint32_t>(packet.delivered - packet.injected));
  generation_[index].push_back(static_cast<std::uint32_t>(packet.delivered - packet.generated));
}

void TimeSeries::extend(std::size_t samples) {
  samples_.resize(samples);
  if (!settings_.quartiles) return;
  network_.resize(samples);
  generation_.resize(samples);
}

void TimeSeries::add(const TimeSeries& other) {
  if (other.samples_.size() > samples_.size()) extend(other.samples_.size());
  const auto append = [](std::vector<Latencies>& to, const std::vector<Latencies>& from) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      to[i].insert(to[i].end(), from[i].begin(), from[i].end());
    }
  };
  for (std::size_t i = 0; i < other.samples_.size(); ++i) samples_[i].add(other.samples_[i]);
  append(network_, other.network_);
  append(generation_, other.generation_);
}

Quartiles TimeSeries::quartiles(Latencies latencies) {
  Quartiles result{};
  const std::size_t count = latencies.size();
  if (count == 0) return result;
  std::sort(latencies.begin(), latencies.end());
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = latencies[((i + 1) * count + 3) / 4 - 1];
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
