// Packets that failed links have left no way, in the parts of a structural switch.
// docs/live_faults.md, "Cycle by cycle", 2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "hw/switch/base/fault_unit.h"
#include "testbench/unit/hw_structural_allocator_support.h"
#include "testbench/unit/hw_structural_input_port_support.h"
#include "testbench/unit/hw_structural_routing_unit_support.h"

namespace netloom {
namespace {

using structural::Crossing;
using test::packet_to;
using test::send;
using testing::ElementsAre;
using testing::IsEmpty;

/// A part of a switch whose links may fail, and that has no emergency paths.
template <class Alone>
class OfFailing : public Alone {
 protected:
  OfFailing() : registers_("interval", shape_of(this->plan_)) {
    handling_.way = FaultWay::kCentral;
    handling_.emergency_path = false;
    unit_.emplace(std::nullopt, this->plan_.id, handling_, registers_, 0);
    this->plan_.faults = &*unit_;
    this->plan_.output_ends.assign(this->plan_.ports.size(), FaultWork::kNoCycle);
  }
  static SwitchShape shape_of(const SwitchPlan& plan) {
    SwitchShape result;
    result.hosts = 8;
    result.switches = 8;
    result.ports = static_cast<int>(plan.ports.size());
    return result;
  }
  /// The link behind an output port fails, of which the switch knows `detection` cycles later.
  void fails(int port, Cycle cycle) {
    LinkFault fault;
    fault.cycle = cycle;
    unit_->output_will_fail(port, fault);
    this->around_.in_each(structural::Phase::kDrive,
                          [this](Cycle now) { this->of().failed.step(now); });
  }

  FaultHandling handling_;
  RegisterFile registers_;
  std::optional<FaultUnit> unit_;
};

// ---- The allocator: four ports of two VCs.

class StructuralDrop : public OfFailing<test::StructuralAllocation> {
 protected:
  std::vector<int> dropped(Cycle cycle) {
    std::vector<int> result;
    for (int input = 0; input < kChannels; ++input) {
      if (grant(input, cycle).valid && grant(input, cycle).drops) result.push_back(input);
    }
    return result;
  }
};

TEST_F(StructuralDrop, AHeadWithoutAWayGoesInTheCycleInWhichItIsRouted) {
  head(2, {});
  head(5, {}).ready = false;
  head(6, {0});
  build();
  run(1);
  EXPECT_THAT(dropped(0), ElementsAre(2));
  EXPECT_TRUE(grant(6, 0).valid);
  EXPECT_FALSE(grant(6, 0).drops);
  for (int output = 0; output < kChannels; ++output) {
    EXPECT_EQ(taking(output, 0).valid, output == 0);
  }
}

TEST_F(StructuralDrop, ItTakesTheInputOfItsPortBeforeOtherVcs) {
  head(2, {4});
  head(3, {});
  build();
  run(2);
  EXPECT_THAT(dropped(0), ElementsAre(3));
  EXPECT_FALSE(grant(2, 0).valid);
  EXPECT_TRUE(grant(2, 1).valid);
}

TEST_F(StructuralDrop, AnInputDropsOnePacketAtATimeTheLowestVcFirst) {
  head(2, {});
  head(3, {});
  build();
  run(2);
  EXPECT_THAT(dropped(0), ElementsAre(2));
  EXPECT_THAT(dropped(1), ElementsAre(3));
}

TEST_F(StructuralDrop, AFullCrossbarHasAnInputForEachVc) {
  config_.switches.crossbar = CrossbarKind::kFull;
  head(2, {});
  head(3, {});
  build();
  run(1);
  EXPECT_THAT(dropped(0), ElementsAre(2, 3));
}

TEST_F(StructuralDrop, ItWaitsUntilTheInputIsFree) {
  head(2, {});
  occupy(2, 7, 0, 2);
  build();
  run(4);
  EXPECT_THAT(dropped(2), IsEmpty());
  EXPECT_THAT(dropped(3), ElementsAre(2));
}

// ---- The input port: port 1 of two.

class StructuralInputPortDrops : public OfFailing<test::InputPortAlone> {
 protected:
  void drop(int vc, Cycle cycle) {
    structural::Grant value;
    value.valid = true;
    value.drops = true;
    grant_[vc].in(cycle, value);
  }
};

TEST_F(StructuralInputPortDrops, APhitLeavesInEachCycleAndNoneCrosses) {
  build();
  send(pins_, 1, packet_to(7, 3, 9), 0);
  send(pins_, 4, packet_to(7, 2, 10), 0);
  drop(0, 5);
  run(12);
  EXPECT_THAT(crossing_[0].cycles([](const Crossing& value) { return value.phits > 0; }),
              IsEmpty());
  EXPECT_THAT(crossing_[0].cycles([](const Crossing& value) { return value.stays; }),
              ElementsAre(5, 6))
      << "its crossbar input is free in cycle 8";
  EXPECT_THAT(credits(), ElementsAre(7));
  EXPECT_EQ(credit_.at_end(7).credits, (std::vector<structural::Credit>{{0, 3}}));
  EXPECT_EQ(front(0, 5), 9);
  EXPECT_EQ(front_after_grants(0, 5), 10) << "the next is at the front at once";
  EXPECT_EQ(of().counters.dropped, 1u);
  EXPECT_EQ(of().counters.flit_hops, 0u);
  EXPECT_EQ(port_->occupancy(0), 3u * (8 - 1));
}

TEST_F(StructuralInputPortDrops, WhatIsStillArrivingIsDroppedAsItComes) {
  build();
  send(pins_, 3, packet_to(7, 4), 1);
  drop(1, 4);
  run(12);
  EXPECT_THAT(credits(), ElementsAre(7));
}

TEST_F(StructuralInputPortDrops, WhatAFaultHasCutIsNoneOfTheDropped) {
  build();
  Flit flit = packet_to(7, 2);
  flit.set_cut(true);
  send(pins_, 1, flit, 0);
  drop(0, 4);
  run(8);
  EXPECT_EQ(of().counters.cut, 1u);
  EXPECT_EQ(of().counters.dropped, 0u);
  EXPECT_EQ(of().counters.lost_fingerprint, flit.fingerprint());
}

// ---- The routing unit: packets to host 7 may take ports 0 and 1.

using StructuralRoutingUnitDrops = OfFailing<test::RoutingUnitAlone>;

TEST_F(StructuralRoutingUnitDrops, AHeadHasNoWayFromTheDetectionOn) {
  handling_.detection = 5;
  fails(0, 10);
  fails(1, 12);
  build(1);
  arrive(0, 3);
  run(20);
  EXPECT_EQ(requests_[0].in_phase(14).candidates.size(), 2u);
  EXPECT_EQ(requests_[0].in_phase(15).candidates, structural::ChannelList{6});
  EXPECT_EQ(requests_[0].in_phase(16).candidates, structural::ChannelList{6});
  EXPECT_TRUE(requests_[0].in_phase(17).candidates.empty());
  EXPECT_TRUE(requests_[0].in_phase(17).ready);
}

TEST_F(StructuralRoutingUnitDrops, AHeadThatComesLaterIsRoutedAllTheSame) {
  fails(0, 0);
  fails(1, 0);
  build(2);
  arrive(0, 3);
  run(8);
  EXPECT_EQ(ready(0), 5u);
  EXPECT_TRUE(requests_[0].in_phase(5).candidates.empty());
}

}  // namespace
}  // namespace netloom
