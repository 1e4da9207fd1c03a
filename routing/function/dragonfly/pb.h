#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/function/dragonfly/ugal.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// Which of a switch's global links are saturated: those with Q_g > F · mean(Q) + Z.
class SaturationTest {
 public:
  static constexpr int kWordBits = 32;

  void registers_written(const RegisterFile& file);

  /// Bit i: global port i, counted from 0.
  void bits(const DragonflyWays& ways, const CongestionView& view, std::uint32_t* words) const;

 private:
  std::int64_t factor_ = 0;  ///< F, percent
  std::int64_t offset_ = 0;  ///< Z, phits
};

/// Piggybacking at one switch: Valiant if all global links that a minimal path could take are
/// saturated, as this switch sees or others of the group have broadcast; else as UGAL-L says.
class Piggyback : public LocalUgal {
 public:
  /// Per position in the group: cycles that the broadcast from there takes.
  explicit Piggyback(std::vector<int> delays) : delays_(std::move(delays)) {}

  bool minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
               const DragonflyGoal& intermediate, const CongestionView& view) const override;
  void publish(const DragonflyWays& ways, const CongestionView& view,
               std::uint32_t* words) const override;
  void registers_written(const RegisterFile& file) override;
  std::string explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                      const DragonflyGoal& intermediate, const CongestionView& view) const override;

 private:
  bool all_saturated(const DragonflyWays& ways, const DragonflyGoal& goal,
                     const CongestionView& view) const;

  SaturationTest test_;
  std::vector<int> delays_;
};

/// Source: [LIA 2025], section 5.2 (Piggyback routing); [RLM-OLM 2013],
/// section II.
class PiggybackRouting : public UgalRouting {
 public:
  PiggybackRouting(const RoutingContext& context, const std::string& function,
                   const ValiantRules& rules);

  std::string register_set() const override { return "piggyback"; }
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override;
  StatusBroadcast status_broadcast() const override;

 protected:
  /// Latencies of the local links to a switch, by the positions where they begin.
  std::vector<int> delays_to(SwitchId id) const;

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId switch_id) const override;

  const Netlist& netlist_;
  PortMap ports_;
  std::uint32_t factor_, offset_;
};

/// ugal_test_parameters(), saturation_factor and saturation_offset.
std::vector<Parameter> piggyback_parameters();

}  // namespace routing
}  // namespace netloom
