// DESTRO, DET-Lin, non-minimal DESTRO and RUFT: what [Fat-Trees 2010] says of their routes, on
// routers whose registers are programmed as the fabric manager does it. Source: [Fat-Trees 2010],
// chapters 4 and 5.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/random.h"
#include "routing/check/connectivity.h"
#include "routing/check/programmed_routers.h"
#include "routing/function/tree/destro_ports.h"
#include "routing/function/tree/fir.h"
#include "routing/topology/fat_tree.h"
#include "routing/topology/ruft.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::context_of;
using test::error_of;
using test::make_routing;
using testing::AllOf;
using testing::HasSubstr;

ParameterMap implementation(const std::string& name) {
  return {{"implementation", name}};
}

/// A routing function and its programmed routers.
struct Routers {
  Routers(const Netlist& netlist, const std::string& function, const ParameterMap& given = {})
      : context(context_of(netlist)),
        routing(make_routing(function, context, given)),
        routers(programmed_routers(context, *routing)) {}

  /// The only port that is offered; -1 if there is not exactly one.
  int port(SwitchId id, NodeId source, NodeId destination, int input_port = 0) {
    std::uint64_t words[kMaxPorts / 64] = {};
    CandidateSet candidates(words, kMaxPorts / 64, context.vc_shift);
    RouteQuery query;
    query.source = source;
    query.destination = destination;
    query.input_port = input_port;
    routers[id]->route(query, candidates);
    int result = -1;
    for (int i = 0; i < kMaxPorts / 64; ++i) {
      if (words[i] == 0) continue;
      if (result >= 0 || (words[i] & (words[i] - 1)) != 0) return -1;
      result = 64 * i + __builtin_ctzll(words[i]);
    }
    return result;
  }

  RoutingContext context;
  std::unique_ptr<RoutingFunction> routing;
  std::vector<std::unique_ptr<SwitchRouter>> routers;
};

/// [Fat-Trees 2010], section 4.2, digit by digit: down by p_s if the digits above are those of the
/// switch, else up.
int expected_port(const FatTree& tree, SwitchId id, NodeId up_by, NodeId destination) {
  const int stage = tree.stage(id);
  for (int i = stage + 1; i < tree.n(); ++i) {
    if (tree.digit(destination, i) != tree.digit(tree.position(id), i - 1)) {
      return tree.k() + tree.digit(up_by, stage);
    }
  }
  return tree.digit(destination, stage);
}

struct Shape {
  int k;
  int n;
  friend void PrintTo(const Shape& shape, std::ostream* out) {
    *out << shape.k << "-ary " << shape.n << "-tree";
  }
};

constexpr Shape kShapes[] = {{2, 2}, {2, 3}, {2, 4}, {4, 2}, {4, 3},
                             {4, 4}, {8, 2}, {8, 3}, {8, 4}};

class Implementations : public testing::TestWithParam<Shape> {};

TEST_P(Implementations, OfDestroAgreeForEverySwitchAndDestination) {
  const FatTree tree(GetParam().k, GetParam().n);
  const Netlist netlist = tree.netlist({});
  for (const std::string name : {"fir", "arithmetic", "table"}) {
    Routers routers(netlist, "destro", implementation(name));
    for (SwitchId id = 0; id < tree.switches(); ++id) {
      for (NodeId destination = 0; destination < tree.hosts(); ++destination) {
        ASSERT_EQ(routers.port(id, 0, destination),
                  expected_port(tree, id, destination, destination))
            << name << ", switch " << id << ", destination " << destination;
      }
    }
  }
}

// Every pair in the trees of up to 64 hosts. In larger ones every destination with sources that
// have each digit at the switch's stage: a router may look at nothing else of the source.
TEST_P(Implementations, OfDetLinAgreeForEverySwitchSourceAndDestination) {
  const FatTree tree(GetParam().k, GetParam().n);
  const Netlist netlist = tree.netlist({});
  Random random(1, 0);
  for (const std::string name : {"fir", "arithmetic", "table"}) {
    Routers routers(netlist, "det_lin", implementation(name));
    for (SwitchId id = 0; id < tree.switches(); ++id) {
      for (NodeId destination = 0; destination < tree.hosts(); ++destination) {
        const auto check = [&](NodeId source) {
          ASSERT_EQ(routers.port(id, source, destination),
                    expected_port(tree, id, source, destination))
              << name << ", switch " << id << ", " << source << " to " << destination;
        };
        if (tree.hosts() <= 64) {
          for (NodeId source = 0; source < tree.hosts(); ++source) check(source);
        } else {
          const NodeId any = random.below(tree.hosts());
          const int digit = static_cast<int>(destination) % tree.k();
          check(tree.with_digit(any, tree.stage(id), digit));
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Implementations, testing::ValuesIn(kShapes));

TEST(Implementations, ArithmeticAndTableDoNotNeedPowersOfTwo) {
  for (const Shape shape : {Shape{3, 3}, Shape{5, 2}, Shape{6, 2}}) {
    const FatTree tree(shape.k, shape.n);
    const Netlist netlist = tree.netlist({});
    for (const std::string name : {"arithmetic", "table"}) {
      Routers destro(netlist, "destro", implementation(name));
      Routers det_lin(netlist, "det_lin", implementation(name));
      for (SwitchId id = 0; id < tree.switches(); ++id) {
        for (NodeId to = 0; to < tree.hosts(); ++to) {
          EXPECT_EQ(destro.port(id, 0, to), expected_port(tree, id, to, to));
          const NodeId from = (to * 7 + id) % tree.hosts();
          EXPECT_EQ(det_lin.port(id, from, to), expected_port(tree, id, from, to));
        }
      }
    }
    EXPECT_THAT(error_of([&] { Routers(netlist, "destro"); }),
                AllOf(HasSubstr("routing function 'destro'"), HasSubstr("power of two"),
                      HasSubstr("allowed: implementation: arithmetic or table")));
    EXPECT_THAT(error_of([&] { Routers(netlist, "det_lin", implementation("fir")); }),
                HasSubstr("routing function 'det_lin'"));
  }
}

// A tree whose switches have more ports than 32: RRR takes several words.
TEST(Implementations, AgreeWhereRestrictionsAreWide) {
  for (const int k : {32, 64}) {
    const FatTree tree(k, 2);
    const Netlist netlist = tree.netlist({});
    Routers fir(netlist, "destro");
    Random random(static_cast<std::uint64_t>(k), 0);
    for (int i = 0; i < 2000; ++i) {
      const SwitchId id = random.below(tree.switches());
      const NodeId first = tree.first_below(id);
      // Half of them below the switch, if it is a leaf.
      const NodeId to = i % 2 == 0 ? random.below(tree.hosts())
                                   : first + random.below(static_cast<std::uint32_t>(k));
      ASSERT_EQ(fir.port(id, 0, to), expected_port(tree, id, to, to))
          << k << " " << id << " " << to;
    }
  }
}

/// The links of a network in an order in which packets take them: a packet never goes back to a
/// link that is before.
std::vector<std::size_t> in_order_of_travel(const Netlist& netlist, std::uint32_t per_stage) {
  const auto level = [&](const Link& link) {
    const auto stage = [&](const Endpoint& end) { return static_cast<int>(end.index / per_stage); };
    if (link.from.type == Endpoint::Type::kHost) return -1;
    if (link.to.type == Endpoint::Type::kHost) return 1000;
    const int from = stage(link.from);
    return stage(link.to) > from ? from : 500 - from;
  };
  std::vector<std::size_t> order(netlist.links.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return level(netlist.links[a]) < level(netlist.links[b]);
  });
  return order;
}

/// What the links carry when every host sends to every host (itself too: then all pairs count).
struct Use {
  std::vector<std::uint64_t> routes;        ///< per link
  std::vector<std::uint32_t> destinations;  ///< per link: different ones
};

/// Follows all routes to each destination at once: for functions that do not look at the source.
Use use_by_destination(const Netlist& netlist, std::uint32_t per_stage, Routers& routers) {
  const PortMap ports(netlist);
  const std::vector<std::size_t> order = in_order_of_travel(netlist, per_stage);
  Use use{std::vector<std::uint64_t>(netlist.links.size()),
          std::vector<std::uint32_t>(netlist.links.size())};
  for (NodeId to = 0; to < netlist.hosts.size(); ++to) {
    std::vector<std::uint64_t> flow(netlist.links.size());
    for (const std::size_t i : order) {
      const Link& link = netlist.links[i];
      if (link.from.type == Endpoint::Type::kHost) flow[i] = 1;
      if (flow[i] == 0) continue;
      use.routes[i] += flow[i];
      ++use.destinations[i];
      if (link.to.type == Endpoint::Type::kHost) {
        EXPECT_EQ(link.to.index, to);
        continue;
      }
      const int port = routers.port(link.to.index, 0, to, link.to.port);
      EXPECT_GE(port, 0);
      if (port < 0) return use;
      flow[static_cast<std::size_t>(ports.link_out(link.to.index, port))] += flow[i];
    }
    EXPECT_EQ(flow[static_cast<std::size_t>(ports.ejection(to))], netlist.hosts.size());
  }
  return use;
}

/// The links between switches on the way of one packet.
std::vector<std::size_t> way(const Netlist& netlist, const PortMap& ports, Routers& routers,
                             NodeId from, NodeId to) {
  std::vector<std::size_t> links;
  auto link = static_cast<std::size_t>(ports.injection(from));
  for (int i = 0; i < 100; ++i) {
    const Endpoint at = netlist.links[link].to;
    const int port = routers.port(at.index, from, to, at.port);
    EXPECT_GE(port, 0);
    if (port < 0) return links;
    link = static_cast<std::size_t>(ports.link_out(at.index, port));
    if (netlist.links[link].to.type == Endpoint::Type::kHost) {
      EXPECT_EQ(netlist.links[link].to.index, to);
      return links;
    }
    links.push_back(link);
  }
  ADD_FAILURE() << "no end of the way from " << from << " to " << to;
  return links;
}

/// Links of the same kind between the same stages carry equally many routes.
void expect_equal_in_each_stage(const Netlist& netlist, std::uint32_t per_stage,
                                const std::vector<std::uint64_t>& routes) {
  std::map<std::pair<int, std::uint32_t>, std::set<std::uint64_t>> different;
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    const Link& link = netlist.links[i];
    if (link.from.type == Endpoint::Type::kHost) continue;
    different[{link.kind, link.from.index / per_stage}].insert(routes[i]);
  }
  for (const auto& [place, values] : different) {
    EXPECT_EQ(values.size(), 1u) << netlist.kinds[static_cast<std::size_t>(place.first)]
                                 << " links of stage " << place.second;
  }
}

class Balance : public testing::TestWithParam<Shape> {};

TEST_P(Balance, DestroGivesEachLinkOfAStageAsManyRoutesAndEachDownLinkOneDestination) {
  const FatTree tree(GetParam().k, GetParam().n);
  const Netlist netlist = tree.netlist({});
  Routers routers(netlist, "destro");
  const Use use = use_by_destination(netlist, tree.switches_per_stage(), routers);
  expect_equal_in_each_stage(netlist, tree.switches_per_stage(), use.routes);
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    if (netlist.kinds[static_cast<std::size_t>(netlist.links[i].kind)] != "down") continue;
    EXPECT_EQ(use.destinations[i], 1u) << "link " << i;
  }
}

TEST_P(Balance, NonminimalDestroDoesSoToo) {
  const FatTree tree(GetParam().k, GetParam().n);
  const Netlist netlist = tree.netlist({});
  Routers routers(netlist, "destro_nonminimal");
  const Use use = use_by_destination(netlist, tree.switches_per_stage(), routers);
  expect_equal_in_each_stage(netlist, tree.switches_per_stage(), use.routes);
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    if (netlist.kinds[static_cast<std::size_t>(netlist.links[i].kind)] != "down") continue;
    EXPECT_EQ(use.destinations[i], 1u) << "link " << i;
  }
}

TEST_P(Balance, RuftGivesEachLinkOfAStageAsManyRoutes) {
  const Ruft network(GetParam().k, GetParam().n);
  const Netlist netlist = network.netlist({});
  Routers routers(netlist, "ruft");
  const Use use = use_by_destination(netlist, network.switches_per_stage(), routers);
  expect_equal_in_each_stage(netlist, network.switches_per_stage(), use.routes);
}

INSTANTIATE_TEST_SUITE_P(All, Balance, testing::ValuesIn(kShapes));

TEST(Balance, DetLinGivesEachLinkOfAStageAsManyRoutes) {
  for (const Shape shape : {Shape{2, 3}, Shape{2, 4}, Shape{4, 2}, Shape{4, 3}}) {
    const FatTree tree(shape.k, shape.n);
    const Netlist netlist = tree.netlist({});
    const PortMap ports(netlist);
    Routers routers(netlist, "det_lin");
    std::vector<std::uint64_t> routes(netlist.links.size());
    for (NodeId from = 0; from < tree.hosts(); ++from) {
      for (NodeId to = 0; to < tree.hosts(); ++to) {
        for (const std::size_t link : way(netlist, ports, routers, from, to)) ++routes[link];
      }
    }
    expect_equal_in_each_stage(netlist, tree.switches_per_stage(), routes);
  }
}

// [Fat-Trees 2010], Figure 4.7: how many links between switches the routes of all nodes to node 7
// use.
TEST(Destro, Figure4_7) {
  const Netlist netlist = FatTree(2, 3).netlist({});
  const PortMap ports(netlist);
  const auto links_to_7 = [&](const std::string& function) {
    Routers routers(netlist, function);
    std::set<std::size_t> links;
    for (NodeId from = 0; from < 7; ++from) {
      for (const std::size_t link : way(netlist, ports, routers, from, 7)) links.insert(link);
    }
    return links.size();
  };
  EXPECT_EQ(links_to_7("destro"), 6u);
  EXPECT_EQ(links_to_7("det_lin"), 16u);
}

/// LIB, UIB, MR and RRR of a port, by what is programmed.
std::vector<std::uint32_t> programmed(const RoutingFunction& routing, SwitchId id, int port) {
  std::map<std::string, std::uint32_t> values;
  for (const RegisterWrite& write : routing.register_program(id)) {
    if (write.index == port) values[write.name] = write.value;
  }
  return {values.at("LIB"), values.at("UIB"), values.at("MR"), values.at("RRR")};
}

// [Fat-Trees 2010], Figure 4.10: the registers of the 2-ary 3-tree.
TEST(Destro, Figure4_10) {
  const Netlist netlist = FatTree(2, 3).netlist({});
  const auto routing = make_routing("destro", context_of(netlist));
  EXPECT_EQ(routing->register_set(), "fir");
  using Values = std::vector<std::uint32_t>;
  for (SwitchId id = 0; id < 4; ++id) {
    const std::uint32_t first = 2 * id;
    EXPECT_EQ(programmed(*routing, id, 0), (Values{first, first, 7, 0}));
    EXPECT_EQ(programmed(*routing, id, 1), (Values{first + 1, first + 1, 7, 0}));
    EXPECT_EQ(programmed(*routing, id, 2), (Values{0, 0, 1, 3}));
    EXPECT_EQ(programmed(*routing, id, 3), (Values{1, 1, 1, 3}));
  }
  for (SwitchId id = 4; id < 8; ++id) {
    const std::uint32_t first = id < 6 ? 0 : 4;
    EXPECT_EQ(programmed(*routing, id, 0), (Values{first, first + 1, 7, 0}));
    EXPECT_EQ(programmed(*routing, id, 1), (Values{first + 2, first + 3, 7, 0}));
    EXPECT_EQ(programmed(*routing, id, 2), (Values{0, 0, 2, 3}));
    EXPECT_EQ(programmed(*routing, id, 3), (Values{2, 2, 2, 3}));
  }
  for (SwitchId id = 8; id < 12; ++id) {
    EXPECT_EQ(programmed(*routing, id, 0), (Values{0, 3, 7, 0}));
    EXPECT_EQ(programmed(*routing, id, 1), (Values{4, 7, 7, 0}));
    EXPECT_EQ(routing->register_program(id).size(), 2u * 4) << "root switches have no up links";
  }
}

TEST(Destro, OneWayForEachPair) {
  const FatTree tree(4, 2);
  const Netlist netlist = tree.netlist({});
  const RoutingContext context = context_of(netlist);
  const std::pair<std::string, int> functions[] = {
      {"destro", 2}, {"det_lin", 2}, {"destro_nonminimal", 2}};
  for (const auto& [function, longest] : functions) {
    const auto routing = make_routing(function, context);
    const ConnectivityReport report = check_connectivity(context, *routing);
    EXPECT_TRUE(report.ok()) << function;
    EXPECT_EQ(report.paths, 16u * 15) << function;
    EXPECT_EQ(report.longest_path, longest) << function;
    EXPECT_TRUE(routing->in_order()) << function;
    EXPECT_EQ(routing->depends_on_source(), function == "det_lin") << function;
  }
  EXPECT_FALSE(make_routing("destro", context_of(netlist, 2, "free"))->in_order())
      << "packets on different VCs can overtake each other";
  EXPECT_TRUE(make_routing("destro", context_of(netlist, 2, "single"))->in_order());
}

TEST(Destro, NonminimalRoutesAllGoOverTheLastStage) {
  for (const Shape shape : {Shape{2, 1}, Shape{2, 3}, Shape{3, 3}, Shape{4, 2}}) {
    const FatTree tree(shape.k, shape.n);
    const Netlist netlist = tree.netlist({});
    const PortMap ports(netlist);
    Routers routers(netlist, "destro_nonminimal");
    for (NodeId from = 0; from < tree.hosts(); ++from) {
      for (NodeId to = 0; to < tree.hosts(); ++to) {
        EXPECT_EQ(way(netlist, ports, routers, from, to).size(),
                  static_cast<std::size_t>(2 * shape.n - 2));
      }
    }
  }
}

TEST(Destro, SaysWhereNonminimalRoutesTurn) {
  const FatTree tree(2, 3);
  const RegisterFile registers(kNoRegisters, {});
  for (SwitchId id = 0; id < tree.switches(); ++id) {
    const DestroPorts ports(tree, id, DestroPorts::Ascent::kByDestination,
                            DestroPorts::Turn::kLastStage);
    for (const int input_port : {0, 3}) {
      RouteQuery query;
      query.destination = 5;
      query.input_port = input_port;
      Explanation explanation;
      ports.explain(query, registers, explanation);
      ASSERT_EQ(explanation.decision.size(), 1u);
      const bool last = tree.stage(id) == 2;
      EXPECT_THAT(
          explanation.decision[0],
          AllOf(HasSubstr(last              ? ": the last stage; down by"
                          : input_port == 3 ? ": the packet came in from above; down by"
                                            : ": the packet came in from below; up by"),
                HasSubstr(fmt::format("switch <{}, {}>", tree.stage(id), tree.position(id)))));
    }
  }
}

TEST(Destro, IsDefinedOnFatTreesOnly) {
  const Netlist mesh = test::generate("mesh", {{"k", std::vector<std::int64_t>{2, 2}}});
  for (const std::string function : {"destro", "det_lin", "destro_nonminimal"}) {
    EXPECT_THAT(error_of([&] { make_routing(function, context_of(mesh)); }),
                AllOf(HasSubstr("'" + function + "'"), HasSubstr("'mesh'")));
  }
  const Netlist tree = FatTree(2, 2).netlist({});
  EXPECT_THAT(error_of([&] { make_routing("destro", context_of(tree), implementation("x")); }),
              HasSubstr("fir, arithmetic, table"));
}

TEST(Ruft, DefinedOnItsTopologyOnly) {
  const Netlist tree = FatTree(2, 2).netlist({});
  EXPECT_THAT(error_of([&] { make_routing("ruft", context_of(tree)); }),
              AllOf(HasSubstr("routing function 'ruft'"), HasSubstr("'fat_tree'")));
  Netlist cut = Ruft(2, 2).netlist({});
  cut.switches.pop_back();
  EXPECT_THAT(error_of([&] { make_routing("ruft", context_of(cut)); }), HasSubstr("k = 2, n = 2"));
}

TEST(Ruft, OneWayForEachPairOverAllStages) {
  for (const Shape shape : {Shape{2, 4}, Shape{3, 3}, Shape{4, 2}, Shape{5, 1}}) {
    const Netlist netlist = Ruft(shape.k, shape.n).netlist({});
    const RoutingContext context = context_of(netlist);
    const auto routing = make_routing("ruft", context);
    const ConnectivityReport report = check_connectivity(context, *routing);
    const auto hosts = static_cast<std::uint64_t>(netlist.hosts.size());
    EXPECT_TRUE(report.ok());
    EXPECT_EQ(report.paths, hosts * (hosts - 1));
    EXPECT_EQ(report.longest_path, shape.n - 1);
    EXPECT_TRUE(routing->in_order());
    EXPECT_EQ(routing->register_set(), kNoRegisters);
  }
}

// ---- The hardware of Figures 4.8 and 4.9 with any register values.

SwitchShape shape_with(int ports, std::uint32_t hosts) {
  SwitchShape shape;
  shape.hosts = hosts;
  shape.ports = ports;
  return shape;
}

void expect_definition(const std::string& set, int ports, std::uint32_t hosts, Random& random) {
  RegisterFile file(set, shape_with(ports, hosts));
  const bool operand = set == "fir_source";
  std::vector<std::string> names = {"LIB", "UIB", "MR"};
  if (operand) names.push_back("OPERAND");
  for (int port = 0; port < ports; ++port) {
    for (const std::string& name : names) {
      // Small numbers make hits frequent.
      const std::uint32_t value = random.below(2) == 0 ? random.below(4) : random.below(1u << 24);
      file.write(file.address(name, port), value);
    }
    for (int word = 0; word < (ports + 31) / 32; ++word) {
      // Few restrictions, so that some ports are left.
      std::uint32_t bits = ~std::uint32_t{0};
      for (int i = 0; i < 4; ++i) bits &= random.below(1u << 31) << 1 | random.below(2);
      file.write(file.address("RRR", port, word), bits);
    }
  }
  FirPorts matcher(ports, set);
  matcher.registers_written(file);
  EXPECT_EQ(matcher.has_operand(), operand);

  for (int i = 0; i < 200; ++i) {
    RouteQuery query;
    query.destination = random.below(2) == 0 ? random.below(8) % hosts : random.below(hosts);
    query.source = random.below(2) == 0 ? random.below(8) % hosts : random.below(hosts);
    std::vector<bool> hit;
    for (int port = 0; port < ports; ++port) {
      const bool source = operand && file.value("OPERAND", port) == 1;
      const std::uint32_t d = (source ? query.source : query.destination) & file.value("MR", port);
      const std::uint32_t lib = file.value("LIB", port);
      const std::uint32_t uib = file.value("UIB", port);
      hit.push_back(lib <= uib ? lib <= d && d <= uib : d >= lib || d <= uib);
    }
    std::uint64_t allowed[kMaxPorts / 64] = {};
    matcher.match(query, allowed);
    for (int port = 0; port < kMaxPorts; ++port) {
      bool expected = port < ports && hit[static_cast<std::size_t>(port)];
      for (int other = 0; expected && other < ports; ++other) {
        const bool first = (file.value("RRR", port, other / 32) >> other % 32 & 1) != 0;
        if (first && hit[static_cast<std::size_t>(other)]) expected = false;
      }
      ASSERT_EQ((allowed[port / 64] >> port % 64 & 1) != 0, expected)
          << ports << " ports, port " << port << ", from " << query.source << " to "
          << query.destination;
    }
  }
}

TEST(FirPorts, DecideAsTheFiguresSay) {
  Random random(7, 0);
  for (const char* const set : {"fir", "fir_source"}) {
    for (const int ports : {1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 128, 200, 256}) {
      for (const std::uint32_t hosts : {2u, 8u, 1000u, 1u << 24}) {
        expect_definition(set, ports, hosts, random);
      }
    }
  }
}

TEST(FirPorts, AfterResetMatchNodeZeroOnly) {
  for (const char* const set : {"fir", "fir_source"}) {
    const RegisterFile file(set, shape_with(12, 64));
    FirPorts written(12, set);
    written.registers_written(file);
    FirPorts fresh(12, set);
    for (FirPorts* matcher : {&written, &fresh}) {
      for (NodeId destination = 0; destination < 64; ++destination) {
        std::uint64_t allowed[kMaxPorts / 64] = {};
        RouteQuery query;
        query.destination = destination;
        matcher->match(query, allowed);
        EXPECT_EQ(allowed[0], destination == 0 ? 0xfffu : 0u);
      }
    }
  }
}

/// Port 0 compares the source, port 1 the destination; both are hit, and port 1 yields.
TEST(FirPorts, SayWhatTheyCompare) {
  RegisterFile file("fir_source", shape_with(3, 64));
  for (const RegisterWrite& write : std::vector<RegisterWrite>{{"OPERAND", 0, 1},
                                                               {"MR", 0, 0xf},
                                                               {"LIB", 0, 5},
                                                               {"UIB", 0, 6},
                                                               {"OPERAND", 1, 0},
                                                               {"MR", 1, 0x3f},
                                                               {"LIB", 1, 40},
                                                               {"UIB", 1, 50},
                                                               {"RRR", 1, 1}}) {
    file.write(write);
  }
  FirPorts matcher(3, "fir_source");
  matcher.registers_written(file);
  RouteQuery query;
  query.source = 0x16;
  query.destination = 45;
  Explanation explanation;
  matcher.explain(query, file, explanation);
  EXPECT_EQ(explanation.ports.size(), 3u);
  EXPECT_EQ(explanation.ports[0], "source 22 masked with MR 0xf is 6, in [LIB 5 .. UIB 6]");
  EXPECT_EQ(explanation.ports[1],
            "destination 45 masked with MR 0x3f is 45, in [LIB 40 .. UIB 50]; yields to port 0, "
            "which is hit (RRR bit 0)");
}

TEST(FirPorts, PortsWithoutALinkAreNeverOffered) {
  Netlist netlist = FatTree(2, 2).netlist({});
  for (SwitchInfo& info : netlist.switches) info.ports += 3;
  validate(netlist);
  Routers routers(netlist, "destro");
  const FatTree tree(2, 2);
  for (SwitchId id = 0; id < tree.switches(); ++id) {
    // Ports that nobody programmed match node 0.
    for (NodeId to = 0; to < tree.hosts(); ++to) {
      EXPECT_EQ(routers.port(id, 1, to), expected_port(tree, id, to, to));
    }
  }
}

}  // namespace
}  // namespace netloom
