#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "hw/switch/hop_watch.h"
#include "hw/switch/livelock_error.h"
#include "testbench/unit/hw_structural_input_port_support.h"

namespace netloom {
namespace {

using structural::Request;
using test::packet_to;
using test::Phase;
using test::send;
using testing::ElementsAre;
using testing::IsEmpty;

/// What an input port writes into headers, and tells of its flits.
using StructuralInputHeader = test::InputPortAlone;

// The header counts the switch, and leaves in the state that the router says, asked in the state
// with which the flit stands in the request.
TEST_F(StructuralInputHeader, TheHeaderIsRewrittenForTheHop) {
  build();
  Flit flit = packet_to(7, 2);
  flit.set_state(5);
  flit.count_hop();
  send(pins_, 1, flit, 0);
  Request request;
  request.flit = flit;
  request.flit.set_state(6);  // a decision at the source
  request_[0].from(1, request);
  grant(0, 4, kBuffered);
  run(8);
  EXPECT_EQ(crossing_[0].at_end(4).flit.hops(), 2u);
  EXPECT_EQ(crossing_[0].at_end(4).flit.state(), 601u) << "from 6, by port 0, VC 1";
  EXPECT_EQ(of().counters.packet_hops, 1u);
  EXPECT_EQ(of().counters.flit_hops, 1u);
}

// Only heads have a header to be rewritten.
TEST_F(StructuralInputHeader, FlitsBehindTheHeadKeepTheirState) {
  build();
  Flit body = packet_to(7, 2);
  body.set_head(false);
  body.set_state(5);
  send(pins_, 1, body, 0);
  Request request;
  request.flit = body;
  request_[0].from(1, request);
  grant(0, 4, kBuffered);
  run(8);
  EXPECT_EQ(crossing_[0].at_end(4).flit.state(), 5u);
  EXPECT_EQ(of().counters.packet_hops, 0u);
  EXPECT_EQ(of().counters.flit_hops, 1u);
}

// Where invariants are checked, each packet's hop is, before it is on the link.
TEST_F(StructuralInputHeader, HopsAreCheckedWhereInvariantsAre) {
  plan_.check_invariants = true;
  build();
  send(pins_, 1, packet_to(7, 2), 0);
  grant(0, 4, kBuffered);
  run(4);
  EXPECT_THAT(router_.checked, IsEmpty());
  run(8);
  EXPECT_THAT(router_.checked, ElementsAre(std::tuple(7u, 0, 1)));
}

TEST_F(StructuralInputHeader, HopsAreNotCheckedElsewhere) {
  build();
  send(pins_, 1, packet_to(7, 2), 0);
  grant(0, 4, kBuffered);
  run(8);
  EXPECT_THAT(router_.checked, IsEmpty());
}

// "Packets that go in circles": one that passes more switches than the limit is noted.
TEST_F(StructuralInputHeader, APacketThatPassesTooManySwitchesIsNoted) {
  Netlist netlist;
  netlist.hosts.resize(8);
  netlist.switches.resize(4);
  HopWatch watch(netlist, {2, 2}, false);
  plan_.hop_watch = &watch;
  build();
  Flit flit = packet_to(7, 1);
  flit.count_hop();
  send(pins_, 1, flit, 0);
  grant(0, 4, kBuffered);
  flit.count_hop();
  send(pins_, 6, flit, 0);
  grant(0, 8, kBuffered);
  run(6);
  EXPECT_NO_THROW(watch.check()) << "two switches are as many as it may pass";
  run(12);
  EXPECT_THROW(watch.check(), LivelockError);
}

// Occupancy: phits times the cycles from the arrival of the first to the end of the last, that
// cycle included.
TEST_F(StructuralInputHeader, OccupancyIsPhitsTimesCycles) {
  build();
  send(pins_, 1, packet_to(7, 4), 0);
  send(pins_, 5, packet_to(7, 1), 0);
  grant(0, 6, kUnbuffered);
  grant(0, 12, kUnbuffered);
  run(16);
  EXPECT_EQ(port_->occupancy(0), 4u * 9u + 1u * 8u);
  EXPECT_EQ(port_->occupancy(1), 0u);
}

// For the balance of packets: what is in the buffer, and what of it crosses.
TEST_F(StructuralInputHeader, TellsWhatIsInTheBuffer) {
  build();
  send(pins_, 1, packet_to(7, 3, 1), 0);
  send(pins_, 4, packet_to(7, 3, 2), 0);
  grant(0, 5, kUnbuffered);
  std::vector<std::vector<std::string>> seen;
  around_.in_each(Phase::kEnd, [&](Cycle /*now*/) {
    seen.emplace_back();
    for (const auto& held : port_->flits(0)) {
      seen.back().push_back(std::to_string(held.flit->tag.number) +
                            (held.leaves ? " crosses" : " waits"));
    }
  });
  run(9);
  EXPECT_THAT(seen[0], IsEmpty());
  EXPECT_THAT(seen[4], ElementsAre("1 waits", "2 waits"));
  EXPECT_THAT(seen[5], ElementsAre("1 crosses", "2 waits"));
  EXPECT_THAT(seen[6], ElementsAre("1 crosses", "2 waits"));
  EXPECT_THAT(seen[7], ElementsAre("2 waits")) << "its last phit left in 7";
  EXPECT_THAT(told_.events, ElementsAre("arrived 2 packet 1: 1", "arrived 2 packet 2: 4",
                                        "granted 2 packet 1: 2 5 7", "released 2 packet 1: 7"));
}

}  // namespace
}  // namespace netloom
