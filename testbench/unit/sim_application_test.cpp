// Applications: who sends to whom, and what has to arrive before.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "routing/base/random.h"
#include "sim/traffic/application_source.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::unique_ptr<Application> make(const std::string& name, Task tasks,
                                  const ParameterMap& parameters = {},
                                  std::uint32_t message_packets = 1) {
  const ApplicationEntry& entry = ApplicationRegistry::instance().find(name);
  return entry.make({tasks, message_packets, 1},
                    resolve_parameters(entry.parameters, parameters, name));
}

ParameterMap grid(std::vector<std::int64_t> sizes) {
  return {{"grid", std::move(sizes)}};
}

std::vector<Task> to(const Application& application, Task task, std::uint32_t step = 0) {
  std::vector<TaskMessage> messages;
  application.messages(task, step, messages);
  std::vector<Task> result;
  for (const TaskMessage& each : messages) result.push_back(each.destination);
  return result;
}

TEST(Application, Stencil2dByHand) {
  // 0 1 2
  // 3 4 5
  const auto open = make("stencil_2d", 6, grid({3, 2}));
  EXPECT_THAT(to(*open, 0), UnorderedElementsAre(1, 3));
  EXPECT_THAT(to(*open, 1), UnorderedElementsAre(0, 2, 4));
  EXPECT_THAT(to(*open, 5), UnorderedElementsAre(2, 4));
  ParameterMap parameters = grid({3, 2});
  parameters["periodic"] = true;
  const auto torus = make("stencil_2d", 6, parameters);
  EXPECT_THAT(to(*torus, 0), UnorderedElementsAre(1, 2, 3));
  EXPECT_THAT(to(*torus, 4), UnorderedElementsAre(1, 3, 5));
}

TEST(Application, Stencil3dByHand) {
  const auto cube = make("stencil_3d", 27, grid({3, 3, 3}));
  EXPECT_THAT(to(*cube, 13), UnorderedElementsAre(12, 14, 10, 16, 4, 22));
  EXPECT_THAT(to(*cube, 0), UnorderedElementsAre(1, 3, 9));
}

// 26 neighbours inside, 17 on a face, 11 on an edge, 7 at a corner.
TEST(Application, Stencil3dOf27Points) {
  ParameterMap parameters = grid({3, 3, 3});
  parameters["diagonal"] = true;
  const auto cube = make("stencil_3d", 27, parameters);
  EXPECT_EQ(to(*cube, 13).size(), 26u);
  EXPECT_EQ(to(*cube, 4).size(), 17u);
  EXPECT_EQ(to(*cube, 1).size(), 11u);
  EXPECT_THAT(to(*cube, 0), UnorderedElementsAre(1, 3, 4, 9, 10, 12, 13));
  parameters["periodic"] = true;
  EXPECT_EQ(to(*make("stencil_3d", 27, parameters), 0).size(), 26u);
  // Around a ring of two, both ways lead to the same.
  ParameterMap narrow = grid({3, 2});
  narrow["diagonal"] = true;
  narrow["periodic"] = true;
  EXPECT_THAT(to(*make("stencil_2d", 6, narrow), 0), UnorderedElementsAre(1, 2, 3, 4, 5));
}

TEST(Application, AGridIsAsSquareAsItCanBe) {
  // 72 x 73, and 12 = 2 x 2 x 3: the last task of the first line is followed by the next line.
  EXPECT_THAT(to(*make("stencil_2d", 5256), 71), UnorderedElementsAre(70, 143));
  EXPECT_THAT(to(*make("stencil_3d", 12), 1), UnorderedElementsAre(0, 3, 5));
  EXPECT_THAT(to(*make("stencil_2d", 7), 3), UnorderedElementsAre(2, 4));
}

TEST(Application, WaterfallByHand) {
  const auto waterfall = make("waterfall", 6, grid({3, 2}));
  EXPECT_THAT(to(*waterfall, 0), UnorderedElementsAre(1, 3));
  EXPECT_THAT(to(*waterfall, 2), ElementsAre(5));
  EXPECT_THAT(to(*waterfall, 5), IsEmpty());
  EXPECT_EQ(waterfall->packets_to(0, 0), 0u);
  EXPECT_EQ(waterfall->packets_to(4, 0), 2u);
}

TEST(Application, ButterflyByHand) {
  const auto butterfly = make("butterfly", 8);
  EXPECT_EQ(butterfly->steps(), 3u);
  EXPECT_THAT(to(*butterfly, 5, 0), ElementsAre(4));
  EXPECT_THAT(to(*butterfly, 5, 1), ElementsAre(7));
  EXPECT_THAT(to(*butterfly, 5, 2), ElementsAre(1));
  // Without task 7, 5 and 6 each miss a partner, and 3 too.
  const auto seven = make("butterfly", 7);
  EXPECT_EQ(seven->steps(), 3u);
  EXPECT_THAT(to(*seven, 5, 1), IsEmpty());
  EXPECT_THAT(to(*seven, 6, 0), IsEmpty());
  EXPECT_THAT(to(*seven, 3, 2), IsEmpty());
  EXPECT_THAT(to(*seven, 3, 1), ElementsAre(1));
}

TEST(Application, AllToAllByHand) {
  const auto all = make("all_to_all", 4);
  EXPECT_EQ(all->steps(), 3u);
  EXPECT_THAT(to(*all, 2, 0), ElementsAre(3));
  EXPECT_THAT(to(*all, 2, 1), ElementsAre(0));
  EXPECT_THAT(to(*all, 2, 2), ElementsAre(1));

  const auto free = make("all_to_all", 4, {{"waits", false}});
  EXPECT_EQ(free->steps(), 1u);
  EXPECT_THAT(to(*free, 2, 0), ElementsAre(3, 0, 1));
  EXPECT_EQ(free->packets_to(2, 0), 3 * all->packets_to(2, 0));
}

struct Case {
  std::string name;
  Task tasks;
  ParameterMap parameters = {};
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"stencil_2d", 12},
      {"stencil_2d", 9, {{"periodic", true}}},
      {"stencil_2d", 4, {{"periodic", true}}},
      {"stencil_3d", 24},
      {"stencil_3d", 27, {{"periodic", true}}},
      {"stencil_3d", 24, {{"diagonal", true}}},
      {"stencil_2d", 12, {{"periodic", true}, {"diagonal", true}}},
      {"waterfall", 12},
      {"waterfall", 5},
      {"butterfly", 8},
      {"butterfly", 11},
      {"butterfly", 2},
      {"all_to_all", 7},
      {"all_to_all", 2},
      {"all_to_all", 7, {{"waits", false}}},
  };
  return all;
}

TEST(Application, SendersAndStepsAreThoseOfTheDestinations) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.name);
    const auto application = make(each.name, each.tasks, each.parameters);
    std::map<std::pair<Task, std::uint32_t>, std::uint32_t> received;
    std::set<std::pair<Task, Task>> pairs;
    for (Task task = 0; task < each.tasks; ++task) {
      for (std::uint32_t step = 0; step < application->steps(); ++step) {
        for (const Task destination : to(*application, task, step)) {
          ASSERT_LT(destination, each.tasks);
          EXPECT_NE(destination, task);
          EXPECT_TRUE(pairs.emplace(task, destination).second) << "twice in an iteration";
          EXPECT_EQ(application->step_of(task, destination, 0), step);
          ++received[{destination, step}];
        }
      }
    }
    for (Task task = 0; task < each.tasks; ++task) {
      for (std::uint32_t step = 0; step < application->steps(); ++step) {
        EXPECT_EQ(application->packets_to(task, step), (received[{task, step}]));
      }
    }
  }
}

/// A network that delivers every packet after a time drawn for it, so that packets overtake each
/// other in every way.
class AnyNetwork {
 public:
  AnyNetwork(ApplicationSource& source, NodeId hosts, std::uint32_t packet_phits, bool per_pair)
      : source_(source), packet_phits_(packet_phits), per_pair_(per_pair) {
    for (NodeId host = 0; host < hosts; ++host) call(host, source.first(host));
  }

  struct Message {
    NodeId from, to;
    Cycle sent;
    Cycle arrived = 0;  ///< its last packet
  };

  void run() {
    while (!events_.empty()) {
      const auto [cycle, kind, host, index] = events_.top();
      events_.pop();
      now_ = cycle;
      if (kind == kDelivery) {
        const auto& [packet, message] = packets_[index];
        messages_[message].arrived = std::max(messages_[message].arrived, cycle);
        call(host, source_.delivered(packet));
      } else {
        Sender sender(*this, host);
        call(host, source_.generate(host, cycle, sender));
      }
    }
  }

  const std::vector<Message>& messages() const { return messages_; }
  Cycle end() const { return now_; }

 private:
  static constexpr int kDelivery = 0;
  static constexpr int kCall = 1;

  class Sender final : public Injector {
   public:
    Sender(AnyNetwork& network, NodeId host) : network_(network), host_(host) {}
    void send(const netloom::Message& message, Cycle cycle) override {
      EXPECT_EQ(cycle, network_.now_);
      network_.send(host_, message);
    }

   private:
    AnyNetwork& network_;
    NodeId host_;
  };

  void call(NodeId host, Cycle cycle) {
    if (cycle != kNever) events_.emplace(cycle, kCall, host, 0);
  }
  void send(NodeId from, const netloom::Message& message) {
    EXPECT_EQ(message.phits % packet_phits_, 0u);
    messages_.push_back({from, message.destination, now_});
    std::uint32_t& number =
        numbers_[{from, per_pair_ ? static_cast<int>(message.destination) : -1}];
    for (std::uint32_t left = message.phits; left > 0; left -= packet_phits_) {
      DeliveredPacket packet;
      packet.source = from;
      packet.destination = message.destination;
      packet.number = number++;
      packet.delivered = now_ + 3 + random_.below(400);
      events_.emplace(packet.delivered, kDelivery, packet.destination, packets_.size());
      packets_.emplace_back(packet, messages_.size() - 1);
    }
  }

  ApplicationSource& source_;
  std::uint32_t packet_phits_;
  bool per_pair_;
  Random random_{5, 0};
  Cycle now_ = 0;
  using Event = std::tuple<Cycle, int, NodeId, std::size_t>;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<std::pair<DeliveredPacket, std::size_t>> packets_;
  std::vector<Message> messages_;
  std::map<std::pair<NodeId, int>, std::uint32_t> numbers_;
};

TEST(ApplicationSource, NothingIsSentBeforeWhatItNeedsHasArrivedAndThenAtOnce) {
  for (const Case& each : cases()) {
    for (const bool per_pair : {false, true}) {
      SCOPED_TRACE(each.name + " of " + std::to_string(each.tasks));
      constexpr NodeId kHosts = 40;
      ApplicationRun run;
      run.iterations = 6;
      run.packet_phits = 8;
      run.compute = 20;
      run.numbers_per_pair = per_pair;
      const std::vector<NodeId> placement = random_placement(each.tasks, kHosts, 3);
      ApplicationSource source(make(each.name, each.tasks, each.parameters, 3), run, placement,
                               kHosts);
      AnyNetwork network(source, kHosts, 8, per_pair);
      EXPECT_LT(source.seen_deliveries(), source.expected_deliveries());
      network.run();
      EXPECT_EQ(source.seen_deliveries(), source.expected_deliveries());

      // The messages of every turn (step of an iteration), by their order between each pair.
      const auto application = make(each.name, each.tasks, each.parameters);
      std::map<NodeId, Task> task_of;
      for (Task task = 0; task < each.tasks; ++task) task_of[placement[task]] = task;
      std::map<std::pair<Task, Task>, std::uint32_t> iteration;
      std::map<std::pair<Task, std::uint32_t>, Cycle> sent_at;    // by task and turn
      std::map<std::pair<Task, std::uint32_t>, Cycle> last_came;  // sent to a task in a turn
      std::size_t expected = 0;
      for (const AnyNetwork::Message& message : network.messages()) {
        const Task from = task_of.at(message.from);
        const Task to = task_of.at(message.to);
        const std::uint32_t turn =
            iteration[{from, to}]++ * application->steps() + application->step_of(from, to, 0);
        const auto [it, is_new] = sent_at.emplace(std::pair{from, turn}, message.sent);
        EXPECT_EQ(it->second, message.sent) << "a turn is sent at once";
        Cycle& last = last_came[{to, turn}];
        last = std::max(last, message.arrived);
      }
      for (Task task = 0; task < each.tasks; ++task) {
        Cycle before = 0;  // when the task began its last turn
        for (std::uint32_t turn = 0; turn < 6 * application->steps(); ++turn) {
          const std::vector<Task> destinations =
              to(*application, task, turn % application->steps());
          expected += destinations.size();
          Cycle due = turn == 0 ? 0 : before + run.compute;
          const bool waits = application->passes_on() || turn > 0;
          const auto needed = last_came.find({task, application->passes_on() ? turn : turn - 1});
          if (waits && needed != last_came.end()) {
            due = std::max(due, needed->second + run.compute);
          }
          if (!destinations.empty()) {
            EXPECT_EQ((sent_at.at({task, turn})), due) << task << " " << turn;
          }
          before = due;
        }
      }
      EXPECT_EQ(network.messages().size(), expected);
    }
  }
}

// scale 20, edge factor 16 and a root of degree 3: 2^25 ends of edges, nearly all of which a search
// of five levels looks at. 3, then those of three vertices, which are likely to be large ones.
TEST(Graph500, LevelsGrowAndEndWithTheGraph) {
  const auto search = make("graph500", 64);
  const std::uint32_t steps = search->steps() / 5;
  EXPECT_EQ(steps, 1u + 6);
  std::vector<std::uint64_t> packets;
  for (std::uint32_t level = 0; level < 5; ++level) {
    packets.push_back(0);
    for (Task task = 0; task < 64; ++task) {
      packets.back() += search->packets_to(task, level * steps);
    }
  }
  EXPECT_LE(packets[0], 3u);
  EXPECT_GT(packets[0], 0u);
  EXPECT_GT(packets[1], 10 * packets[0]);
  EXPECT_GT(packets[2], 10 * packets[1]);
  const std::uint64_t all = std::accumulate(packets.begin(), packets.end(), std::uint64_t{0});
  const double edges = std::pow(2.0, 25) * 63 / 64;  // of them to other tasks
  EXPECT_GT(static_cast<double>(all), 0.95 * edges / 16);
  EXPECT_LT(static_cast<double>(all), 1.05 * edges / 16);
}

ParameterMap small_graph() {
  return {{"scale", std::int64_t{8}},       {"edge_factor", std::int64_t{4}},
          {"coalescing", std::int64_t{20}}, {"packet_edges", std::int64_t{8}},
          {"levels", std::int64_t{4}},      {"root_degree", std::int64_t{2}}};
}

TEST(Graph500, MessagesHaveUpToCoalescingEdges) {
  const auto search = make("graph500", 6, small_graph());
  EXPECT_EQ(search->largest_message(), 3u);  // 20 edges, 8 in a packet
  std::size_t full = 0;
  std::vector<TaskMessage> messages;
  for (Task task = 0; task < 6; ++task) {
    for (std::uint32_t step = 0; step < search->steps(); ++step) {
      messages.clear();
      search->messages(task, step, messages);
      for (const TaskMessage& each : messages) {
        EXPECT_NE(each.destination, task);
        EXPECT_GE(each.packets, 1u);
        EXPECT_LE(each.packets, 3u);
        full += each.packets == 3 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(full, 20u);
}

// A task's own packets, in the order in which it sends them, belong to the steps in which it does;
// what is sent to a task in a step is what it waits for.
TEST(Graph500, PacketsAreCountedAsTheyAreSent) {
  for (const Task tasks : {2u, 5u, 8u, 11u}) {
    const auto search = make("graph500", tasks, small_graph(), 2);
    std::vector<std::uint32_t> received(tasks * search->steps());
    std::vector<TaskMessage> messages;
    for (Task task = 0; task < tasks; ++task) {
      std::uint32_t number = 0;
      for (std::uint32_t step = 0; step < search->steps(); ++step) {
        messages.clear();
        search->messages(task, step, messages);
        for (const TaskMessage& each : messages) {
          for (std::uint32_t i = 0; i < each.packets; ++i) {
            ASSERT_EQ(search->step_of(task, each.destination, number++), step);
          }
          received[each.destination * search->steps() + step] += each.packets;
        }
      }
    }
    for (Task task = 0; task < tasks; ++task) {
      for (std::uint32_t step = 0; step < search->steps(); ++step) {
        ASSERT_EQ(search->packets_to(task, step), received[task * search->steps() + step])
            << task << " " << step;
      }
    }
  }
}

// No task begins a level before all have what was sent to them in the one before.
TEST(Graph500, TheAllReduceEndsALevel) {
  for (const Task tasks : {6u, 8u}) {
    constexpr NodeId kHosts = 12;
    ApplicationRun run;
    run.iterations = 2;
    run.packet_phits = 8;
    run.compute = 20;
    ApplicationSource source(make("graph500", tasks, small_graph()), run,
                             consecutive_placement(tasks), kHosts);
    AnyNetwork network(source, kHosts, 8, false);
    network.run();
    EXPECT_EQ(source.seen_deliveries(), source.expected_deliveries());

    const auto search = make("graph500", tasks, small_graph());
    const std::uint32_t level_steps = tasks == 6 ? 1 + 2 + 2 : 1 + 3;
    ASSERT_EQ(search->steps() % level_steps, 0u);
    const std::uint32_t levels = 2 * search->steps() / level_steps;
    std::vector<Cycle> first_sent(levels, kNever), last_arrived(levels, 0);
    std::vector<std::size_t> sent(tasks);  // messages, by task
    std::vector<std::vector<std::uint32_t>> level_of(tasks);
    std::vector<TaskMessage> messages;
    for (Task task = 0; task < tasks; ++task) {
      for (std::uint32_t turn = 0; turn < 2 * search->steps(); ++turn) {
        messages.clear();
        search->messages(task, turn % search->steps(), messages);
        const bool of_level = turn % level_steps == 0;
        level_of[task].insert(level_of[task].end(), messages.size(),
                              of_level ? turn / level_steps : levels);
      }
    }
    for (const AnyNetwork::Message& message : network.messages()) {
      const std::uint32_t level = level_of[message.from][sent[message.from]++];
      if (level == levels) continue;
      first_sent[level] = std::min(first_sent[level], message.sent);
      last_arrived[level] = std::max(last_arrived[level], message.arrived);
    }
    for (std::uint32_t level = 1; level < levels; ++level) {
      EXPECT_GT(first_sent[level], last_arrived[level - 1]) << level;
    }
  }
}

TEST(Graph500, IsDrawnFromTheSeed) {
  const ApplicationEntry& entry = ApplicationRegistry::instance().find("graph500");
  const auto packets = [&](std::uint64_t seed) {
    const auto search =
        entry.make({8, 1, seed}, resolve_parameters(entry.parameters, small_graph(), "graph500"));
    std::vector<std::uint32_t> result;
    for (Task task = 0; task < 8; ++task) {
      for (std::uint32_t step = 0; step < search->steps(); ++step) {
        result.push_back(search->packets_to(task, step));
      }
    }
    return result;
  };
  EXPECT_EQ(packets(1), packets(1));
  EXPECT_NE(packets(1), packets(2));
}

TEST(Placement, EveryTaskHasItsOwnHost) {
  EXPECT_THAT(consecutive_placement(3), ElementsAre(0, 1, 2));
  const std::vector<NodeId> drawn = random_placement(50, 64, 1);
  EXPECT_EQ(drawn.size(), 50u);
  EXPECT_EQ(std::set<NodeId>(drawn.begin(), drawn.end()).size(), 50u);
  EXPECT_LT(*std::max_element(drawn.begin(), drawn.end()), 64u);
  EXPECT_FALSE(std::is_sorted(drawn.begin(), drawn.end()));
  EXPECT_EQ(drawn, random_placement(50, 64, 1));
  EXPECT_NE(drawn, random_placement(50, 64, 2));
}

}  // namespace
}  // namespace netloom::test
