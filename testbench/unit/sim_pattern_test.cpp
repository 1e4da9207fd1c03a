#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "routing/base/error.h"
#include "routing/netlist/topology.h"
#include "sim/traffic/node_map.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr NodeId kNone = kNoDestination;

std::vector<NodeId> map_of(const std::string& name, const Netlist& netlist,
                           const ParameterMap& parameters = {}, std::uint64_t seed = 1) {
  return destinations(*make_pattern(name, netlist, parameters, seed), netlist.hosts.size());
}

TEST(Pattern, ComplementMirrorsTheNumbers) {
  EXPECT_THAT(map_of("complement", hosts_only(6)), ElementsAre(5, 4, 3, 2, 1, 0));
}

TEST(Pattern, ComplementKeepsTheMiddleNodeSilent) {
  EXPECT_THAT(map_of("complement", hosts_only(5)), ElementsAre(4, 3, kNone, 1, 0));
}

TEST(Pattern, BitReversalReversesBits) {
  // 001 -> 100, 011 -> 110; 000, 010, 101 and 111 are palindromes.
  EXPECT_THAT(map_of("bit_reversal", hosts_only(8)),
              ElementsAre(kNone, 4, kNone, 6, 1, kNone, 3, kNone));
}

TEST(Pattern, BitReversalReversesDigitsInAFatTree) {
  // 9 nodes p_1 p_0 in base 3: 01 -> 10 and so on; no power of two is needed.
  const Netlist tree = network("fat_tree", {{"k", std::int64_t{3}}, {"n", std::int64_t{2}}});
  EXPECT_THAT(map_of("bit_reversal", tree), ElementsAre(kNone, 3, 6, 1, kNone, 7, 2, 5, kNone));
}

TEST(Pattern, BitReversalOfA4Ary3TreeIsNotThatOfTheBits) {
  const Netlist tree = network("fat_tree", {{"k", std::int64_t{4}}, {"n", std::int64_t{3}}});
  const auto map = map_of("bit_reversal", tree);
  EXPECT_EQ(map[1], 16u);   // 0,0,1 -> 1,0,0; the bits 000001 would become 32
  EXPECT_EQ(map[27], 57u);  // 1,2,3 -> 3,2,1
}

/// A topology that only this test knows.
class Declared final : public Topology {
 public:
  Declared(std::string name, std::vector<HostDigit> digits)
      : name_(std::move(name)), digits_(std::move(digits)) {}

  NetworkSize size() const override { return {netlist({}).hosts.size(), 0, 0}; }
  Netlist netlist(const LatencyMap& /*latency*/) const override {
    std::size_t hosts = 1;
    for (const HostDigit& digit : digits_) hosts *= digit.base;
    Netlist netlist = hosts_only(hosts);
    netlist.topology = name_;
    return netlist;
  }
  std::vector<HostDigit> host_digits() const override { return digits_; }

 private:
  std::string name_;
  std::vector<HostDigit> digits_;
};

/// The network of such a topology, registered under its name.
Netlist declared(const std::string& name, const std::vector<HostDigit>& digits) {
  const TopologyRegistry::Registration registration(
      name, {"", {}, {"host"}, [name, digits](const ParameterMap& /*parameters*/) {
               return std::make_unique<Declared>(name, digits);
             }});
  return Declared(name, digits).netlist({});
}

TEST(Pattern, MovesTheCoordinatesThatATopologyDeclares) {
  // Two hosts at each of three switches in a row.
  const Netlist row = declared("row", {{2, false}, {3, true}});
  EXPECT_THAT(map_of("tornado", row), ElementsAre(2, 3, 4, 5, 0, 1));
  EXPECT_THAT(map_of("neighbor", row), ElementsAre(2, 3, 4, 5, 0, 1));
}

TEST(Pattern, ReversesTheDigitsThatATopologyDeclares) {
  EXPECT_THAT(map_of("bit_reversal", declared("stages", {{3, false}, {3, false}})),
              ElementsAre(kNone, 3, 6, 1, kNone, 7, 2, 5, kNone));
}

TEST(Pattern, BitReversalReversesBitsWhereDigitsDiffer) {
  // 001 -> 100, 011 -> 110: a digit of base 4 is none of base 2.
  EXPECT_THAT(map_of("bit_reversal", declared("uneven", {{2, false}, {4, false}})),
              ElementsAre(kNone, 4, kNone, 6, 1, kNone, 3, kNone));
}

TEST(Pattern, ShuffleRotatesBits) {
  EXPECT_THAT(map_of("shuffle", hosts_only(8)), ElementsAre(kNone, 2, 4, 6, 1, 3, 5, kNone));
}

TEST(Pattern, ShuffleOfAnyEvenNumberIsThePerfectShuffle) {
  EXPECT_THAT(map_of("shuffle", hosts_only(6)), ElementsAre(kNone, 2, 4, 1, 3, kNone));
}

TEST(Pattern, TransposeSwapsTheHalvesOfTheNumber) {
  EXPECT_THAT(map_of("transpose", hosts_only(9)),
              ElementsAre(kNone, 3, 6, 1, kNone, 7, 2, 5, kNone));
}

TEST(Pattern, TransposeSwapsTheCoordinatesOfAMesh) {
  const Netlist mesh =
      network("mesh", {{"k", std::vector<std::int64_t>{2, 2}}, {"concentration", std::int64_t{2}}});
  // Hosts 2s and 2s+1 at switch s; switches 1 and 2 swap.
  EXPECT_THAT(map_of("transpose", mesh), ElementsAre(kNone, kNone, 4, 5, 2, 3, kNone, kNone));
}

TEST(Pattern, TornadoGoesAlmostHalfWayAround) {
  EXPECT_THAT(map_of("tornado", hosts_only(8)), ElementsAre(3, 4, 5, 6, 7, 0, 1, 2));
  EXPECT_THAT(map_of("tornado", hosts_only(5)), ElementsAre(2, 3, 4, 0, 1));
}

TEST(Pattern, TornadoMovesEveryCoordinateOfAMesh) {
  const Netlist mesh = network("mesh", {{"k", std::vector<std::int64_t>{4, 3}}});
  const auto map = map_of("tornado", mesh);
  // Size 4: one step; size 3: one step. <y x> = <0 0> to <1 1> = 5, <2 3> = 11 to <0 0>.
  EXPECT_EQ(map[0], 5u);
  EXPECT_EQ(map[11], 0u);
}

TEST(Pattern, NeighborMovesEveryCoordinate) {
  EXPECT_THAT(map_of("neighbor", hosts_only(4)), ElementsAre(1, 2, 3, 0));
  const Netlist mesh = network("mesh", {{"k", std::vector<std::int64_t>{2, 2}}});
  EXPECT_THAT(map_of("neighbor", mesh), ElementsAre(3, 2, 1, 0));
}

TEST(Pattern, RandomPermutationIsABijectionWithoutFixedPoints) {
  for (const std::size_t nodes : {2u, 3u, 17u, 256u}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      auto map = map_of("permutation", hosts_only(nodes), {}, seed);
      for (NodeId node = 0; node < nodes; ++node) EXPECT_NE(map[node], node);
      std::sort(map.begin(), map.end());
      std::vector<NodeId> all(nodes);
      std::iota(all.begin(), all.end(), 0u);
      EXPECT_EQ(map, all);
    }
  }
  EXPECT_NE(map_of("permutation", hosts_only(64), {}, 1),
            map_of("permutation", hosts_only(64), {}, 2));
}

TEST(Pattern, PermutationFromAFile) {
  const TemporaryFolder folder;
  const std::string path = folder.write("p.txt", "# source destination\n0 2\n\n2 0 # back\n3 3\n");
  EXPECT_THAT(map_of("permutation", hosts_only(4), {{"file", path}}),
              ElementsAre(2, kNone, 0, kNone));
}

TEST(Pattern, ErrorsOfPermutationFiles) {
  const TemporaryFolder folder;
  const auto read = [&](const char* text) {
    return [path = folder.write("p.txt", text)] { read_permutation(path, 4); };
  };
  EXPECT_THAT(read("0 1\n0 2\n"), ThrowsMessage<Error>(HasSubstr("p.txt:2: source 0 is given")));
  EXPECT_THAT(read("0 1\n2 1\n"),
              ThrowsMessage<Error>(HasSubstr("p.txt:2: destination 1 is given twice")));
  EXPECT_THAT(
      read("\n0 4\n"),
      ThrowsMessage<Error>(HasSubstr("p.txt:2: destination 4 is out of range; allowed: 0 to 3")));
  EXPECT_THAT(read("0 1 2\n"),
              ThrowsMessage<Error>(
                  HasSubstr("p.txt:1: 3 values instead of 2; expected: source destination")));
  EXPECT_THAT(read("0 x\n"),
              ThrowsMessage<Error>(HasSubstr("p.txt:1: 'x' is not a non-negative integer")));
  EXPECT_THAT(read("0 -1\n"), ThrowsMessage<Error>(HasSubstr("'-1' is not a non-negative")));
  EXPECT_THAT([&] { read_permutation(folder.file("none"), 4); },
              ThrowsMessage<Error>(HasSubstr("cannot be read")));
}

TEST(Pattern, AdversarialGroupSendsToTheNextBlock) {
  const auto pattern =
      make_pattern("adversarial_group", hosts_only(12), {{"block", std::int64_t{4}}});
  Random random(7, 0);
  std::vector<int> count(12);
  for (int i = 0; i < 4000; ++i) ++count[pattern->destination(9, random)];
  for (NodeId node = 0; node < 12; ++node) {
    if (node < 4) {
      EXPECT_NEAR(count[node], 1000, 130) << "5 standard deviations of a binomial distribution";
    } else {
      EXPECT_EQ(count[node], 0);
    }
  }
}

TEST(Pattern, UniformIsUniformAndNeverToOneself) {
  const auto pattern = make_pattern("uniform", hosts_only(16));
  for (const NodeId source : {0u, 5u, 15u}) {
    Random random(3, source);
    std::vector<double> count(16);
    constexpr int kDraws = 150000;
    for (int i = 0; i < kDraws; ++i) ++count[pattern->destination(source, random)];
    EXPECT_EQ(count[source], 0);
    double chi_squared = 0;
    for (NodeId node = 0; node < 16; ++node) {
      if (node == source) continue;
      chi_squared +=
          (count[node] - kDraws / 15.0) * (count[node] - kDraws / 15.0) / (kDraws / 15.0);
    }
    EXPECT_LT(chi_squared, 36.1) << "14 degrees of freedom, 99.9 %";
  }
}

TEST(Pattern, HotspotGetsItsFractionAndItsShareOfTheRest) {
  const auto pattern =
      make_pattern("hotspot", hosts_only(11), {{"fraction", 0.25}, {"node", std::int64_t{4}}});
  constexpr int kDraws = 100000;
  Random random(5, 0);
  int hot = 0;
  for (int i = 0; i < kDraws; ++i) {
    const NodeId destination = pattern->destination(0, random);
    ASSERT_NE(destination, 0u);
    if (destination == 4) ++hot;
  }
  EXPECT_NEAR(hot / double{kDraws}, 0.25 + 0.75 / 10, 0.008);
  for (int i = 0; i < 1000; ++i) EXPECT_NE(pattern->destination(4, random), 4u);
}

TEST(Pattern, HotspotOfEverything) {
  const auto pattern = make_pattern("hotspot", hosts_only(4), {{"fraction", 1.0}});
  Random random(5, 0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(pattern->destination(2, random), 0u);
}

TEST(Pattern, NetworksThatAPatternIsNotDefinedOn) {
  const auto make = [](const char* name, std::size_t hosts, const ParameterMap& parameters = {}) {
    return [=] { make_pattern(name, hosts_only(hosts), parameters); };
  };
  EXPECT_THAT(make("uniform", 1), ThrowsMessage<Error>(HasSubstr("at least 2 nodes")));
  EXPECT_THAT(make("bit_reversal", 12),
              ThrowsMessage<Error>(HasSubstr("on a power of two of nodes; the network has 12")));
  EXPECT_THAT(make("transpose", 8), ThrowsMessage<Error>(HasSubstr("square number of nodes")));
  EXPECT_THAT(make("shuffle", 7), ThrowsMessage<Error>(HasSubstr("an even number of nodes")));
  EXPECT_THAT(make("tornado", 2), ThrowsMessage<Error>(HasSubstr("every one of the 2 nodes to")));
  EXPECT_THAT(make("permutation", 1), ThrowsMessage<Error>(HasSubstr("2 nodes or more")));
  EXPECT_THAT(make("hotspot", 4, {{"node", std::int64_t{4}}}),
              ThrowsMessage<Error>(HasSubstr("node 4 does not exist; allowed: 0 to 3")));
  EXPECT_THAT(make("adversarial_group", 12, {{"block", std::int64_t{5}}}),
              ThrowsMessage<Error>(HasSubstr("blocks of 5 nodes do not divide 12 nodes")));
  EXPECT_THAT(
      [] {
        make_pattern("transpose", network("mesh", {{"k", std::vector<std::int64_t>{2, 4}}}));
      },
      ThrowsMessage<Error>(HasSubstr("two dimensions of one size")));
}

}  // namespace
}  // namespace netloom::test
