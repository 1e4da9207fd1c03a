#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "Vparity_sign_pair.h"
#include "routing/function/dragonfly/local_misrouting.h"
#include "routing/function/dragonfly/local_pair_ports.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/verilated_instance.h"

namespace netloom {
namespace {

const LocalPairs& table_1() {
  static const LocalPairs pairs(LocalRestriction::kParitySign);
  return pairs;
}

// All pairs of local hops in the largest group of 4-bit positions, h = 8.
TEST(ParitySignPair, Exhaustive) {
  VerilatedInstance<Vparity_sign_pair> pair;
  for (int from = 0; from < 16; ++from) {
    for (int via = 0; via < 16; ++via) {
      for (int to = 0; to < 16; ++to) {
        if (via == from || via == to) continue;
        drive(pair->from_i, from);
        drive(pair->via_i, via);
        drive(pair->to_i, to);
        pair->eval();
        ASSERT_EQ(pair->allowed_o != 0, table_1().allowed(from, via, to))
            << from << " -> " << via << " -> " << to;
      }
    }
  }
}

DragonflySize size_of(int a, int h, int trunking = 1, int groups = 0) {
  DragonflySize size;
  size.a = a;
  size.h = h;
  size.trunking = trunking;
  size.g = groups;
  return size;
}

std::shared_ptr<const Dragonfly> make_dragonfly(const DragonflySize& size) {
  return std::make_shared<const Dragonfly>(size, GlobalArrangement::kPalmtree, 0);
}

/// A switch of the first group, as model and as RTL.
class ParitySwitch {
 public:
  ParitySwitch(const std::string& implementation, const std::shared_ptr<const Dragonfly>& topology,
               int position)
      : topology_(*topology),
        reference_(topology, static_cast<SwitchId>(position), LocalRestriction::kParitySign),
        rtl_(make_rtl(implementation, reference_, topology->ports())) {}

  /// The positions behind the ports that are allowed to a packet for a host of the switch `end`.
  /// `previous`: position of the switch whose hop has brought it; -1: none has.
  std::vector<int> rtl(int previous, SwitchId end) { return positions(*rtl_, previous, end); }
  std::vector<int> model(int previous, SwitchId end) {
    return positions(reference_, previous, end);
  }

 private:
  std::vector<int> positions(PortMatcher& matcher, int previous, SwitchId end) const {
    RouteQuery query;
    query.destination = end * static_cast<NodeId>(topology_.p());
    const int position = reference_.position();
    query.input_port = previous < 0 ? 0 : topology_.local_port(position, previous);
    const Ports ports = ask(matcher, query);
    std::vector<int> result;
    for (int port = 0; port < kMaxPorts; ++port) {
      if ((ports[static_cast<std::size_t>(port / 64)] >> port % 64 & 1) == 0) continue;
      EXPECT_TRUE(topology_.is_local_port(port)) << port;
      result.push_back(topology_.local_neighbour(position, port));
    }
    return result;
  }

  const Dragonfly& topology_;
  LocalPairPorts reference_;
  std::unique_ptr<PortMatcher> rtl_;
};

// Every pair of local hops in groups of 2h switches: seen from the first of the three switches, and
// from the one between.
TEST(ParitySign, AllowsThePairsOfTableOneInEveryGroup) {
  for (const std::string& implementation : right_implementations("parity_sign")) {
    SCOPED_TRACE(implementation);
    for (int h = 2; h <= 8; ++h) {
      const int a = 2 * h;
      const auto topology = make_dragonfly(size_of(a, h));
      for (int here = 0; here < a; ++here) {
        ParitySwitch parity_switch(implementation, topology, here);
        for (int other = 0; other < a; ++other) {
          if (other == here) continue;
          std::vector<int> first, second;
          for (int k = 0; k < a; ++k) {
            if (k == here) continue;
            if (k != other && table_1().allowed(here, k, other)) first.push_back(k);
            if (table_1().allowed(other, here, k)) second.push_back(k);
          }
          ASSERT_EQ(parity_switch.rtl(-1, static_cast<SwitchId>(other)), first)
              << "h = " << h << ", " << here << " to " << other;
          ASSERT_EQ(parity_switch.rtl(other, topology->switches() - 1), second)
              << "h = " << h << ", at " << here << " from " << other;
        }
      }
    }
  }
}

// Several switches of a group have links to another one, and groups of all Verilated sizes.
TEST(ParitySign, DecidesAsTheModelForSeveralTargets) {
  for (const std::string& implementation : right_implementations("parity_sign")) {
    SCOPED_TRACE(implementation);
    for (const DragonflySize& size :
         {size_of(2, 1), size_of(5, 2), size_of(8, 4, 2), size_of(16, 2, 4), size_of(16, 4, 16),
          size_of(12, 3, 3, 5), size_of(40, 2, 8), size_of(64, 1, 32), size_of(200, 1, 40),
          size_of(254, 1, 127)}) {
      const auto topology = make_dragonfly(size);
      for (int here = 0; here < size.a; here += 1 + size.a / 16) {
        ParitySwitch parity_switch(implementation, topology, here);
        for (SwitchId end = 0; end < topology->switches(); end += 1 + topology->switches() / 97) {
          if (end == static_cast<SwitchId>(here)) continue;
          ASSERT_EQ(parity_switch.rtl(-1, end), parity_switch.model(-1, end))
              << size.a << " switches, at " << here << " to " << end;
        }
      }
    }
  }
}

}  // namespace
}  // namespace netloom
