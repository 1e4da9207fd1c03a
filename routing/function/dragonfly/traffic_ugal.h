#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/decision/traffic_counters.h"
#include "routing/function/dragonfly/ugal.h"

namespace netloom {
inline namespace routing {

/// UGAL-L with T by what counters say of the traffic to the packet's group; packets that stay in
/// their group have the T of UGAL_THRESHOLD. With extended counters they also say which hops path A
/// has.
/// Source: [LIA 2025], sections 2.2.3 (TPR) and 4 (LIA).
class TrafficUgal final : public LocalUgal {
 public:
  /// Of a switch of group `group`, of `groups`.
  TrafficUgal(int group, int groups, TrafficCounterShape shape,
              std::unique_ptr<TrafficCounters> counters);

  PathA path_a(const DragonflyWays& ways, const DragonflyGoal& destination,
               const CongestionView& view) override;
  bool minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
               const DragonflyGoal& intermediate, const CongestionView& view) const override;
  void registers_written(const RegisterFile& file) override;
  PathA explained_path_a(const DragonflyWays& ways, const DragonflyGoal& destination,
                         const CongestionView& view) override;
  std::string explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                      const DragonflyGoal& intermediate, const CongestionView& view) const override;

  bool counts_injections() const override { return true; }
  void stored(int group, Cycle now) override;
  void injected(int group, Cycle now, Cycle waited) override;
  std::uint32_t counter(const std::string& name, int index, Cycle now) override;

 private:
  int offset(int group) const { return (group - group_ + groups_) % groups_; }
  /// What the counters say of packets to a group; a decision reads them once, for path A and for T.
  const TrafficReading& reading(int offset, Cycle now) const;

  int group_;
  int groups_;
  TrafficCounterShape shape_;
  std::unique_ptr<TrafficCounters> counters_;
  int thresholds_[3] = {};  ///< by TrafficLevel, phits
  mutable TrafficReading last_;
  mutable int last_offset_ = 0;  ///< of last_; 0: none
  mutable Cycle last_read_ = 0;
};

}  // namespace routing
}  // namespace netloom
