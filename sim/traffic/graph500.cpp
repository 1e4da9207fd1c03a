#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "sim/traffic/application.h"

namespace netloom {
inline namespace sim {
namespace {

/// Most edges that are looked at in a search, each from both ends: they are drawn one by one.
constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 28;

/// What a level of the search looks at.
struct Level {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
};

/// The expected sizes of the levels of a breadth-first search in a Kronecker graph of 2^scale
/// vertices with edge_factor · 2^scale edges and the initiator of Graph500 (0.57, 0.19, 0.19,
/// 0.05). In each of the `scale` bits of its number, an end of an edge has a zero with probability
/// 0.76; so all vertices with as many ones are alike. The two ends are taken to be independent.
/// Levels end after `most`, or when nothing is left to look at.
std::vector<Level> levels_of_search(int scale, int edge_factor, std::uint64_t root_degree,
                                    std::size_t most) {
  constexpr double kZero = 0.57 + 0.19;
  const double ends = 2.0 * edge_factor * std::ldexp(1.0, scale);
  struct Alike {
    double vertices;     ///< that have not been found yet
    double probability;  ///< that an end of an edge is a given one of them
  };
  std::vector<Alike> classes;
  double vertices = 1;  // scale over ones
  for (int ones = 0; ones <= scale; ++ones) {
    classes.push_back({vertices, std::pow(kZero, scale - ones) * std::pow(1 - kZero, ones)});
    vertices *= static_cast<double>(scale - ones) / (ones + 1);
  }
  std::vector<Level> levels = {{1, root_degree}};
  double looked_at = static_cast<double>(root_degree);
  while (levels.size() < most) {
    double found = 0, next = 0;
    for (Alike& each : classes) {
      const double of_class = each.vertices * -std::expm1(-looked_at * each.probability);
      each.vertices -= of_class;
      found += of_class;
      next += of_class * ends * each.probability;
    }
    looked_at = next;
    const auto edges = static_cast<std::uint64_t>(std::llround(next));
    if (edges == 0) break;
    levels.push_back({std::max<std::uint64_t>(1, std::llround(found)), edges});
  }
  return levels;
}

std::uint32_t floor_log2(Task value) {
  std::uint32_t result = 0;
  while (value >> (result + 1) != 0) ++result;
  return result;
}

/// Breadth-first searches in a graph whose vertices are spread over the tasks, as Graph500 does
/// them. For every edge that leaves a vertex of the present level, the vertex's task tells the task
/// of the vertex at the other end. What goes to one task is collected into messages of up to
/// `coalescing` edges, and sent when a message is full or the level over. A task that has all
/// messages of the level that are for it takes part in an all-reduce (recursive doubling), which
/// ends the level.
///
/// How many edges a level has follows from the kind of graph (levels_of_search), and so does from
/// how many vertices they leave; the rest is drawn: the tasks of these vertices, at most all, among
/// which the edges are shared out evenly, and uniformly the task at the other end of each edge.
/// Edges to vertices of the same task need no message.
/// Source: [LIA 2025], section 5.3; the initiator is that of the Graph500 benchmark.
class Graph500 final : public Application {
 public:
  Graph500(const ApplicationSize& size, const ParameterMap& parameters)
      : size_(size),
        coalescing_(static_cast<std::uint32_t>(integer_parameter(parameters, "coalescing"))),
        packet_edges_(static_cast<std::uint32_t>(integer_parameter(parameters, "packet_edges"))) {
    const auto scale = static_cast<int>(integer_parameter(parameters, "scale"));
    const auto edge_factor = static_cast<int>(integer_parameter(parameters, "edge_factor"));
    const auto root_degree =
        static_cast<std::uint64_t>(integer_parameter(parameters, "root_degree"));
    const std::uint64_t ends = 2 * static_cast<std::uint64_t>(edge_factor) << scale;
    if (ends > kMostEdges) {
      throw Error(fmt::format(
          "application 'graph500': with scale {} and edge_factor {}, a search looks at {} edges; "
          "allowed: up to {}, which is edge_factor * 2^(scale+1)",
          scale, edge_factor, ends, kMostEdges));
    }
    if (root_degree > ends / 2) {
      throw Error(fmt::format(
          "application 'graph500': root_degree {} is more than all edges; allowed: up to {}",
          root_degree, ends / 2));
    }
    levels_ = levels_of_search(scale, edge_factor, root_degree,
                               static_cast<std::size_t>(integer_parameter(parameters, "levels")));
    exchange_steps_ = floor_log2(size_.tasks);
    core_ = Task{1} << exchange_steps_;
    level_steps_ = 1 + exchange_steps_ + (core_ < size_.tasks ? 2 : 0);
    draw_shares();
    count_packets();
  }

  Task tasks() const override { return size_.tasks; }
  std::uint32_t steps() const override {
    return static_cast<std::uint32_t>(levels_.size()) * level_steps_;
  }

  void messages(Task task, std::uint32_t step, std::vector<TaskMessage>& result) const override {
    if (step % level_steps_ == 0) {
      level_messages(task, step / level_steps_, result);
    } else if (const Task partner = partner_of(task, step % level_steps_); partner != kNobody) {
      result.push_back({partner, size_.message_packets});
    }
  }

  std::uint32_t packets_to(Task task, std::uint32_t step) const override {
    const std::uint32_t of_level = step % level_steps_;
    if (of_level == 0) return received_[step / level_steps_ * size_.tasks + task];
    return gets_result(task, of_level) ? size_.message_packets : 0;
  }

  std::uint32_t step_of(Task source, Task /*destination*/, std::uint32_t number) const override {
    const auto begin = sent_by_.begin() + std::ptrdiff_t{source} * steps();
    return static_cast<std::uint32_t>(std::upper_bound(begin, begin + steps(), number) - begin);
  }

  std::uint32_t packets_per_pair() const override { return 0; }

  std::uint32_t largest_message() const override {
    return std::max(size_.message_packets, packets_of(coalescing_));
  }

 private:
  static constexpr Task kNobody = 0xffffffffu;

  std::uint32_t packets_of(std::uint32_t edges) const {
    return (edges + packet_edges_ - 1) / packet_edges_;
  }

  // The all-reduce. Without a power of two of tasks, those beyond the largest one in it, `core_`,
  // first give their part to the task core_ before them, and get the result from it in the end.
  bool folds() const { return core_ < size_.tasks; }
  /// To whom a task sends in a step of the all-reduce (1 …); kNobody: to none.
  Task partner_of(Task task, std::uint32_t step) const {
    if (folds() && step == 1) return task >= core_ ? task - core_ : kNobody;
    if (folds() && step == level_steps_ - 1) {
      return task + core_ < size_.tasks ? task + core_ : kNobody;
    }
    const std::uint32_t bit = step - (folds() ? 2 : 1);
    return task < core_ ? task ^ (Task{1} << bit) : kNobody;
  }
  /// Whether a task is sent something in that step.
  bool gets_result(Task task, std::uint32_t step) const {
    if (folds() && step == 1) return task + core_ < size_.tasks;
    if (folds() && step == level_steps_ - 1) return task >= core_;
    return task < core_;
  }

  Random random_of(std::uint64_t participant) const {
    constexpr std::uint64_t kStream = 0x67353030;  // apart from other generators of a run
    return Random(Random::mix(size_.seed) + kStream, participant);
  }

  /// Which tasks have how many of the edges of each level.
  void draw_shares() {
    shares_.assign(levels_.size() * size_.tasks, 0);
    std::vector<Task> order(size_.tasks);
    std::iota(order.begin(), order.end(), Task{0});
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      Random random = random_of(level);
      for (Task i = 0; i + 1 < size_.tasks; ++i) {
        std::swap(order[i], order[i + random.below(size_.tasks - i)]);
      }
      const std::uint64_t owners = std::min<std::uint64_t>(levels_[level].vertices, size_.tasks);
      for (std::uint64_t i = 0; i < owners; ++i) {
        const bool one_more = i < levels_[level].edges % owners;
        shares_[level * size_.tasks + order[i]] =
            static_cast<std::uint32_t>(levels_[level].edges / owners + (one_more ? 1 : 0));
      }
    }
  }

  /// What a task sends in a level: the same whenever it is asked for.
  void level_messages(Task task, std::uint32_t level, std::vector<TaskMessage>& result) const {
    const std::size_t index = std::size_t{level} * size_.tasks + task;
    if (shares_[index] == 0) return;
    Random random = random_of(levels_.size() + index);
    std::vector<std::uint32_t> edges(size_.tasks);
    for (std::uint32_t left = shares_[index]; left > 0; --left) ++edges[random.below(size_.tasks)];
    edges[task] = 0;
    const std::size_t first = result.size();
    for (Task to = 0; to < size_.tasks; ++to) {
      for (; edges[to] >= coalescing_; edges[to] -= coalescing_) {
        result.push_back({to, packets_of(coalescing_)});
      }
      if (edges[to] > 0) result.push_back({to, packets_of(edges[to])});
    }
    const auto count = static_cast<std::uint32_t>(result.size() - first);
    for (std::uint32_t i = 0; i + 1 < count; ++i) {
      std::swap(result[first + i], result[first + i + random.below(count - i)]);
    }
  }

  void count_packets() {
    received_.assign(levels_.size() * size_.tasks, 0);
    sent_by_.reserve(std::size_t{size_.tasks} * steps());
    std::vector<TaskMessage> sent;
    for (Task task = 0; task < size_.tasks; ++task) {
      std::uint32_t packets = 0;
      for (std::uint32_t step = 0; step < steps(); ++step) {
        sent.clear();
        messages(task, step, sent);
        for (const TaskMessage& each : sent) {
          packets += each.packets;
          if (step % level_steps_ == 0) {
            received_[step / level_steps_ * size_.tasks + each.destination] += each.packets;
          }
        }
        sent_by_.push_back(packets);
      }
    }
  }

  ApplicationSize size_;
  std::uint32_t coalescing_;    ///< edges in a full message
  std::uint32_t packet_edges_;  ///< edges in a full packet
  std::vector<Level> levels_;
  std::uint32_t exchange_steps_ = 0;     ///< of recursive doubling
  std::uint32_t level_steps_ = 1;        ///< messages of the level, then its all-reduce
  Task core_ = 1;                        ///< tasks in recursive doubling: 2^exchange_steps_
  std::vector<std::uint32_t> shares_;    ///< edges: level · tasks + task
  std::vector<std::uint32_t> received_;  ///< packets of the level: level · tasks + task
  std::vector<std::uint32_t> sent_by_;   ///< packets up to the end of a step: task · steps + step
};

const ApplicationRegistry::Registration kGraph500(
    "graph500",
    {"breadth-first searches in a random graph: levels of point-to-point traffic, each ended by an "
     "all-reduce",
     {whole_number("scale", "logarithm to base 2 of the number of vertices", 20, 1, 27),
      whole_number("edge_factor", "edges per vertex", 16, 1, 4096),
      whole_number("coalescing", "most edges in a message", 256, 1, 65536),
      whole_number("packet_edges", "edges that a packet holds", 16, 1, 65536),
      whole_number("levels", "most levels of a search", 5, 1, 64),
      whole_number("root_degree", "edges of the vertex with which a search begins", 3, 1, 1e9)},
     [](const ApplicationSize& size, const ParameterMap& parameters) {
       return std::make_unique<Graph500>(size, parameters);
     }});

}  // namespace
}  // namespace sim
}  // namespace netloom
