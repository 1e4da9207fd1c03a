#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "Vbuffered.h"
#include "Vcut_through.h"
#include "Vfailing.h"
#include "Vfailing_full.h"
#include "Vfull.h"
#include "Vone_phit.h"
#include "Vstore_and_forward.h"
#include "Vtwo_vcs.h"
#include "Vwormhole.h"
#include "testbench/monitor/monitor_bench.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr Kind kCutThrough{};
constexpr Kind kTwoVcs{1, 2, 4, 4, 9};
constexpr Kind kStoreAndForward{1, 2};
constexpr Kind kWormhole{1, 2, 9, 3, 6, 6};
constexpr Kind kBuffered{2, 3, 4, 4, 8, 8, true};
constexpr Kind kOnePhit{0, 1, 1, 1, 3, 2, true};
constexpr Kind kFull{1, 2, 9, 3, 7, 8, false, true};
constexpr Kind kFailing{1, 2, 4, 4, 8, 8, false, false, true};
constexpr Kind kFailingFull{1, 2, 4, 4, 8, 8, false, true, true};

// ---- A right switch among right neighbours.

template <class Model>
void expect_silence(const Kind& kind) {
  Bench<Model> bench(kind);
  bench.run(5000);
  bench.sends = false;
  bench.run(500);
  EXPECT_THAT(reports(), ElementsAre()) << "cycle " << bench.cycle;
  EXPECT_GT(bench.packets, 500);
  if (kind.failing) {
    EXPECT_GT(bench.dropped, 100);
  } else {
    EXPECT_EQ(bench.dropped, 0);
  }
}

TEST(Monitor, IsSilentWithCutThrough) {
  expect_silence<Vcut_through>(kCutThrough);
}
TEST(Monitor, IsSilentWithSeveralVcs) {
  expect_silence<Vtwo_vcs>(kTwoVcs);
}
TEST(Monitor, IsSilentWithStoreAndForward) {
  expect_silence<Vstore_and_forward>(kStoreAndForward);
}
TEST(Monitor, IsSilentWithWormhole) {
  expect_silence<Vwormhole>(kWormhole);
}
TEST(Monitor, IsSilentWithOutputBuffers) {
  expect_silence<Vbuffered>(kBuffered);
}
// A credit is used in the cycle in which it comes, by a flit that ends in it.
TEST(Monitor, IsSilentWithFlitsOfOnePhit) {
  expect_silence<Vone_phit>(kOnePhit);
}
TEST(Monitor, IsSilentWithAFullCrossbar) {
  expect_silence<Vfull>(kFull);
}

TEST(Monitor, IsSilentWhereALinkFailsAndPacketsAreDropped) {
  expect_silence<Vfailing>(kFailing);
}
TEST(Monitor, IsSilentWhereALinkFailsWithAFullCrossbar) {
  expect_silence<Vfailing_full>(kFailingFull);
}

// ---- Mistakes of the switch.

/// What is said first in a bench in which a mistake is made once.
template <class Model>
std::string report_of(const Kind& kind, const typename Bench<Model>::Flip& flip) {
  Bench<Model> bench(kind);
  bench.run(200);
  EXPECT_EQ(bench.said(), "");
  bench.run(2000, flip);
  EXPECT_TRUE(bench.flipped);
  return bench.said();
}

/// … in each of the kinds.
#define EXPECT_MISTAKE(text, ...)                                                             \
  EXPECT_THAT(report_of<Vtwo_vcs>(kTwoVcs, [](auto& b) __VA_ARGS__), ContainsRegex(text));    \
  EXPECT_THAT(report_of<Vwormhole>(kWormhole, [](auto& b) __VA_ARGS__), ContainsRegex(text)); \
  EXPECT_THAT(report_of<Vbuffered>(kBuffered, [](auto& b) __VA_ARGS__), ContainsRegex(text)); \
  EXPECT_THAT(report_of<Vfull>(kFull, [](auto& b) __VA_ARGS__), ContainsRegex(text))

TEST(MonitorOfTheSwitch, SeesAGapInAFlit) {
  EXPECT_MISTAKE("output 1, VC .: the switch leaves a gap in a flit, . phits before its end", {
    if (!b.within(1)) return false;
    set_bit(b.m.flip_valid_o_i, 1, true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesThatATailIsMissing) {
  EXPECT_MISTAKE("output 1, VC .: the switch does not end a flit with its last phit", {
    if (!b.ends(1)) return false;
    set_bit(b.m.flip_tail_o_i, 1, true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesAFlitThatIsCutShort) {
  EXPECT_MISTAKE("output 2, VC .: the switch ends a flit [12] phits too early", {
    if (!b.within(2)) return false;
    set_bit(b.m.flip_tail_o_i, 2, true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesAChangeOfTheVcWithinAFlit) {
  EXPECT_MISTAKE("output 1, VC .: the switch changes the VC within a flit", {
    if (!b.within(1) || field(b.m.flit_vc_o, 1, b.vc_bits()) > 1) return false;
    set_bit(b.m.flip_vc_o_i, b.vc_bits(), true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesAVcThatIsNotThere) {
  EXPECT_MISTAKE(
      "output 0, VC 1: the switch sends a phit on a VC that is not there; allowed: 0 ... 0", {
        if (!b.starts(0)) return false;
        set_bit(b.m.flip_vc_o_i, 0, true);
        return true;
      });
}

TEST(MonitorOfTheSwitch, SeesAChangedBitOfTheHeader) {
  EXPECT_MISTAKE("output 1, VC .: the switch sends a packet with a header that has not come in", {
    if (!b.starts(1) || !bit_of(b.m.flit_first_o, 1)) return false;
    set_bit(b.m.flip_data_o_i, kPhitBits + 3, true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesAHopThatIsNotCounted) {
  EXPECT_MISTAKE("output 1, VC .: the switch sends a packet with a header that has not come in", {
    if (!b.starts(1) || !bit_of(b.m.flit_first_o, 1)) return false;
    set_bit(b.m.flip_data_o_i, kPhitBits + kHopsAt, true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesAChangedBitOfThePayload) {
  EXPECT_MISTAKE("output 1, VC .: the switch sends a flit whose phits have not come in so", {
    if (!b.within(1)) return false;
    set_bit(b.m.flip_data_o_i, kPhitBits + 95, true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesThatItIsNoFirstFlit) {
  EXPECT_MISTAKE(
      "output 1, VC .: the switch sends another than the first flit, and no packet has begun|"
      "output 1, VC .: the switch begins a packet where another has not ended",
      {
        if (!b.starts(1)) return false;
        set_bit(b.m.flip_first_o_i, 1, true);
        return true;
      });
}

TEST(MonitorOfTheSwitch, SeesThatItIsNotTheLastFlit) {
  EXPECT_MISTAKE(
      "output 1, VC .: the switch sends flit_last ., and . phits of the packet are left in flits "
      "of .",
      {
        if (!b.starts(1)) return false;
        set_bit(b.m.flip_last_o_i, 1, true);
        return true;
      });
}

TEST(MonitorOfTheSwitch, SeesThatACreditIsLost) {
  const auto lose = [](auto& b) {
    const int side = b.credit_side();
    if (side < 0) return false;
    set_bit(b.m.flip_credit_valid_o_i, side, true);
    return true;
  };
  // Without output buffers, as soon as the flit is out; with them, by the next credit or flit, too.
  const char* const early =
      "the switch sends the last phit of a flit whose credit has not left . cycles before";
  EXPECT_THAT(report_of<Vtwo_vcs>(kTwoVcs, lose), ContainsRegex(early));
  EXPECT_THAT(report_of<Vwormhole>(kWormhole, lose), ContainsRegex(early));
  const std::string any = std::string(early) +
                          "|input ., VC .: the switch gives back a credit for . phits; the oldest "
                          "flit has .|input ., VC .: the neighbour sends a flit of . phits with "
                          "credits for .";
  EXPECT_THAT(report_of<Vbuffered>(kBuffered, lose), ContainsRegex(any));
  EXPECT_THAT(report_of<Vfull>(kFull, lose), ContainsRegex(any));
}

TEST(MonitorOfTheSwitch, SeesThatACreditComesTwice) {
  EXPECT_MISTAKE(
      "input ., VC .: the switch gives back a credit"
      "(, and there is no flit whose credit is due| for . phits; the oldest flit has .|"
      " . cycles before its flit can have left)",
      {
        const auto& [side, vc, phits] = b.last_credit;
        if (phits == 0 || bit_of(b.m.credit_valid_o, side)) return false;
        set_bit(b.m.flip_credit_valid_o_i, side, true);
        set_field(b.m.flip_credit_vc_o_i, side, b.vc_bits(),
                  field(b.m.credit_vc_o, side, b.vc_bits()) ^ static_cast<unsigned>(vc));
        set_field(b.m.flip_credit_phits_o_i, side, b.phits_bits(),
                  field(b.m.credit_phits_o, side, b.phits_bits()) ^ static_cast<unsigned>(phits));
        return true;
      });
}

TEST(MonitorOfTheSwitch, SeesACreditOfAnotherSize) {
  EXPECT_MISTAKE("input ., VC .: the switch gives back a credit for ", {
    const int side = b.credit_side();
    if (side < 0) return false;
    set_bit(b.m.flip_credit_phits_o_i, side * b.phits_bits(), true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesAFlitWithoutCredits) {
  // The monitor does not see what the neighbours give back.
  EXPECT_MISTAKE("output [12], VC .: the switch sends a flit of . phits with credits for .", {
    b.withheld = true;
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesAPhitWhereNoFlitHasBegun) {
  EXPECT_MISTAKE("output 1, VC .: the switch sends a phit that is no head, and no flit has begun", {
    if (bit_of(b.m.flit_valid_o, 1) || bit_of(b.m.flit_head_o, 1) || !b.ended_before[1])
      return false;
    set_bit(b.m.flip_valid_o_i, 1, true);
    return true;
  });
}

TEST(MonitorOfTheSwitch, SeesAHeadThatGoesNowhere) {
  Bench<Vcut_through> bench(kCutThrough);
  bench.write_table(2, 0, 0);
  bench.run(500);
  EXPECT_THAT(bench.said(), ContainsRegex("input ., VC 0: the switch keeps a flit for 60 cycles in "
                                          "which every output is free"));
}

TEST(MonitorOfTheSwitch, SeesAPhitOfAFlitThatIsDropped) {
  Bench<Vfailing> bench(kFailing);
  bench.run(kFails + 10);
  bench.run(2000, [](auto& b) {
    if (b.drop() < 0 || bit_of(b.m.flit_valid_o, kFailedPort)) return false;
    set_bit(b.m.flip_valid_o_i, kFailedPort, true);
    return true;
  });
  EXPECT_TRUE(bench.flipped);
  EXPECT_THAT(bench.said(), HasSubstr("output 1, VC "));
}

/// A flit of one phit does not come to the first output, once, from a cycle on, in which a register
/// is written or not.
std::string report_of_a_lost_flit(int from, bool written) {
  Bench<Vfailing> bench(kFailing);
  bench.run(from);
  EXPECT_EQ(bench.said(), "");
  bench.run(kFails / 2, [from, written](auto& b) {
    if (written && b.cycle < from + 2) {
      b.m.psel_i = 1;
      b.m.pwrite_i = 1;
      b.m.penable_i = b.cycle == from + 1;
      b.m.flip_pslverr_i = b.m.penable_i;  // a table in registers would take it
      b.m.eval();
      return false;
    }
    if (!b.starts(0) || !b.ends(0)) return false;
    set_bit(b.m.flip_valid_o_i, 0, true);
    return true;
  });
  EXPECT_TRUE(bench.flipped);
  return bench.said();
}

TEST(MonitorOfTheSwitch, SeesAFlitThatIsLostWhereLinksMayFail) {
  const char* const lost =
      "the switch has given back credits for 1 flits that it has neither sent nor dropped";
  const char* const kept = "the switch has given back credits for 1 phits that it has not sent";
  // Without watch_drops_o, too, until a link has failed, here or elsewhere.
  EXPECT_THAT(report_of_a_lost_flit(0, false), AllOf(HasSubstr(lost), HasSubstr(kept)));
  EXPECT_THAT(report_of_a_lost_flit(20, false), AllOf(HasSubstr(lost), HasSubstr(kept)));
  EXPECT_THAT(report_of_a_lost_flit(20, true), AllOf(HasSubstr(lost), Not(HasSubstr(kept))));
  EXPECT_THAT(report_of_a_lost_flit(2 * kFails, false),
              AllOf(HasSubstr(lost), Not(HasSubstr(kept))));
}

TEST(MonitorOfTheSwitch, SeesAFlitThatIsDroppedUnseen) {
  Bench<Vfailing> bench(kFailing);
  bench.run(kFails + 10);
  bench.run(2000, [](auto& b) {
    if (b.drop() < 0) return false;
    set_bit(b.m.flip_drops_i, b.drop(), true);
    return true;
  });
  EXPECT_TRUE(bench.flipped);
  EXPECT_THAT(bench.said(),
              HasSubstr("the switch has given back credits for 1 flits that it has neither "
                        "sent nor dropped"));
}

TEST(MonitorOfTheSwitch, SeesADropThatIsNone) {
  EXPECT_THAT(report_of<Vfailing>(kFailing,
                                  [](auto& b) {
                                    if (b.cycle <= kFails || b.drop() >= 0) return false;
                                    for (int port = 0; port < kPorts; ++port) {
                                      set_bit(b.m.flip_drops_i, 2 * port, true);
                                    }
                                    return true;
                                  }),
              ContainsRegex("input [0-9], VC 0: the switch drops a head"));
  EXPECT_THAT(report_of<Vtwo_vcs>(kTwoVcs,
                                  [](auto& b) {
                                    set_bit(b.m.flip_drops_i, 0, true);
                                    return true;
                                  }),
              HasSubstr("input 0, VC 0: the switch drops a head, and no link fails here"));
}

TEST(MonitorOfTheSwitch, SeesAnAccessThatWaitsAndAnErrorWithoutOne) {
  const auto wait = [](auto& b) {
    b.m.psel_i = 1;
    b.m.penable_i = b.cycle % 2;
    if (b.cycle % 2 == 0) return false;
    b.m.flip_pready_i = 1;
    return true;
  };
  EXPECT_THAT(report_of<Vcut_through>(kCutThrough, wait),
              HasSubstr("APB: the switch lets an access wait"));
  const auto error = [](auto& b) {
    b.m.flip_pslverr_i = 1;
    return true;
  };
  EXPECT_THAT(report_of<Vcut_through>(kCutThrough, error),
              HasSubstr("APB: the switch has pslverr_o, and no access ends"));
}

// ---- Mistakes of neighbours.

TEST(MonitorOfNeighbours, SeesAGapInAFlit) {
  EXPECT_MISTAKE("input 1, VC .: the neighbour leaves a gap in a flit", {
    if (!b.within_in(1)) return false;
    set_bit(b.m.flip_valid_i, 1, true);
    return true;
  });
}

TEST(MonitorOfNeighbours, SeesAChangeOfTheVcWithinAFlit) {
  EXPECT_MISTAKE("input 1, VC .: the neighbour changes the VC within a flit", {
    if (!b.within_in(1) || field(b.m.flit_vc_i, 1, b.vc_bits()) > 1) return false;
    set_bit(b.m.flip_vc_i, b.vc_bits(), true);
    return true;
  });
}

TEST(MonitorOfNeighbours, SeesAFlitThatIsCutShort) {
  EXPECT_MISTAKE("input 2, VC .: the neighbour ends a flit . phits too early", {
    if (!b.within_in(2)) return false;
    set_bit(b.m.flip_tail_i, 2, true);
    return true;
  });
}

TEST(MonitorOfNeighbours, SeesAPacketOfNoLength) {
  EXPECT_MISTAKE(
      "input 1, VC .: the neighbour sends a packet of 0 phits, by its header; allowed: 1 ... ", {
        if (!bit_of(b.m.flit_valid_i, 1) || !bit_of(b.m.flit_head_i, 1) ||
            !bit_of(b.m.flit_first_i, 1))
          return false;
        const int at = kPhitBits + kHopsAt + kHopsBits;
        for (int i = 0; i < b.length_bits(); ++i) {
          set_bit(b.m.flip_data_i, at + i, bit_of(b.m.flit_data_i, at + i));
        }
        return true;
      });
}

TEST(MonitorOfNeighbours, SeesFlitsWithoutCredits) {
  EXPECT_MISTAKE("input 1, VC .: the neighbour sends a flit of . phits with credits for .", {
    b.greedy = 1;
    return true;
  });
}

TEST(MonitorOfNeighbours, SeesACreditThatNoFlitIsThereFor) {
  EXPECT_MISTAKE("output 2, VC 0: the neighbour gives back a credit", {
    const int side = 2 * b.lanes();
    if (bit_of(b.m.credit_valid_i, side)) return false;
    set_bit(b.m.flip_credit_valid_i, side, true);
    set_field(b.m.flip_credit_vc_i, side, b.vc_bits(), field(b.m.credit_vc_i, side, b.vc_bits()));
    set_field(b.m.flip_credit_phits_i, side, b.phits_bits(),
              field(b.m.credit_phits_i, side, b.phits_bits()) ^ 1);
    // In the other cycles it may be that of a flit.
    return true;
  });
}

TEST(MonitorOfNeighbours, SeesACreditOfAnotherVc) {
  EXPECT_THAT(report_of<Vfull>(kFull,
                               [](auto& b) {
                                 const int side = b.lanes();
                                 if (!bit_of(b.m.credit_valid_i, side)) return false;
                                 set_bit(b.m.flip_credit_vc_i, side * b.vc_bits(), true);
                                 return true;
                               }),
              ContainsRegex("output 1, VC 1: the neighbour gives back a credit"));
}

TEST(MonitorOfNeighbours, SeesAnAccessWithoutSetup) {
  const auto access = [](auto& b) {
    b.m.psel_i = 1;
    b.m.penable_i = 1;
    return true;
  };
  EXPECT_THAT(report_of<Vcut_through>(kCutThrough, access),
              HasSubstr("APB: the manager begins an access without setup"));
  const auto setup = [](auto& b) {
    b.m.psel_i = 1;
    return true;
  };
  EXPECT_THAT(report_of<Vcut_through>(kCutThrough, setup),
              HasSubstr("APB: the manager does not go on from setup to access"));
}

}  // namespace
}  // namespace netloom::test
