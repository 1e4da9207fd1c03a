#include "routing/function/table/table_route.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "Vlarge_table_route.h"
#include "Vtable_route.h"
#include "routing/base/random.h"
#include "routing/function/grid/dor_route.h"
#include "routing/function/table/shortest_tables.h"
#include "routing/function/table/table_file.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/decision/route_deciding.h"
#include "testbench/cosim/grid_network.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/vc_network.h"
#include "testbench/cosim/verilated_instance.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::uint64_t low_bits(int count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// A table in RTL, of this shape, and what has been written into it.
template <class Model, int kDestinations, int kPorts, int kVcs>
class Table {
 public:
  static constexpr int kPortWords = (kPorts + 31) / 32;
  static constexpr int kWords = kPortWords + (kVcs + 31) / 32;
  /// Addresses of the words of an entry, and of entries.
  static constexpr int kStep = 1 << index_bits(kWords);
  static constexpr int kEntries = 1 << index_bits(kDestinations);

  Table() : held_(kEntries * kStep), known_(kEntries * kStep) {
    block_->we_i = 0;
    block_->eval();
  }

  /// A clock edge. Without `enabled`, address and data do not count.
  void edge(int address, std::uint32_t value, bool enabled) {
    drive(block_->addr_i, address);
    block_->wdata_i = value;
    drive(block_->we_i, enabled);
    block_.clock();
    block_->we_i = 0;
    const auto at = static_cast<std::size_t>(address);
    if (enabled) held_[at] = value & mask(address);
    if (enabled) known_[at] = true;
  }

  /// Whether the word that was written last is there, or nothing that is not.
  bool reads_back(int address) {
    drive(block_->addr_i, address);
    block_->eval();
    const auto at = static_cast<std::size_t>(address);
    return block_->rdata_o == held_[at] || (mask(address) != 0 && !known_[at]);
  }

  /// Whether a packet gets the ports and VCs that have been written for its destination.
  bool offers_what_is_written(int destination) {
    drive(block_->destination_i, destination);
    block_->eval();
    std::uint64_t ports[4] = {}, vcs[1] = {};
    add_bits(block_->allowed_ports_o, 0, ports);
    add_bits(block_->vcs_o, 0, vcs);
    bool same = true;
    for (int word = 0; word < kWords; ++word) {
      const auto at = static_cast<std::size_t>(destination * kStep + word);
      const bool of_ports = word < kPortWords;
      const int place = of_ports ? word : word - kPortWords;
      const std::uint64_t* const found = of_ports ? ports : vcs;
      const auto half = static_cast<std::uint32_t>(found[place / 2] >> place % 2 * 32);
      same = same && (half == held_[at] || (mask(static_cast<int>(at)) != 0 && !known_[at]));
    }
    return same;
  }

 private:
  /// The bits that there are at an address.
  static std::uint32_t mask(int address) {
    const int word = address % kStep;
    if (address / kStep >= kDestinations || word >= kWords) return 0;
    const int rest = word < kPortWords ? kPorts - 32 * word : kVcs - 32 * (word - kPortWords);
    return static_cast<std::uint32_t>(low_bits(std::min(rest, 32)));
  }

  VerilatedInstance<Model> block_;
  std::vector<std::uint32_t> held_;
  std::vector<bool> known_;
};

// 37 destinations, 40 ports and 5 VCs: every address, also those of words, ports, VCs and
// destinations that are not there.
TEST(TableRoute, KeepsWhatIsWritten) {
  using Small = Table<Vtable_route, 37, 40, 5>;
  Small table;
  Random random(3, 0);
  for (int round = 0; round < 3; ++round) {
    for (int address = 0; address < Small::kEntries * Small::kStep; ++address) {
      table.edge(address, random.next(), true);
      ASSERT_TRUE(table.reads_back(address)) << address;
      table.edge(static_cast<int>(random.below(Small::kEntries * Small::kStep)), random.next(),
                 false);
    }
    for (int address = 0; address < Small::kEntries * Small::kStep; ++address) {
      ASSERT_TRUE(table.reads_back(address)) << address;
    }
    for (int destination = 0; destination < Small::kEntries; ++destination) {
      ASSERT_TRUE(table.offers_what_is_written(destination)) << destination;
    }
  }
}

// 1024 destinations, 256 ports and 64 VCs, written in no order while packets are routed.
TEST(TableRoute, DecidesOnAllBits) {
  using Large = Table<Vlarge_table_route, 1024, 256, 64>;
  Large table;
  Random random(4, 0);
  for (int i = 0; i < 60000; ++i) {
    const int destination = static_cast<int>(random.below(1024));
    const int word = static_cast<int>(random.below(Large::kStep));
    table.edge(destination * Large::kStep + word, random.next(), random.below(4) != 0);
    ASSERT_TRUE(table.reads_back(static_cast<int>(random.below(1024 * Large::kStep))));
    ASSERT_TRUE(table.offers_what_is_written(destination));
    ASSERT_TRUE(table.offers_what_is_written(static_cast<int>(random.below(1024))));
  }
}

/// The models of the switches of a network. Not to be moved: the context knows the netlist.
class TableNetwork {
 public:
  TableNetwork(const std::string& topology, const ParameterMap& parameters, VcCounts vcs,
               const std::string& policy, bool one_way = false)
      : netlist_(test::make_netlist(topology, parameters)),
        ports_(netlist_),
        tables_(std::make_shared<NextHopTables>(
            one_way ? single_shortest_paths(netlist_, TieBreak::kSpread)
                    : all_shortest_paths(netlist_))),
        policy_(find_open_vc_policy(policy, "a test")) {
    context_.netlist = &netlist_;
    context_.vcs = std::move(vcs);
    context_.vc_shift = 6;
  }
  TableNetwork(const TableNetwork&) = delete;
  TableNetwork& operator=(const TableNetwork&) = delete;

  const Netlist& netlist() const { return netlist_; }
  NextHopTables& tables() { return *tables_; }
  TableRoute model(SwitchId id) const {
    return {tables_, static_cast<std::uint32_t>(netlist_.hosts.size()), id,
            OutputVcs(context_, ports_, policy_, id)};
  }

 private:
  Netlist netlist_;
  PortMap ports_;
  std::shared_ptr<NextHopTables> tables_;
  const VcPolicyEntry& policy_;
  RoutingContext context_;
};

const ParameterMap kTree = {{"k", std::int64_t{4}}, {"n", std::int64_t{2}}};
const ParameterMap kDragonfly = {{"h", std::int64_t{2}}};

std::unique_ptr<RouteDecision> make_table_route(const std::string& implementation,
                                                const TableRoute& model) {
  const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(implementation);
  EXPECT_TRUE(entry.implements(model, model.ports()));
  return entry.make_as<RouteDecision>(model, model.ports(), 1);
}

/// Asks at every switch for every host, in two cycles.
testing::AssertionResult decides_as_table_route(const std::string& implementation,
                                                const TableNetwork& network) {
  for (SwitchId id = 0; id < network.netlist().switches.size(); ++id) {
    TableRoute model = network.model(id);
    const auto rtl = make_table_route(implementation, model);
    for (RouteQuery head; head.cycle < 20; head.cycle += 19) {
      for (head.destination = 0; head.destination < model.hosts(); ++head.destination) {
        if (rtl->route(head) == model.route(head)) continue;
        return testing::AssertionFailure()
               << implementation << " at switch " << id << " to " << head.destination;
      }
    }
  }
  return testing::AssertionSuccess();
}

// The last ones have more hosts, or ports, than the smaller of the Verilated sizes.
TEST(TableRouteAdapter, DecidesAsTheModel) {
  const ParameterMap irregular = {
      {"switches", std::int64_t{20}}, {"ports", std::int64_t{6}}, {"degree", std::int64_t{4}}};
  const ParameterMap star = {{"hosts", std::int64_t{200}}};
  const ParameterMap tree = {{"k", std::int64_t{10}}, {"n", std::int64_t{2}}};
  for (const std::string& each : right_implementations("table_route")) {
    EXPECT_TRUE(decides_as_table_route(each, {"fat_tree", kTree, {1, 1, 1}, "single"}));
    EXPECT_TRUE(decides_as_table_route(each, {"fat_tree", kTree, {1, 64, 7}, "free", true}));
    EXPECT_TRUE(decides_as_table_route(each, {"random_regular", irregular, {2, 3}, "free"}));
    EXPECT_TRUE(decides_as_table_route(each, {"dragonfly", kDragonfly, {1, 3, 2}, "free"}));
    EXPECT_TRUE(decides_as_table_route(each, {"single_switch", star, {5}, "free"}));
    EXPECT_TRUE(decides_as_table_route(each, {"fat_tree", tree, {1, 2, 3}, "free"}));
  }
}

// A dragonfly with 1 VC to hosts, 3 in groups and 2 between them.
TEST(TableRoute, AnEntryNamesTheVcsOfAllItsPorts) {
  const TableNetwork network("dragonfly", kDragonfly, {1, 3, 2}, "free");
  std::set<std::uint64_t> seen;
  bool both = false;
  for (SwitchId id = 0; id < network.netlist().switches.size(); ++id) {
    const TableRoute model = network.model(id);
    for (NodeId host = 0; host < model.hosts(); ++host) {
      const Routed entry = model.entry(host);
      std::set<std::uint64_t> of_ports;
      std::uint64_t all = 0;
      entry.for_each_port([&](int port) {
        of_ports.insert(model.vcs_of(port));
        all |= model.vcs_of(port);
      });
      EXPECT_EQ(entry.vcs, all);
      EXPECT_EQ(entry.entering, 0u);
      seen.insert(of_ports.begin(), of_ports.end());
      both = both || of_ports == std::set<std::uint64_t>{0b11, 0b111};
    }
  }
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0b1, 0b11, 0b111}));
  EXPECT_TRUE(both);
}

// A host's own entry, and a switch that a table leaves without a way.
TEST(TableRoute, HasWhatTheTablesHave) {
  TableNetwork network("fat_tree", kTree, {1, 2, 3}, "free");
  NextHopTables& tables = network.tables();
  const std::uint32_t own = tables.separate(5);
  PortSet seven;
  seven.add(7);
  tables.set(0, own, seven);
  tables.set(0, tables.column_of(9), {});
  const Routed to_five = network.model(0).entry(5);
  EXPECT_EQ(to_five.ports[0], 0b10000000u);
  EXPECT_EQ(to_five.vcs, 0b11u);
  EXPECT_EQ(network.model(0).entry(4).ports[0], 0b11110000u);
  EXPECT_EQ(network.model(0).entry(9), Routed());
  EXPECT_EQ(network.model(0).entry(2).ports[0], 0b00000100u);
  EXPECT_EQ(network.model(0).entry(2).vcs, 0b01u);
  EXPECT_TRUE(decides_as_table_route("table_route", network));
}

TEST(TableRouteAdapter, SaysWhatDoesNotFit) {
  const TableNetwork network("fat_tree", {{"k", std::int64_t{11}}, {"n", std::int64_t{3}}},
                             {1, 1, 1}, "single");
  const TableNetwork star("single_switch", {{"hosts", std::int64_t{65}}}, {1}, "single");
  const auto& registry = RtlBlockRegistry::instance();
  EXPECT_FALSE(registry.find("table_route").implements(network.model(0), 22)) << "1331 hosts";
  EXPECT_TRUE(registry.find("table_route").implements(star.model(0), 65));
  EXPECT_FALSE(registry.find("broken_vcs_table_route").implements(star.model(0), 65));
  EXPECT_EQ(registry.find("table_route").fits,
            "routing.function ecmp, shortest_path or table, with up to 1024 hosts, and switches of "
            "up to 256 ports");
  EXPECT_THAT(registry.find("broken_vcs_table_route").fits,
              HasSubstr("up to 64 hosts, and switches of up to 64 ports"));
}

// Port 3 cannot be written.
TEST(TableRouteBroken, TheAdapterFindsAWordThatDoesNotReadBack) {
  const TableNetwork network("fat_tree", kTree, {1, 1, 1}, "single");
  const RtlBlockEntry& broken = RtlBlockRegistry::instance().find("broken_memory_table_route");
  EXPECT_EQ(test::error_of([&] { broken.make(network.model(0), 8, 1); }),
            "RTL block implementation 'broken_memory_table_route': word 0 of the entry for "
            "destination 3 reads back as 0 after 8 was written");
}

/// What the RTL says that answers `routed` in the place of the model, or beside it.
template <class Model>
std::string answered(const Model& model, int ports, RtlMode mode, const Routed& routed) {
  class Says final : public RouteDecision {
   public:
    explicit Says(const Routed& what) : what_(what) {}
    Routed route(const RouteQuery& /*head*/) override { return what_; }

   private:
    Routed what_;
  };
  RtlSwitchCounters counters;
  RtlPost post;
  post.mode = mode;
  post.identity = {"mine", "a_route", "s0", 0, ports, 0};
  post.counters = &counters;
  RefereedRoute decision(post, std::make_unique<Model>(model), std::make_unique<Says>(routed));
  RouteQuery head;
  head.destination = 9;
  head.cycle = 7;
  return test::error_of([&] { decision.route(head); });
}

Routed to_ports(const std::vector<int>& ports, std::uint64_t vcs) {
  Routed result;
  for (const int port : ports) result.add_port(port);
  result.vcs = vcs;
  return result;
}

// In a dragonfly's switch of 7 ports, 2 of them to hosts, 3 in the group and 2 to other groups.
TEST(RefereedRoute, RefusesChannelsThatDoNotExist) {
  const TableNetwork network("dragonfly", kDragonfly, {1, 3, 2}, "free");
  const TableRoute model = network.model(0);
  ASSERT_EQ(model.vcs_of(1), 0b1u);
  ASSERT_EQ(model.vcs_of(4), 0b111u);
  ASSERT_EQ(model.vcs_of(5), 0b11u);
  const auto replacing = [&](const Routed& routed) {
    return answered(model, 7, RtlMode::kReplace, routed);
  };
  EXPECT_EQ(replacing(to_ports({4, 5}, 0b111)), "");
  EXPECT_EQ(replacing(to_ports({1, 5}, 0b01)), "");
  EXPECT_EQ(replacing(to_ports({}, 0b01)), "") << "it offers nothing";
  EXPECT_EQ(replacing(to_ports({4}, 0)), "");
  const auto offers = [](const std::string& what) {
    return "RTL block 'a_route' (implementation 'mine') offers channels that do not exist, in "
           "cycle 7 at switch 's0' (number 0), for packet 0 at input port 0, VC 0, from source 0 "
           "to destination 9; the RTL says ports " +
           what;
  };
  EXPECT_EQ(replacing(to_ports({5}, 0b101)),
            offers("{5}, VCs {0, 2}, of which VCs {} come into a ring; output port 5 has VCs "
                   "{0, 1}"));
  EXPECT_EQ(replacing(to_ports({4, 200}, 0b1)),
            offers("{4, 200}, VCs {0}, of which VCs {} come into a ring; output port 4 has VCs "
                   "{0, 1, 2}; output port 200 has no link"));
  EXPECT_EQ(replacing(to_ports({1, 4}, 0b100)),
            offers("{1, 4}, VCs {2}, of which VCs {} come into a ring; output port 1 has VCs {0}; "
                   "output port 4 has VCs {0, 1, 2}"));
  // Beside the model, it is another answer.
  EXPECT_THAT(answered(model, 7, RtlMode::kShadow, to_ports({200}, 0b1)),
              AllOf(HasSubstr("differs from the reference in cycle 7"),
                    HasSubstr("the RTL says ports {200}, VCs {0}")));
}

// At the corner of a mesh no cable leads down; behind a dateline there are two classes.
TEST(RefereedRoute, KnowsTheChannelsOfGrids) {
  const GridNetwork mesh({"mesh", {3, 2}, 2});
  const auto replacing = [](const GridNetwork& grid, SwitchId id, const Routed& routed) {
    return answered(DorRoute(grid.plan(), grid.shape().class_vcs, id), grid.grid().ports(),
                    RtlMode::kReplace, routed);
  };
  // Ports: 0 to the host, 1 and 2 down and up in dimension 0, 3 and 4 in dimension 1.
  for (const int port : {1, 3}) {
    EXPECT_THAT(replacing(mesh, 0, to_ports({port}, 0b01)),
                HasSubstr(fmt::format("output port {} has no link", port)));
  }
  for (const int port : {0, 2, 4}) EXPECT_EQ(replacing(mesh, 0, to_ports({port}, 0b01)), "");
  for (const int port : {2, 4}) {
    EXPECT_THAT(replacing(mesh, 5, to_ports({port}, 0b01)), HasSubstr("has no link"));
  }
  for (const int port : {0, 1, 3}) EXPECT_EQ(replacing(mesh, 5, to_ports({port}, 0b01)), "");
  EXPECT_EQ(replacing(mesh, 5, to_ports({1}, 0b11)), "");
  EXPECT_THAT(replacing(mesh, 5, to_ports({1}, 0b111)), HasSubstr("port 1 has VCs {0, 1}"));
  EXPECT_THAT(replacing(mesh, 5, to_ports({0}, 0b11)), HasSubstr("port 0 has VCs {0}"));
  EXPECT_THAT(replacing(mesh, 5, to_ports({255}, 0b01)), HasSubstr("port 255 has no link"));
  const GridNetwork ring({"torus", {4}, 2, 1, true});
  for (const int port : {1, 2}) EXPECT_EQ(replacing(ring, 0, to_ports({port}, 0b1100)), "");
  EXPECT_THAT(replacing(ring, 0, to_ports({1}, 0b10000)), HasSubstr("has VCs {0, 1, 2, 3}"));
}

}  // namespace
}  // namespace netloom

namespace netloom::test {
namespace {

/// Of all shortest paths of a tree, with a way of its own to host 5 from each switch.
std::string table_text() {
  const Netlist netlist = make_netlist("fat_tree", kTree);
  NextHopTables tables = all_shortest_paths(netlist);
  const std::uint32_t own = tables.separate(5);
  for (SwitchId at = 0; at < netlist.switches.size(); ++at) {
    PortSet lowest;
    const PortSet all = tables.next_hops(at, own);
    for (int port = 0; port < 8 && lowest.empty(); ++port) {
      if (all.contains(port)) lowest.add(port);
    }
    if (!all.empty()) tables.set(at, own, lowest);
  }
  std::ostringstream text;
  write_tables(netlist, tables, text);
  return text.str();
}

const std::vector<std::string> kTableRoute = {"table_route"};

std::vector<VcNetwork> table_networks() {
  const ParameterMap large_tree = {{"k", std::int64_t{9}}, {"n", std::int64_t{2}}};
  const ParameterMap torus = {{"k", std::vector<std::int64_t>{5, 4}}};
  const ParameterMap irregular = {
      {"switches", std::int64_t{16}}, {"ports", std::int64_t{6}}, {"degree", std::int64_t{4}}};
  const ParameterMap managed = {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}};
  const std::vector<std::string> with_davc = {"table_route", "davc_vc"};
  return {
      {"fat_tree_ecmp", "fat_tree", kTree, "ecmp", "single", 1, kTableRoute},
      {"large_fat_tree_ecmp", "fat_tree", large_tree, "ecmp", "free", 2, kTableRoute},
      {"fat_tree_shortest_path", "fat_tree", kTree, "shortest_path", "free", 3, kTableRoute},
      {"random_regular_shortest_path", "random_regular", irregular, "shortest_path", "np", 6,
       with_davc},
      {"managed_fat_tree_shortest_path", "managed_fat_tree", managed, "shortest_path", "p", 6,
       with_davc},
      {"torus_ecmp", "torus", torus, "ecmp", "np", 6, with_davc},
      {"torus_ecmp", "torus", torus, "ecmp", "free", 8, kTableRoute},
      // On links to hosts, in groups and between them.
      {"dragonfly_ecmp", "dragonfly", kDragonfly, "ecmp", "free", 0, kTableRoute, {}, {2, 8, 6}},
  };
}

class TableRouteNetworks : public testing::TestWithParam<VcNetwork> {};

TEST_P(TableRouteNetworks, ReplacingAndShadowingChangeNoDigit) {
  expect_that_no_digit_changes(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Functions, TableRouteNetworks, testing::ValuesIn(table_networks()),
                         vc_network_name);

TEST(TableRouteFile, ReplacingAndShadowingChangeNoDigit) {
  const std::string text = table_text();
  ASSERT_THAT(text, HasSubstr(" h5 "));
  const TemporaryFile file(text);
  expect_that_no_digit_changes(
      {"", "fat_tree", kTree, "table", "free", 2, kTableRoute, {{"file", file.path()}}});
}

std::string with_broken(const std::string& implementation, RtlMode mode, const char* function,
                        const char* policy) {
  const VcNetwork tree = {"", "fat_tree", kTree, function, policy, 2, {}};
  return run_network(tree, {implementation}, mode);
}

TEST(TableRouteBroken, ShadowFindsAChoiceThatIsLost) {
  EXPECT_THAT(with_broken("broken_choice_table_route", RtlMode::kShadow, "ecmp", "free"),
              AllOf(StartsWith("ERROR: RTL block 'table_route' (implementation "
                               "'broken_choice_table_route') differs from the reference in cycle"),
                    HasSubstr("; the reference says ports {4, 5, 6, 7}, VCs {0, 1}"),
                    HasSubstr("; the RTL says ports {4}, VCs {0, 1}")));
}

// What is at the inputs when nothing is written comes into the table.
TEST(TableRouteBroken, ShadowFindsWritesWithoutAnEnable) {
  EXPECT_THAT(with_broken("broken_enable_table_route", RtlMode::kShadow, "ecmp", "free"),
              StartsWith("ERROR: RTL block 'table_route' (implementation "
                         "'broken_enable_table_route') differs from the reference in cycle"));
}

TEST(TableRouteBroken, VcsThatDoNotExistAreFoundInAnyMode) {
  const char* const broken = "broken_vcs_table_route";
  EXPECT_THAT(with_broken(broken, RtlMode::kShadow, "ecmp", "free"),
              AllOf(HasSubstr("differs from the reference in cycle"), HasSubstr("VCs {0, 1}, of"),
                    HasSubstr("VCs {1, 2}, of")));
  EXPECT_THAT(with_broken(broken, RtlMode::kReplace, "ecmp", "free"),
              AllOf(StartsWith("ERROR: RTL block 'table_route' (implementation "
                               "'broken_vcs_table_route') offers channels that do not exist, in"),
                    HasSubstr("VCs {1, 2}, of which VCs {} come into a ring; output port "),
                    HasSubstr(" has VCs {0, 1}")));
}

}  // namespace
}  // namespace netloom::test
