#include "sim/statistics/time_series.h"

#include <algorithm>
#include <cstddef>
#include <utility>

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

void TimeSeries::add(Ranks& others) {
  if (others.alone()) return;
  struct Latency {
    std::size_t sample;
    std::uint32_t network, generation;
  };
  const TimeSeries mine = std::move(*this);
  *this = TimeSeries(mine.settings_);
  extend(others.maximum(mine.samples_.size()));
  std::vector<Latency> latencies;
  for (std::size_t i = 0; i < mine.network_.size(); ++i) {
    for (std::size_t packet = 0; packet < mine.network_[i].size(); ++packet) {
      latencies.push_back({i, mine.network_[i][packet], mine.generation_[i][packet]});
    }
  }
  for (const Latency& each : gathered(others, "latencies of samples", latencies)) {
    network_[each.sample].push_back(each.network);
    generation_[each.sample].push_back(each.generation);
  }
  std::vector<DeliverySums> sums = mine.samples_;
  sums.resize(samples_.size());
  // Rank by rank, each with as many samples.
  const std::vector<DeliverySums> all = gathered(others, "samples", sums);
  for (std::size_t i = 0; i < all.size(); ++i) samples_[i % samples_.size()].add(all[i]);
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
