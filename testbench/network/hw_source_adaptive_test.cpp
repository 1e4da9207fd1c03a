// Dragonflies with Valiant and source-adaptive routing.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

struct Function {
  std::string name;
  ParameterMap parameters;
};

const std::string kWhileWaiting = "while_waiting";

void PrintTo(const Function& function, std::ostream* out) {
  *out << function.name;
  for (const auto& [name, value] : function.parameters) *out << " " << std::get<std::string>(value);
}

/// A dragonfly with h = 2: 72 hosts, 9 groups.
class SourceAdaptive : public testing::TestWithParam<Function> {
 protected:
  static constexpr NodeId kHosts = 72;

  static NetworkSetup setup(const Function& function, Switching switching) {
    NetworkSetup setup(
        make_netlist("dragonfly", {{"h", std::int64_t{2}}}, {{"local", 4}, {"global", 9}}),
        function.name);
    setup.function_parameters = function.parameters;
    setup.vc_policy = "ascending";
    const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(function.name);
    const auto vcs =
        entry.vcs(resolve_parameters(entry.parameters, function.parameters, function.name));
    for (std::size_t kind = 0; kind < setup.netlist.kinds.size(); ++kind) {
      const auto found = vcs.find(setup.netlist.kinds[kind]);
      if (found != vcs.end()) setup.config.switches.vcs[kind] = found->second;
    }
    setup.config.simulation.watchdog = 1000;
    setup.config.switches.switching = switching;
    if (switching == Switching::kWormhole) {
      setup.config.nic.packet_phits = 12;
      setup.config.switches.flit_phits = 4;
    }
    return setup;
  }

  /// Every host sends packets to random others as fast as it can, to buffers of one flit.
  static std::string drain(const Function& function, Switching switching) {
    return in_child([&]() -> std::string {
      NetworkSetup network_setup = setup(function, switching);
      network_setup.input_buffers(4);
      ScriptedSource source(kHosts);
      Random random(11, 0);
      for (NodeId host = 0; host < kHosts; ++host) {
        for (int i = 0; i < 40; ++i) {
          Message message;
          message.destination = (host + 1 + random.below(kHosts - 1)) % kHosts;
          message.phits = static_cast<std::uint32_t>(network_setup.config.nic.packet_phits);
          source.send(host, 0, message);
        }
      }
      TestNetwork network(network_setup, source);
      network->run(1);
      if (!network.drain(200000) || network->counters().delivered != kHosts * 40) {
        return "not everything was delivered";
      }
      return network->check_conservation().message;
    });
  }

  /// What a run under load delivers, and when.
  static std::string outcome(const Function& function, Switching switching,
                             const SimulationConfig& simulation) {
    return in_child([&]() -> std::string {
      NetworkSetup network_setup = setup(function, switching);
      network_setup.input_buffers(48);
      network_setup.config.simulation = simulation;
      network_setup.config.simulation.seed = 3;
      const int phits = network_setup.config.nic.packet_phits;
      UniformSource source(kHosts, 0.5, phits, phits, 3);
      TestNetwork network(network_setup, source);
      network->run(1500);
      const std::string broken = network->check_conservation().message;
      if (!broken.empty()) return "ERROR: " + broken;
      return fmt::format("{} packets, {:x}", network->counters().delivered, source.digest());
    });
  }
};

TEST_P(SourceAdaptive, EverythingArrivesWithTheSmallestBuffers) {
  EXPECT_EQ(drain(GetParam(), Switching::kVirtualCutThrough), "");
  EXPECT_EQ(drain(GetParam(), Switching::kWormhole), "");
}

TEST_P(SourceAdaptive, NothingDependsOnQuantumOrderOrCore) {
  for (const Switching switching : {Switching::kVirtualCutThrough, Switching::kWormhole}) {
    SimulationConfig one;
    one.quantum = 1;
    const std::string reference = outcome(GetParam(), switching, one);
    EXPECT_THAT(reference, testing::MatchesRegex("[1-9][0-9]+ packets, .*"));
    SimulationConfig most;  // as many cycles as the network allows
    EXPECT_EQ(outcome(GetParam(), switching, most), reference);
    most.shuffle = 17;
    EXPECT_EQ(outcome(GetParam(), switching, most), reference);
    most.idle_skipping = false;
    most.specialised = false;
    EXPECT_EQ(outcome(GetParam(), switching, most), reference);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SourceAdaptive,
                         testing::Values(Function{"val", {}},
                                         Function{"val", {{"path_a", std::string("LGL")}}},
                                         Function{"val", {{"path_a", std::string("LG-")}}},
                                         Function{"val", {{"path_a", std::string("-GL")}}},
                                         Function{"val", {{"path_a", std::string("-G-")}}},
                                         Function{"ugal_l", {}}, Function{"ugal_g", {}},
                                         Function{"pb", {}}, Function{"par", {}},
                                         Function{"ugal_g", {{"decide", kWhileWaiting}}},
                                         Function{"pb", {{"decide", kWhileWaiting}}},
                                         Function{"par", {{"decide", kWhileWaiting}}}));

class SourceAdaptiveQuantum : public SourceAdaptive {};

// The broadcast of PB takes one local link; UGAL-G sees the cycle before.
TEST_F(SourceAdaptiveQuantum, IsNoLongerThanWhatTheSwitchesTellEachOtherTakes) {
  const auto quantum = [](const std::string& function, int asked) {
    return in_child([&]() -> std::string {
      NetworkSetup network_setup = setup({function, ParameterMap()}, Switching::kVirtualCutThrough);
      network_setup.config.simulation.quantum = asked;
      ScriptedSource source(kHosts);
      TestNetwork network(network_setup, source);
      return std::to_string(network->quantum());
    });
  };
  EXPECT_EQ(quantum("val", 0), "5") << "a local link, and the crossbar before it";
  EXPECT_EQ(quantum("pb", 0), "4");
  EXPECT_EQ(quantum("ugal_g", 0), "1");
  EXPECT_THAT(quantum("ugal_g", 2), testing::HasSubstr("this network allows 1 to 1"));
  EXPECT_THAT(quantum("pb", 5), testing::HasSubstr("this network allows 1 to 4"));
}

/// Minimal routing in header states but 0, in which a packet waits for a decision.
template <class Notes>
class DecidingRouter : public SwitchRouter {
 public:
  DecidingRouter(Notes& notes, SwitchId id, std::unique_ptr<SwitchRouter> minimal)
      : notes_(notes), id_(id), minimal_(std::move(minimal)) {}
  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    if (query.state != 0) minimal_->route(query, candidates);
  }
  bool decides() const override { return true; }

 protected:
  Notes& notes_;
  SwitchId id_;

 private:
  std::unique_ptr<SwitchRouter> minimal_;
};

/// Minimal routing by such routers, and what they note.
template <class Router>
class Deciding final : public RoutingFunction {
 public:
  explicit Deciding(std::unique_ptr<RoutingFunction> minimal) : minimal_(std::move(minimal)) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId id) override {
    return std::make_unique<Router>(notes, id, minimal_->make_router(id));
  }
  StatusBroadcast status_broadcast() const override { return Router::kBroadcast; }
  bool in_order() const override { return true; }

  typename Router::Notes notes;

 private:
  std::unique_ptr<RoutingFunction> minimal_;
};

/// A decision that changes nothing. Every switch publishes the queue of its first global link; what
/// switch 1 sees of switch 0 when it decides is noted.
class Watching final : public DecidingRouter<std::map<Cycle, std::uint32_t>> {
 public:
  using Notes = std::map<Cycle, std::uint32_t>;
  using DecidingRouter::DecidingRouter;
  static constexpr int kDelay = 4;
  static constexpr StatusBroadcast kBroadcast{1, kDelay, kDelay};

  std::uint16_t decide(const RouteQuery& query, const CongestionView& view,
                       const Draw& /*draw*/) const override {
    if (id_ == 1) notes_[query.cycle] = *view.status(0, kDelay);
    return 1;
  }
  void publish(const CongestionView& view, std::uint32_t* words) const override {
    words[0] = static_cast<std::uint32_t>(view.phits_behind(5));
  }
};

/// What is noted in 100 cycles.
template <class Router>
typename Router::Notes notes_of(const NetworkSetup& setup, ScriptedSource& source) {
  RoutingContext context;
  context.netlist = &setup.netlist;
  context.vcs = setup.config.switches.vcs;
  context.vc_policy = "ascending";
  context.vc_shift = 1;
  Deciding<Router> routing(RoutingFunctionRegistry::instance().find("min").make(context));
  Network network("network", setup.netlist, routing, setup.config, source);
  network.run(100);
  return routing.notes;
}

// A packet of 4 phits that is generated in cycle 10 arrives at switch 0 in 11, and is granted its
// output, with 4 credits, in 12. It comes to the next switch in 22 and is granted its output there
// in 23; its last phit leaves in 26, and the credits are back 9 cycles later, in 35.
TEST_F(SourceAdaptiveQuantum, AQueueIsKnownToTheCycle) {
  for (const int quantum : {1, 2, 4}) {
    EXPECT_EQ(in_child([&]() -> std::string {
                NetworkSetup network_setup =
                    setup({"min", ParameterMap()}, Switching::kVirtualCutThrough);
                network_setup.config.smallest_packet = 1;
                network_setup.config.simulation.quantum = quantum;
                ScriptedSource source(kHosts);
                Message message;
                message.destination = 8;  // in group 1, to which port 5 of switch 0 leads
                message.phits = 4;
                source.send(0, 10, message);
                message.destination = 3;  // at the same switch
                message.phits = 1;
                for (Cycle cycle = 2; cycle < 60; ++cycle) source.send(2, cycle, message);
                const auto seen = notes_of<Watching>(network_setup, source);
                std::string text;
                std::uint32_t last = 0;
                for (const auto& [cycle, phits] : seen) {
                  if (phits == last) continue;
                  text += fmt::format("{} from {}; ", phits, cycle);
                  last = phits;
                }
                if (seen.count(15) == 0) text += "no decision in cycle 15";
                return text;
              }),
              "4 from 16; 0 from 39; ")
        << quantum;
  }
}

/// A decision that is the cycle; the decisions on packets of host 1 and the header states with
/// which they come to other switches are noted.
struct DecisionsOnHost1 {
  std::vector<Cycle> decided;
  std::vector<std::uint32_t> came;
};
class DecidingAgain final : public DecidingRouter<DecisionsOnHost1> {
 public:
  using Notes = DecisionsOnHost1;
  using DecidingRouter::DecidingRouter;
  static constexpr StatusBroadcast kBroadcast{};

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    if (query.source == 1 && id_ != 0) notes_.came.push_back(query.state);
    DecidingRouter::route(query, candidates);
  }
  bool decides_again() const override { return true; }
  std::uint16_t decide(const RouteQuery& query, const CongestionView& /*view*/,
                       const Draw& /*draw*/) const override {
    if (query.state != 0) throw Error("decided on in header state " + std::to_string(query.state));
    if (query.source == 1) notes_.decided.push_back(query.cycle);
    return static_cast<std::uint16_t>(query.cycle);
  }
};

// Packets of 4 phits from hosts 0 and 1 of switch 0 come to the front in cycle 11 and want the same
// link: one is granted it in 12, the other in 16. That one is decided on at the end of each cycle
// in between, and goes over the two switches of group 1 with the last decision.
TEST_F(SourceAdaptiveQuantum, APacketThatWaitsIsDecidedOnInEachCycle) {
  for (const bool idle_skipping : {true, false}) {
    EXPECT_EQ(in_child([&]() -> std::string {
                NetworkSetup network_setup =
                    setup({"min", ParameterMap()}, Switching::kVirtualCutThrough);
                network_setup.config.simulation.idle_skipping = idle_skipping;
                ScriptedSource source(kHosts);
                Message message;
                message.destination = 8;  // in group 1, to which port 5 of switch 0 leads
                message.phits = 4;
                source.send(0, 10, message);
                source.send(1, 10, message);
                const auto notes = notes_of<DecidingAgain>(network_setup, source);
                std::string text = "decided in";
                for (const Cycle cycle : notes.decided) text += fmt::format(" {}", cycle);
                text += "; came with";
                for (const std::uint32_t state : notes.came) text += fmt::format(" {}", state);
                return text;
              }),
              "decided in 11 12 13 14 15; came with 15 15");
  }
}

// A decision costs nothing where routing takes a cycle or more, and one cycle where it takes none.
TEST_F(SourceAdaptiveQuantum, ADecisionTakesOneCycleAtLeast) {
  const auto latency = [](const std::string& function, int routing_delay) {
    return in_child([&]() -> std::string {
      NetworkSetup network_setup = setup({function, ParameterMap()}, Switching::kVirtualCutThrough);
      network_setup.config.switches.routing_delay = routing_delay;
      ScriptedSource source(kHosts);
      Message message;
      message.destination = 1;  // at the same switch
      message.phits = 4;
      source.send(0, 10, message);
      TestNetwork network(network_setup, source);
      network->run(100);
      return std::to_string(source.packets.at(0).delivered - source.packets.at(0).generated);
    });
  };
  // Two links of one cycle, X = 1, and the tail.
  EXPECT_EQ(latency("min", 0), "6");
  EXPECT_EQ(latency("val", 0), "7");
  EXPECT_EQ(latency("min", 1), "7");
  EXPECT_EQ(latency("val", 1), "7");
  EXPECT_EQ(latency("min", 3), "9");
  EXPECT_EQ(latency("val", 3), "9");
}

}  // namespace
}  // namespace netloom::test
