#include <gtest/gtest.h>

#include <vector>

#include "hw/switch/base/fault_unit.h"

namespace netloom {
namespace {

/// Switch 0 of a 3-ary 2-tree: nodes 0 to 2 are below it, 3 to 8 are not.
class ByUpLinks : public ::testing::Test {
 protected:
  ByUpLinks() : registers_("ft2ei", shape()) {}

  static SwitchShape shape() {
    SwitchShape result;
    result.hosts = 9;
    result.switches = 6;
    result.ports = 6;
    result.first_up_port = 3;
    result.up_ports = 3;
    result.exclusion_intervals = 1;
    return result;
  }

  void exclude(int up, std::uint32_t lower, std::uint32_t upper) {
    registers_.write({"ELIB", up, lower});
    registers_.write({"EUIB", up, upper});
    registers_.write({"EENABLE", up, 1});
  }

  FaultUnit unit(SwitchId id = 0) { return FaultUnit(FatTree(3, 2), id, handling_, registers_, 1); }

  static FaultUnit::Forwarding of_its_own(const FaultUnit& unit) {
    FaultUnit::Action send;
    send.kind = FaultUnit::Action::Kind::kSend;
    send.up = true;
    return unit.departure(send);
  }

  RegisterFile registers_;
  FaultHandling handling_;
};

// [Fat-Trees 2010], section 3.3.2: by any one up link that excludes nothing.
TEST_F(ByUpLinks, OneThatLeadsToAllNodesIsEnough) {
  exclude(0, 3, 5);
  const FaultUnit::Forwarding way = of_its_own(unit());
  EXPECT_TRUE(way.any_one);
  EXPECT_EQ(way.ports, (std::vector<int>{4, 5}));
  EXPECT_EQ(way.stranded, 0u);
}

TEST_F(ByUpLinks, SeveralThatTogetherLeadToAllNodes) {
  exclude(0, 3, 5);
  exclude(1, 3, 7);
  exclude(2, 6, 8);
  const FaultUnit::Forwarding way = of_its_own(unit());
  EXPECT_FALSE(way.any_one);
  EXPECT_EQ(way.ports, (std::vector<int>{3, 5}));  // 6 to 8, and 3 to 5
  EXPECT_EQ(way.stranded, 0u);
}

TEST_F(ByUpLinks, TheOneThatLeadsToMostOfTheRestIsFirst) {
  exclude(0, 3, 7);
  exclude(1, 4, 8);
  exclude(2, 8, 3);  // 8, 0 to 3
  const FaultUnit::Forwarding way = of_its_own(unit());
  EXPECT_EQ(way.ports, (std::vector<int>{5, 3, 4}));  // 4 to 7, 8, 3
  EXPECT_EQ(way.stranded, 0u);
}

TEST_F(ByUpLinks, NodesThatNoneLeadsToAreStranded) {
  exclude(1, 3, 5);
  exclude(2, 3, 7);
  FaultUnit here = unit();
  here.output_will_fail(3, LinkFault());  // in cycle 0: known from the start
  const FaultUnit::Forwarding way = of_its_own(here);
  EXPECT_EQ(way.ports, (std::vector<int>{4}));  // 3 to 5 are left
  EXPECT_EQ(way.stranded, 1u);
}

TEST_F(ByUpLinks, NodesThatAllTogetherDoNotLeadToAreStranded) {
  exclude(0, 4, 8);
  exclude(1, 5, 3);
  exclude(2, 3, 7);
  const FaultUnit::Forwarding way = of_its_own(unit());
  EXPECT_EQ(way.ports, (std::vector<int>{3, 4, 5}));  // 3, 4 and 8; 5 to 7 are left
  EXPECT_EQ(way.stranded, 1u);
}

TEST_F(ByUpLinks, TheFirstNodeCountsWhereItIsNotBelow) {
  for (int up = 0; up < 3; ++up) exclude(up, 0, 0);
  const FaultUnit::Forwarding way = of_its_own(unit(1));
  EXPECT_EQ(way.ports, (std::vector<int>{3}));
  EXPECT_EQ(way.stranded, 1u);
}

TEST_F(ByUpLinks, NothingIsStrandedWhereNothingComes) {
  exclude(1, 3, 5);
  exclude(2, 3, 7);
  FaultUnit here = unit();
  here.output_will_fail(3, LinkFault());
  for (int port = 0; port < 6; ++port) here.input_failed(port);
  EXPECT_EQ(of_its_own(here).stranded, 0u);
}

// What hardware decides by is in the header; the number of the fault is for the records alone.
TEST_F(ByUpLinks, AControlPacketHasItsIntervalInTheHeader) {
  constexpr int kFault = 70000;
  FaultUnit::Action send;
  send.fault = kFault;
  send.interval = {7, 2};
  const Flit sent = unit().control_packet(send, 40);
  EXPECT_TRUE(sent.for_switches());
  EXPECT_EQ(sent.destination, 7u);
  EXPECT_EQ(sent.interval_end(), 2u);
  EXPECT_EQ(sent.source(), 0u);
  EXPECT_EQ(sent.state(), 0u);
  EXPECT_EQ(sent.tag.number, static_cast<std::uint32_t>(kFault));

  // From a switch at the stage above: here the packet ends.
  Flit arrived = sent;
  arrived.set_source(1);
  for (const int fault : {kFault, 3}) {
    arrived.tag.number = static_cast<std::uint32_t>(fault);
    FaultUnit here = unit();
    EXPECT_TRUE(here.process(arrived, 4, 50).ports.empty());
    ASSERT_NE(here.next(), FaultWork::kNoCycle);
    const FaultUnit::Action update = here.take();
    EXPECT_EQ(update.kind, FaultUnit::Action::Kind::kUpdate);
    EXPECT_EQ(update.port, 4);
    EXPECT_EQ(update.interval, (CyclicInterval{7, 2}));
    EXPECT_EQ(update.fault, fault);
  }
}

// A 2-ary 4-tree has 32 switches and 16 nodes, and the field the width of a node's number.
TEST_F(ByUpLinks, AControlPacketSaysTheStageThatItComesFrom) {
  const FatTree tree(2, 4);
  ASSERT_GT(tree.switches(), tree.hosts());
  for (const SwitchId id : {0u, 8u, 23u, 31u}) {
    FaultUnit::Action send;
    send.interval = {0, 1};
    const Flit sent = FaultUnit(tree, id, handling_, registers_, 1).control_packet(send, 0);
    EXPECT_EQ(sent.source(), id / tree.switches_per_stage());
  }
}

// The fabric manager does what is to be done; packets keep off the link all the same.
TEST_F(ByUpLinks, NothingIsPlannedWhereTheFabricManagerUpdatesTheRegisters) {
  handling_.way = FaultWay::kCentral;
  FaultUnit here = unit();
  here.detected(3, 0, 20);
  EXPECT_TRUE(here.failed(3));
  EXPECT_EQ(here.work(0).detected, 20u);
  EXPECT_EQ(here.next(), FaultWork::kNoCycle);
}

}  // namespace
}  // namespace netloom
