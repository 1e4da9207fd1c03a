#include "sim/statistics/measurement.h"

namespace netloom {
inline namespace sim {

Measurement::Measurement(NodeId nodes, Cycle begin, Cycle end, const SampleSettings& samples)
    : interval_{begin, end - begin}, samples_(samples), offered_(nodes), received_(nodes) {
  split(1);
}

void Measurement::split(int threads) {
  for (auto more = static_cast<std::size_t>(threads); threads_.size() < more;) {
    threads_.push_back(std::make_unique<Deliveries>(interval_, samples_, received_));
    if (routing_ != nullptr) threads_.back()->tell_paths_apart(*routing_);
  }
}

void Measurement::tell_paths_apart(const RoutingFunction& routing) {
  routing_ = &routing;
  for (const auto& each : threads_) each->tell_paths_apart(routing);
}

void Measurement::begin_at(Cycle begin) {
  interval_ = {begin, kNever - begin};
  for (const auto& each : threads_) each->begin_at(begin);
}

void Measurement::gather(Ranks& ranks) {
  if (gathered_) return;
  gathered_ = true;
  for (; threads_.size() > 1; threads_.pop_back()) threads_.front()->add(*threads_.back());
  threads_.front()->add(ranks);
  ranks.sum(offered_);
  ranks.sum(received_);
}

TrafficSource& MeasuredSource::for_thread(int thread, int threads) {
  measurement_.split(threads);
  if (thread == 0) return *this;
  others_.push_back(
      std::make_unique<MeasuredSource>(source_.for_thread(thread, threads), measurement_));
  others_.back()->deliveries_ = &measurement_.of_thread(thread);
  return *others_.back();
}

}  // namespace sim
}  // namespace netloom
