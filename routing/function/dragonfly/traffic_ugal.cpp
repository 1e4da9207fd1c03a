#include "routing/function/dragonfly/traffic_ugal.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "routing/registers/register_file.h"

namespace netloom {
inline namespace routing {

TrafficUgal::TrafficUgal(int group, int groups, TrafficCounterShape shape,
                         std::unique_ptr<TrafficCounters> counters)
    : group_(group), groups_(groups), shape_(std::move(shape)), counters_(std::move(counters)) {}

PathA TrafficUgal::path_a(const DragonflyWays& /*ways*/, const DragonflyGoal& destination,
                          const CongestionView& view) {
  const TrafficReading& reading = this->reading(offset(destination.group), view.cycle());
  return path_a_with(reading.first_local, reading.second_local);
}

bool TrafficUgal::minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
                          const DragonflyGoal& intermediate, const CongestionView& view) const {
  if (destination.group == group_) {
    return LocalUgal::minimal(ways, destination, intermediate, view);
  }
  const TrafficLevel level = reading(offset(destination.group), view.cycle()).level;
  return minimal_with(ways, destination, intermediate, view,
                      thresholds_[static_cast<std::size_t>(level)]);
}

PathA TrafficUgal::explained_path_a(const DragonflyWays& /*ways*/, const DragonflyGoal& destination,
                                    const CongestionView& view) {
  const TrafficReading reading = counters_->peek(offset(destination.group), view.cycle());
  return path_a_with(reading.first_local, reading.second_local);
}

std::string TrafficUgal::explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                                 const DragonflyGoal& intermediate,
                                 const CongestionView& view) const {
  if (destination.group == group_) {
    return LocalUgal::explain(ways, destination, intermediate, view);
  }
  static constexpr const char* kLevels[] = {"benign", "mixed", "adversarial"};
  static constexpr const char* kThresholds[] = {"UGAL_BENIGN", "UGAL_MIXED", "UGAL_ADVERSARIAL"};
  const int to = offset(destination.group);
  const auto level = static_cast<std::size_t>(counters_->peek(to, view.cycle()).level);
  return fmt::format("{} ({}: {} traffic to the group at offset {}, {:.2f} packets counted)",
                     explain_with(ways, destination, intermediate, view, thresholds_[level]),
                     kThresholds[level], kLevels[level], to,
                     counters_->extended(to, view.cycle()) / 100.0);
}

const TrafficReading& TrafficUgal::reading(int offset, Cycle now) const {
  if (offset != last_offset_ || now != last_read_) {
    last_ = counters_->read(offset, now);
    last_offset_ = offset;
    last_read_ = now;
  }
  return last_;
}

void TrafficUgal::registers_written(const RegisterFile& file) {
  last_offset_ = 0;
  LocalUgal::registers_written(file);
  counters_->registers_written(file);
  int i = 0;
  for (const char* name : {"UGAL_BENIGN", "UGAL_MIXED", "UGAL_ADVERSARIAL"}) {
    thresholds_[i++] = static_cast<std::int16_t>(file.value(name, 0));
  }
}

void TrafficUgal::stored(int group, Cycle now) {
  last_offset_ = 0;
  counters_->stored(offset(group), now);
}

void TrafficUgal::injected(int group, Cycle now, Cycle /*waited*/) {
  last_offset_ = 0;
  counters_->injected(offset(group), now);
}

std::uint32_t TrafficUgal::counter(const std::string& name, int index, Cycle now) {
  if (name == "WINDOW_BUCKET") {
    return counters_->in_bucket(index / shape_.buckets() + 1, index % shape_.buckets(), now);
  }
  if (name == "INJECTED_PACKETS") return counters_->injected_packets(index + 1, now);
  if (name == "STORED_PACKETS") return counters_->stored_packets(index + 1, now);
  if (name == "EXTENDED_COUNTER") return counters_->extended(index + 1, now);
  const int each = shape_.remote_each();
  return counters_->remote(index < each ? index + 1 : each - index - 1, now);
}

}  // namespace routing
}  // namespace netloom
