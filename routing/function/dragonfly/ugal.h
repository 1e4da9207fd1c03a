#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "routing/function/dragonfly/valiant.h"

namespace netloom {
inline namespace routing {

/// UGAL: minimal if and only if Q_MIN <= 2 Q_VLB + T, in phits.
/// Source: [LIA 2025], Equation (1).
inline bool ugal_minimal(std::int64_t minimal_queue, std::int64_t valiant_queue,
                         std::int64_t threshold) {
  return minimal_queue <= 2 * valiant_queue + threshold;
}

/// What ugal_minimal() compares.
std::string ugal_comparison_text(std::int64_t minimal_queue, std::int64_t valiant_queue,
                                 int threshold);

/// Compares the queues of the next hops (UGAL-L). Where there are several next hops, the shortest
/// queue counts. Its threshold is the register UGAL_THRESHOLD.
class LocalUgal : public PathChoice {
 public:
  bool minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
               const DragonflyGoal& intermediate, const CongestionView& view) const override;
  void registers_written(const RegisterFile& file) override;
  std::string explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                      const DragonflyGoal& intermediate, const CongestionView& view) const override;

 protected:
  int threshold() const { return threshold_; }
  static std::string explain_with(const DragonflyWays& ways, const DragonflyGoal& destination,
                                  const DragonflyGoal& intermediate, const CongestionView& view,
                                  int threshold);
  /// The same with another T.
  static bool minimal_with(const DragonflyWays& ways, const DragonflyGoal& destination,
                           const DragonflyGoal& intermediate, const CongestionView& view,
                           int threshold);

 private:
  int threshold_ = 0;
};

/// Source-adaptive routing with UGAL's threshold.
class UgalRouting : public ValiantRouting {
 public:
  UgalRouting(const RoutingContext& context, const std::string& function,
              const ValiantRules& rules);

  std::string register_set() const override { return "ugal"; }
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override;

 private:
  int threshold_;
};

/// UGAL-L, and PAR with its rules.
class LocalUgalRouting final : public UgalRouting {
 public:
  using UgalRouting::UgalRouting;

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId /*switch_id*/) const override {
    return std::make_unique<LocalUgal>();
  }
};

/// Parameters of what UgalRouting compares, and when: ugal_threshold, queue, which is `queue`
/// unless set, and decide.
std::vector<Parameter> ugal_test_parameters(QueueBehind queue = QueueBehind::kPort);
/// Those of valiant_parameters(), and these.
std::vector<Parameter> ugal_parameters(QueueBehind queue = QueueBehind::kPort);
/// VCs that valiant_rules() need, for RoutingFunctionEntry::default_vcs_of.
std::map<std::string, int> ugal_vcs(const ParameterMap& parameters);

}  // namespace routing
}  // namespace netloom
