#include "sim/statistics/measured_series.h"

namespace netloom {
inline namespace sim {
namespace {

/// Adds what is generated, and hands it on.
class SeriesInjector final : public Injector {
 public:
  SeriesInjector(MeasuredSeries& series, int thread, NodeId host, Injector& injector)
      : series_(series), thread_(thread), host_(host), injector_(injector) {}
  void send(const Message& message, Cycle cycle) override {
    series_.add_generated(thread_, host_, message.phits, cycle);
    injector_.send(message, cycle);
  }

 private:
  MeasuredSeries& series_;
  int thread_;
  NodeId host_;
  Injector& injector_;
};

}  // namespace

MeasuredSeries::MeasuredSeries(NodeId nodes, bool by_source)
    : nodes_(nodes), by_source_(by_source) {
  split(1);
}

std::unique_ptr<MeasuredSeries::Kept> MeasuredSeries::nothing() const {
  const Cycle begin = begin_.value_or(0);
  auto kept = std::make_unique<Kept>(begin, classes_);
  if (by_source_) kept->sources.emplace(begin, nodes_);
  return kept;
}

void MeasuredSeries::clear() {
  for (auto& each : threads_) each = nothing();
}

void MeasuredSeries::tell_paths_apart(const RoutingFunction& routing) {
  routing_ = &routing;
  classes_ = routing.path_classes().size();
  clear();
}

void MeasuredSeries::split(int threads) {
  while (threads_.size() < static_cast<std::size_t>(threads)) threads_.push_back(nothing());
}

void MeasuredSeries::begin_at(Cycle begin) {
  begin_ = begin;
  clear();
}

void MeasuredSeries::add(int thread, const DeliveredPacket& packet) {
  Kept& kept = of_thread(thread);
  std::optional<std::size_t> path_class;
  if (classes_ > 0 && !packet.deviated) {
    path_class =
        routing_->path_class({packet.source, packet.destination, packet.state, packet.hops});
  }
  kept.bins.add(packet, path_class);
  if (kept.sources) kept.sources->add_delivered(packet.source, packet.phits, packet.delivered);
  if (!begin_ || packet.delivered < *begin_) return;
  kept.batches.add(packet.delivered - *begin_, packet.delivered - packet.injected,
                   packet.delivered - packet.generated);
}

void MeasuredSeries::add_generated(int thread, NodeId source, std::uint32_t phits, Cycle cycle) {
  Kept& kept = of_thread(thread);
  kept.bins.add_generated(phits, cycle);
  if (kept.sources) kept.sources->add_generated(source, phits, cycle);
}

DeliveryBins MeasuredSeries::bins(Ranks& ranks) const {
  DeliveryBins result = threads_.front()->bins;
  for (std::size_t i = 1; i < threads_.size(); ++i) result.add(threads_[i]->bins);
  result.add(ranks);
  return result;
}

std::optional<SourceBins> MeasuredSeries::sources() const {
  std::optional<SourceBins> result = threads_.front()->sources;
  if (!result) return result;
  for (std::size_t i = 1; i < threads_.size(); ++i) result->add(*threads_[i]->sources);
  return result;
}

void MeasuredSeries::gather(Ranks& ranks) {
  Kept& all = *threads_.front();
  for (; threads_.size() > 1; threads_.pop_back()) {
    all.bins.add(threads_.back()->bins);
    all.batches.add(threads_.back()->batches);
  }
  all.bins.add(ranks);
  all.batches.add(ranks);
}

TrafficSource& JudgedSource::for_thread(int thread, int threads) {
  series_.split(threads);
  if (thread == 0) return *this;
  others_.push_back(std::make_unique<JudgedSource>(source_.for_thread(thread, threads), series_));
  others_.back()->thread_ = thread;
  return *others_.back();
}

Cycle JudgedSource::generate(NodeId host, Cycle cycle, Injector& injector) {
  SeriesInjector keeping(series_, thread_, host, injector);
  return source_.generate(host, cycle, keeping);
}

}  // namespace sim
}  // namespace netloom
