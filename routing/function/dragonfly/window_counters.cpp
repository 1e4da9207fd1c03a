#include "routing/function/dragonfly/window_counters.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace netloom {
inline namespace routing {

WindowCounters::WindowCounters(TrafficCounterShape shape)
    : shape_(std::move(shape)), counts_(static_cast<std::size_t>(shape_.offsets)) {
  const int h = shape_.global_links;
  for (int j = 1 - h; j < h; ++j) {
    remote_weights_.push_back(static_cast<std::uint32_t>(h - std::abs(j)));
  }
  loads_.assign(counts_.size() + remote_weights_.size(), 0);
}

void WindowCounters::registers_written(const RegisterFile& file) {
  low_ = file.value("LOAD_LOW", 0);
  high_ = file.value("LOAD_HIGH", 0);
  if (!shape_.extended) return;
  injected_weight_ = file.value("INJECTED_WEIGHT", 0);
  stored_weight_ = file.value("STORED_WEIGHT", 0);
  for (int offset = 1; offset <= shape_.offsets; ++offset) changed(offset);
  global_limit_ = file.value("GLOBAL_LIMIT", 0);
  links_ = file.value("SATURATED_LINKS", 0);
  remote_limit_ = file.value("REMOTE_LIMIT", 0);
}

void WindowCounters::changed(int offset) {
  const std::uint32_t load = weighted(counts_[index(offset)]);
  const std::size_t groups = counts_.size() + 1;
  for (auto i = static_cast<std::size_t>(offset); i < loads_.size(); i += groups) loads_[i] = load;
}

std::uint32_t WindowCounters::weighted_remote(int k) const {
  // R_k = sum over j of (h - |j|)/h * G at offset k*h + j, |j| < h, modulo the number of groups.
  const int h = shape_.global_links;
  const int groups = shape_.offsets + 1;
  const int first = ((k * h - h + 1) % groups + groups) % groups;
  return std::inner_product(remote_weights_.begin(), remote_weights_.end(), loads_.begin() + first,
                            std::uint32_t{0});
}

void WindowCounters::advance(Cycle now) {
  const Cycle bucket = now / static_cast<Cycle>(shape_.bucket);
  while (!window_.empty() &&
         bucket - window_.front().bucket >= static_cast<Cycle>(shape_.buckets())) {
    const int offset = window_.front().offset;
    --counts_[index(offset)].injected;
    changed(offset);
    window_.pop_front();
  }
}

void WindowCounters::stored(int offset, Cycle /*now*/) {
  ++counts_[index(offset)].stored;
  changed(offset);
}

void WindowCounters::injected(int offset, Cycle now) {
  Counts& counts = counts_[index(offset)];
  --counts.stored;
  ++counts.injected;
  changed(offset);
  window_.push_back({now / static_cast<Cycle>(shape_.bucket), offset});
}

TrafficReading WindowCounters::read(int offset, Cycle now) {
  advance(now);
  TrafficReading reading;
  const std::uint32_t load = loads_[static_cast<std::size_t>(offset)];
  if (load > 100 * high_) {
    reading.level = TrafficLevel::kAdversarial;
  } else if (load > 100 * low_) {
    reading.level = TrafficLevel::kMixed;
  }
  const auto above = std::count_if(shape_.connected.begin(), shape_.connected.end(), [&](int own) {
    return loads_[static_cast<std::size_t>(own)] > 100 * global_limit_;
  });
  reading.first_local = static_cast<std::uint32_t>(above) >= links_;

  // The offset as -|o| or |o|, whichever way is shorter; |o| = k*h + m.
  const int h = shape_.global_links;
  const bool negative = offset > shape_.offsets / 2;
  const int distance = negative ? shape_.offsets + 1 - offset : offset;
  const int k = distance / h;
  const std::uint64_t limit = std::uint64_t{100} * static_cast<std::uint32_t>(h) * remote_limit_;
  const auto exceeds = [&](int which) {
    return weighted_remote(negative ? -which : which) > limit;
  };
  reading.second_local =
      shape_.extended && ((k > 0 && exceeds(k)) || (distance % h > 0 && exceeds(k + 1)));
  return reading;
}

std::uint32_t WindowCounters::extended(int offset, Cycle now) {
  advance(now);
  return loads_[static_cast<std::size_t>(offset)];
}

std::uint32_t WindowCounters::remote(int k, Cycle now) {
  advance(now);
  return weighted_remote(k);
}

std::uint32_t WindowCounters::in_bucket(int offset, int bucket, Cycle now) {
  advance(now);
  return static_cast<std::uint32_t>(
      std::count_if(window_.begin(), window_.end(), [&](const Injection& injection) {
        return injection.offset == offset &&
               injection.bucket % static_cast<Cycle>(shape_.buckets()) ==
                   static_cast<Cycle>(bucket);
      }));
}

std::uint32_t WindowCounters::injected_packets(int offset, Cycle now) {
  advance(now);
  return counts_[index(offset)].injected;
}

std::uint32_t WindowCounters::stored_packets(int offset, Cycle /*now*/) {
  return counts_[index(offset)].stored;
}

}  // namespace routing
}  // namespace netloom
