#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/cyclic_interval.h"
#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/decision/routing_function.h"
#include "routing/function/tree/interval.h"
#include "routing/netlist/topology.h"
#include "routing/registers/register_file.h"
#include "routing/topology/torus.h"

namespace netloom {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Netlist fat_tree(std::int64_t k, std::int64_t n) {
  const TopologyEntry& entry = TopologyRegistry::instance().find("fat_tree");
  const ParameterMap given = {{"k", k}, {"n", n}};
  return entry.make(resolve_parameters(entry.parameters, given, "fat_tree"))->netlist({});
}

RoutingContext context_of(const Netlist& netlist) {
  RoutingContext context;
  context.netlist = &netlist;
  context.vcs.assign(netlist.kinds.size(), 1);
  context.vc_policy = "single";
  return context;
}

std::unique_ptr<RoutingFunction> make(const RoutingContext& context) {
  return RoutingFunctionRegistry::instance().find("interval").make(context);
}

using Interval = std::pair<std::uint32_t, std::uint32_t>;

/// [port] -> [LIB..UIB], as written by the register program.
std::vector<Interval> intervals(const RoutingFunction& routing, SwitchId switch_id, int ports) {
  std::vector<Interval> result(static_cast<std::size_t>(ports));
  for (const RegisterWrite& write : routing.register_program(switch_id)) {
    Interval& interval = result.at(static_cast<std::size_t>(write.index));
    (write.name == "LIB" ? interval.first : interval.second) = write.value;
  }
  return result;
}

/// A router whose registers have been programmed, and its file.
struct Programmed {
  Programmed(const Netlist& netlist, RoutingFunction& routing, SwitchId id)
      : file(routing.register_set(), shape_of(netlist, id)), router(routing.make_router(id)) {
    for (const RegisterWrite& write : routing.register_program(id)) file.write(write);
    router->registers_written(file);
  }

  static SwitchShape shape_of(const Netlist& netlist, SwitchId id) {
    SwitchShape shape;
    shape.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
    shape.switches = static_cast<std::uint32_t>(netlist.switches.size());
    shape.ports = netlist.switches[id].ports;
    return shape;
  }

  RegisterFile file;
  std::unique_ptr<SwitchRouter> router;
};

TEST(IntervalContains, ExhaustivelyInThreeBits) {
  for (std::uint32_t lib = 0; lib < 8; ++lib) {
    for (std::uint32_t uib = 0; uib < 8; ++uib) {
      // Walk the circle from lib to uib: what is passed is inside.
      std::array<bool, 8> inside{};
      for (std::uint32_t node = lib;; node = (node + 1) % 8) {
        inside[node] = true;
        if (node == uib) break;
      }
      for (std::uint32_t node = 0; node < 8; ++node) {
        EXPECT_EQ(interval_contains(lib, uib, node), inside[node])
            << '[' << lib << ".." << uib << "] " << node;
      }
    }
  }
}

TEST(IntervalPorts, DecidesAsThePureFunction) {
  Random random(1, 0);
  for (const int ports : {1, 2, 7, 8, 9, 63, 64, 65, 128, 255, 256}) {
    for (const std::uint32_t nodes : {8u, 100u, 1u << 24}) {
      IntervalPorts matcher(ports);
      std::vector<Interval> bounds;
      for (int port = 0; port < ports; ++port) {
        bounds.emplace_back(random.below(nodes), random.below(nodes));
        matcher.set(port, bounds.back().first, bounds.back().second);
        EXPECT_EQ(matcher.lib(port), bounds.back().first);
        EXPECT_EQ(matcher.uib(port), bounds.back().second);
      }
      for (int i = 0; i < 100; ++i) {
        RouteQuery query;
        // Bounds themselves and their neighbours are the cases that go wrong.
        const Interval& some = bounds[random.below(static_cast<std::uint32_t>(ports))];
        const std::array<std::uint32_t, 5> candidates = {
            random.below(nodes), some.first, some.second, (some.first + nodes - 1) % nodes,
            (some.second + 1) % nodes};
        query.destination = candidates[static_cast<std::size_t>(i) % candidates.size()];
        std::array<std::uint64_t, kMaxPorts / 64> hits{};
        matcher.match(query, hits.data());
        for (int port = 0; port < kMaxPorts; ++port) {
          const auto p = static_cast<std::size_t>(port);
          const bool hit = (hits[p / 64] >> (p % 64) & 1) != 0;
          const bool expected = port < ports && interval_contains(bounds[p].first, bounds[p].second,
                                                                  query.destination);
          ASSERT_EQ(hit, expected) << port << " of " << ports << ", " << query.destination;
        }
      }
    }
  }
}

TEST(IntervalPorts, UnprogrammedPortsMatchNodeZeroOnly) {
  IntervalPorts matcher(5);
  RouteQuery query;
  for (const NodeId node : {0u, 1u, 7u, (1u << 24) - 1}) {
    query.destination = node;
    std::uint64_t hits = 0;
    matcher.match(query, &hits);
    EXPECT_EQ(hits, node == 0 ? 0x1fu : 0u);
  }
}

TEST(IntervalPorts, SayOfEveryPortWhetherTheDestinationIsInItsInterval) {
  const Netlist netlist = fat_tree(2, 3);
  const auto routing = make(context_of(netlist));
  const Programmed at(netlist, *routing, 0);  // with the bounds of [Fat-Trees 2010], Figure 3.2
  RouteQuery query;
  query.destination = 5;
  Explanation explanation;
  at.router->explain(query, at.file, explanation);
  EXPECT_EQ(explanation.ports,
            (std::map<int, std::string>{{0, "destination 5 is not in [LIB 0 .. UIB 0]"},
                                        {1, "destination 5 is not in [LIB 1 .. UIB 1]"},
                                        {2, "destination 5 lies in [LIB 2 .. UIB 7]"},
                                        {3, "destination 5 lies in [LIB 2 .. UIB 7]"}}));
}

// [Fat-Trees 2010], section 3.1, Figure 3.2 and the text around it.
TEST(IntervalRouting, BoundsOfFigure3_2) {
  const Netlist netlist = fat_tree(2, 3);
  const auto routing = make(context_of(netlist));
  EXPECT_EQ(intervals(*routing, 0, 4), (std::vector<Interval>{{0, 0}, {1, 1}, {2, 7}, {2, 7}}));
  EXPECT_EQ(intervals(*routing, 4, 4), (std::vector<Interval>{{0, 1}, {2, 3}, {4, 7}, {4, 7}}));
  EXPECT_EQ(intervals(*routing, 8, 2), (std::vector<Interval>{{0, 3}, {4, 7}}));
  // Cyclic intervals: nodes 2 and 3, and nodes 4 to 7, are below.
  EXPECT_EQ(intervals(*routing, 1, 4), (std::vector<Interval>{{2, 2}, {3, 3}, {4, 1}, {4, 1}}));
  EXPECT_EQ(intervals(*routing, 6, 4), (std::vector<Interval>{{4, 5}, {6, 7}, {0, 3}, {0, 3}}));
}

// The 2-ary 4-tree of [Fat-Trees 2010], Figure 3.4, computed by hand from the formulas of
// section 3.1.
TEST(IntervalRouting, BoundsOfThe2Ary4Tree) {
  const Netlist netlist = fat_tree(2, 4);
  const auto routing = make(context_of(netlist));
  // <0, 101>
  EXPECT_EQ(intervals(*routing, 5, 4),
            (std::vector<Interval>{{10, 10}, {11, 11}, {12, 9}, {12, 9}}));
  // <1, 011>: o_2 o_1 = 01
  EXPECT_EQ(intervals(*routing, 8 + 3, 4), (std::vector<Interval>{{4, 5}, {6, 7}, {8, 3}, {8, 3}}));
  // <2, 110>: o_2 = 1
  EXPECT_EQ(intervals(*routing, 16 + 6, 4),
            (std::vector<Interval>{{8, 11}, {12, 15}, {0, 7}, {0, 7}}));
  // <3, 010>
  EXPECT_EQ(intervals(*routing, 24 + 2, 2), (std::vector<Interval>{{0, 7}, {8, 15}}));
}

/// Ways from a switch to a node, by following every candidate.
std::uint64_t count_paths(const Netlist& netlist, const PortMap& map,
                          std::vector<Programmed>& switches, SwitchId at, NodeId destination) {
  std::array<std::uint64_t, kMaxPorts / 64> words{};
  CandidateSet candidates(words.data(), static_cast<int>(words.size()), 0);
  RouteQuery query;
  query.destination = destination;
  switches[at].router->route(query, candidates);
  std::uint64_t paths = 0;
  for (int port = 0; port < map.ports(at); ++port) {
    if (!candidates.contains(port, 0)) continue;
    const Endpoint& to = netlist.links[static_cast<std::size_t>(map.link_out(at, port))].to;
    if (to.type == Endpoint::Type::kHost) {
      EXPECT_EQ(to.index, destination);
      ++paths;
    } else {
      paths += count_paths(netlist, map, switches, to.index, destination);
    }
  }
  return paths;
}

TEST(IntervalRouting, OffersAllMinimalPaths) {
  const std::vector<std::array<std::uint64_t, 3>> cases = {{2, 3, 168}, {4, 3, 52416}};
  for (const auto& [k, n, expected] : cases) {
    const Netlist netlist = fat_tree(static_cast<std::int64_t>(k), static_cast<std::int64_t>(n));
    const auto routing = make(context_of(netlist));
    const PortMap map(netlist);
    std::vector<Programmed> switches;
    for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
      switches.emplace_back(netlist, *routing, id);
    }
    std::uint64_t paths = 0;
    for (NodeId source = 0; source < netlist.hosts.size(); ++source) {
      const Endpoint& entry = netlist.links[static_cast<std::size_t>(map.injection(source))].to;
      for (NodeId destination = 0; destination < netlist.hosts.size(); ++destination) {
        if (source == destination) continue;
        paths += count_paths(netlist, map, switches, entry.index, destination);
      }
    }
    EXPECT_EQ(paths, expected) << k << "-ary " << n << "-tree";
  }
}

TEST(IntervalRouting, VirtualChannelsFollowThePolicy) {
  const Netlist netlist = fat_tree(2, 3);
  RoutingContext context = context_of(netlist);
  const PortMap map(netlist);
  for (std::size_t kind = 0; kind < context.vcs.size(); ++kind) {
    context.vcs[kind] = static_cast<int>(kind) + 2;
  }
  for (const int shift : {2, 6}) {
    for (const std::string policy : {"single", "free"}) {
      context.vc_policy = policy;
      context.vc_shift = shift;
      const auto routing = make(context);
      Programmed programmed(netlist, *routing, 1);
      for (NodeId destination = 0; destination < 8; ++destination) {
        std::array<std::uint64_t, 16> words{};
        CandidateSet candidates(words.data(), static_cast<int>(words.size()), shift);
        RouteQuery query;
        query.destination = destination;
        programmed.router->route(query, candidates);
        for (int port = 0; port < 4; ++port) {
          const int link = map.link_out(1, port);
          const int kind = netlist.links[static_cast<std::size_t>(link)].kind;
          const bool allowed = port >= 2 ? destination < 2 || destination > 3
                                         : destination == static_cast<NodeId>(2 + port);
          const int count = policy == "single" ? 1 : kind + 2;
          for (int vc = 0; vc < 1 << shift; ++vc) {
            EXPECT_EQ(candidates.contains(port, vc), allowed && vc < count)
                << policy << ' ' << port << ' ' << vc;
          }
        }
      }
    }
  }
}

TEST(IntervalRouting, HookDecides) {
  /// Allows the last port, whatever it is asked.
  class LastPort final : public PortMatcher {
   public:
    explicit LastPort(int ports) : ports_(ports) {}
    void registers_written(const RegisterFile& /*file*/) override {}
    void match(const RouteQuery& /*query*/, std::uint64_t* ports) override {
      ports[0] |= std::uint64_t{1} << (ports_ - 1);
    }

   private:
    int ports_;
  };
  const Netlist netlist = fat_tree(2, 3);
  RoutingContext context = context_of(netlist);
  context.hooks.port_matcher =
      [](SwitchId id, int ports,
         std::unique_ptr<PortMatcher> reference) -> std::unique_ptr<PortMatcher> {
    EXPECT_NE(dynamic_cast<IntervalPorts*>(reference.get()), nullptr);
    if (id != 0) return reference;
    return std::make_unique<LastPort>(ports);
  };
  const auto routing = make(context);
  RouteQuery query;
  query.destination = 1;
  for (const auto& [id, expected] : {std::pair<SwitchId, unsigned>{0, 8}, {1, 12}}) {
    Programmed programmed(netlist, *routing, id);
    std::uint64_t word = 0;
    CandidateSet candidates(&word, 1, 0);
    programmed.router->route(query, candidates);
    EXPECT_EQ(word, expected) << id;
  }
}

TEST(IntervalRouting, RefusesOtherNetworksAndPolicies) {
  Netlist netlist = Torus({4}, 1).netlist({});
  EXPECT_THAT([&] { make(context_of(netlist)); },
              ThrowsMessage<Error>(HasSubstr("fat-trees only; the topology here is 'torus'")));
  netlist.topology.clear();
  EXPECT_THAT([&] { make(context_of(netlist)); },
              ThrowsMessage<Error>(HasSubstr("a netlist without one")));

  const Netlist tree = fat_tree(2, 2);
  RoutingContext context = context_of(tree);
  context.vc_policy = "ascending";
  EXPECT_THAT([&] { make(context); },
              ThrowsMessage<Error>(HasSubstr("'ascending'; allowed: davc, free, single")));

  Netlist cut = fat_tree(2, 2);
  cut.switches.pop_back();
  EXPECT_THAT([&] { make(context_of(cut)); }, ThrowsMessage<Error>(HasSubstr("k = 2, n = 2")));
}

}  // namespace
}  // namespace netloom
