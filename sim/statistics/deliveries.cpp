#include "sim/statistics/deliveries.h"

#include <algorithm>
#include <cstddef>

namespace netloom {
inline namespace sim {
namespace {

void add_each(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

void Deliveries::add(const Deliveries& other) {
  network_.add(other.network_);
  generation_.add(other.generation_);
  for (std::size_t half = 0; half < halves_.size(); ++half) halves_[half].add(other.halves_[half]);
  hops_ += other.hops_;
  add_each(classes_, other.classes_);
  deviated_ += other.deviated_;
  add_each(accepted_, other.accepted_);
  add_each(accepted_by_class_, other.accepted_by_class_);
  time_series_.add(other.time_series_);
  last_delivery_ = std::max(last_delivery_, other.last_delivery_);
}

void Deliveries::add(Ranks& others) {
  if (others.alone()) return;
  network_.add(others);
  generation_.add(others);
  for (DeliverySums& half : halves_) {
    for (std::uint64_t* const each :
         {&half.packets, &half.phits, &half.network_latency, &half.generation_latency}) {
      *each = others.sum(*each);
    }
  }
  hops_ = others.sum(hops_);
  others.sum(classes_);
  deviated_ = others.sum(deviated_);
  others.sum(accepted_);
  others.sum(accepted_by_class_);
  time_series_.add(others);
  last_delivery_ = others.maximum(last_delivery_);
}

}  // namespace sim
}  // namespace netloom
