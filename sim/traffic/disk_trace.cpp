#include "sim/traffic/disk_trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "routing/base/random.h"
#include "sim/traffic/geometric_gaps.h"

namespace netloom {
inline namespace sim {
namespace {

/// The data of a short request are so many sixteenths of a block.
constexpr std::uint32_t kBlockParts = 16;

/// Draws from a few choices, the i-th with a probability in proportion to (i + 1)^-skew.
class Zipf {
 public:
  Zipf(std::size_t choices, double skew) {
    for (std::size_t i = 0; i < choices; ++i) {
      weights_.push_back(std::pow(static_cast<double>(i + 1), -skew));
    }
  }

  std::size_t draw(Random& random) const {
    double left = random.uniform() * std::accumulate(weights_.begin(), weights_.end(), 0.0);
    std::size_t choice = 0;
    while (choice + 1 < weights_.size() && left >= weights_[choice]) left -= weights_[choice++];
    return choice;
  }

  /// The same, and never again.
  std::size_t take(Random& random) {
    std::size_t choice = draw(random);
    while (weights_[choice] == 0) --choice;  // rounding led past the last one that is left
    weights_[choice] = 0;
    return choice;
  }

 private:
  std::vector<double> weights_;
};

GeometricGaps gaps(Cycle mean) {
  return GeometricGaps(1.0 / static_cast<double>(mean));
}

class DiskTrace {
 public:
  DiskTrace(const DiskTraceParameters& parameters, NodeId nodes, std::uint64_t seed,
            const std::function<void(double share)>& told)
      : parameters_(parameters),
        told_(told),
        random_(Random::mix(seed) + kStream, 0),
        service_(gaps(parameters.service)) {
    std::vector<NodeId> all(nodes);
    std::iota(all.begin(), all.end(), NodeId{0});
    const auto disks = static_cast<std::ptrdiff_t>(parameters.disks);
    shuffle_front(all, parameters.disks);
    disks_.assign(all.begin(), all.begin() + disks);
    nodes_.assign(all.begin() + disks, all.end());
    std::sort(nodes_.begin(), nodes_.end());
  }

  std::vector<TraceMessage> make() {
    const auto quiet_from = static_cast<Cycle>(
        std::floor(static_cast<double>(parameters_.duration) * (1 - parameters_.tail)));
    make_bursts(quiet_from);
    make_tail(quiet_from);
    std::stable_sort(
        messages_.begin(), messages_.end(),
        [](const TraceMessage& a, const TraceMessage& b) { return a.cycle < b.cycle; });
    return std::move(messages_);
  }

 private:
  static constexpr std::uint64_t kStream = 0x6469736b;  // apart from other generators

  void make_bursts(Cycle end) {
    for (Cycle from = 0; from < end;) {
      const Cycle stop = from + about(parameters_.burst);
      make_burst(from, std::min(stop, end));
      if (told_) told_(std::min(1.0, static_cast<double>(stop) / static_cast<double>(end)));
      from = stop + about(parameters_.idle);
    }
  }

  /// Uniform from half the mean to one and a half of it, at least 1.
  Cycle about(Cycle mean) {
    const Cycle least = std::max<Cycle>(1, mean / 2);
    return least + below(2 * (mean - least) + 1);
  }

  void make_burst(Cycle from, Cycle end) {
    const std::size_t nodes = std::min<std::size_t>(parameters_.burst_nodes, nodes_.size());
    shuffle_front(nodes_, nodes);
    const std::vector<NodeId> disks = draw_disks();
    const Zipf node(nodes, parameters_.skew);
    const Zipf disk(disks.size(), parameters_.skew);
    const GeometricGaps gap = gaps(parameters_.request_gap);
    std::vector<NodeId> own(parameters_.locality > 0 ? nodes : 0);
    for (NodeId& each : own) each = disks[disk.draw(random_)];
    for (Cycle cycle = from; cycle < end; cycle += gap.draw(random_)) {
      const std::size_t sender = node.draw(random_);
      const NodeId who = nodes_[sender];
      const bool to_own = !own.empty() && random_.uniform() < parameters_.locality;
      const NodeId where = to_own ? own[sender] : disks[disk.draw(random_)];
      const bool reads = random_.uniform() < parameters_.reads;
      const std::uint64_t data = data_bytes();
      add(cycle, who, where, reads ? parameters_.command_bytes : data,
          reads ? data : parameters_.command_bytes);
    }
  }

  /// Commands without data, far apart.
  void make_tail(Cycle from) {
    const GeometricGaps gap = gaps(parameters_.tail_gap);
    for (Cycle cycle = from + gap.draw(random_); cycle < parameters_.duration;
         cycle += gap.draw(random_)) {
      const NodeId who = nodes_[below(nodes_.size())];
      const NodeId where = disks_[below(disks_.size())];
      add(cycle, who, where, parameters_.command_bytes, parameters_.command_bytes);
    }
  }

  /// A request and its answer.
  void add(Cycle cycle, NodeId node, NodeId disk, std::uint64_t request, std::uint64_t answer) {
    messages_.push_back({cycle, node, disk, request});
    messages_.push_back({cycle + service_.draw(random_), disk, node, answer});
  }

  std::uint64_t data_bytes() {
    const double kind = random_.uniform();
    if (kind < parameters_.short_share) {
      return parameters_.block_bytes * (1 + below(kBlockParts - 1)) / kBlockParts;
    }
    if (kind < parameters_.short_share + parameters_.long_share) {
      return parameters_.block_bytes * (2 + below(parameters_.long_blocks - 1));
    }
    return parameters_.block_bytes;
  }

  /// The disks of a burst, in the order of their popularity, which is that of disks_.
  std::vector<NodeId> draw_disks() {
    const std::size_t wanted = std::min<std::size_t>(parameters_.burst_disks, disks_.size());
    Zipf popularity(disks_.size(), parameters_.skew);
    std::vector<bool> taken(disks_.size());
    for (std::size_t i = 0; i < wanted; ++i) taken[popularity.take(random_)] = true;
    std::vector<NodeId> result;
    for (std::size_t disk = 0; disk < disks_.size(); ++disk) {
      if (taken[disk]) result.push_back(disks_[disk]);
    }
    return result;
  }

  /// Moves so many elements, drawn at random and in random order, to the front.
  void shuffle_front(std::vector<NodeId>& values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      std::swap(values[i], values[i + below(values.size() - i)]);
    }
  }

  std::uint32_t below(std::size_t choices) {
    return random_.below(static_cast<std::uint32_t>(choices));
  }

  const DiskTraceParameters& parameters_;
  const std::function<void(double share)>& told_;
  Random random_;
  GeometricGaps service_;
  std::vector<NodeId> disks_;  ///< the popular ones first
  std::vector<NodeId> nodes_;
  std::vector<TraceMessage> messages_;
};

}  // namespace

const std::vector<DiskTraceField>& disk_trace_fields() {
  using P = DiskTraceParameters;
  constexpr double kMostCycles = 1e9;
  constexpr double kMostNodes = 1e6;
  static const std::vector<DiskTraceField> fields = {
      {"disks", "Disks, on nodes that are drawn from the seed; the other nodes are processors.", "",
       1, kMostNodes, &P::disks},
      {"duration", "Time in which requests begin.", "cycles", 1000, kMostCycles, &P::duration},
      {"tail",
       "Share of the duration, at its end, in which there are no bursts but commands without data, "
       "far apart.",
       "", 0, 0.9, &P::tail},
      {"tail_gap", "Mean time between the requests of the tail.", "cycles", 1, kMostCycles,
       &P::tail_gap},
      {"burst", "Mean length of a burst: they are evenly spread from half of it to one and a half.",
       "cycles", 1, kMostCycles, &P::burst},
      {"idle", "Mean time from the end of a burst to the next, spread in the same way.", "cycles",
       1, kMostCycles, &P::idle},
      {"request_gap", "Mean time between the requests of a burst, over all its nodes.", "cycles", 1,
       kMostCycles, &P::request_gap},
      {"burst_nodes", "Processors that take part in a burst, drawn anew for each; at most all.", "",
       1, kMostNodes, &P::burst_nodes},
      {"burst_disks",
       "Disks that take part in a burst, drawn anew for each by their popularity; at most all.", "",
       1, kMostNodes, &P::burst_disks},
      {"skew",
       "Zipf exponent of the popularity of disks and, within a burst, of processors: the i-th gets "
       "requests in proportion to i^-skew; 0 = all alike.",
       "", 0, 4, &P::skew},
      {"locality",
       "Share of a processor's requests in a burst that go to one disk, which it draws for the "
       "burst; the others draw a disk each.",
       "", 0, 1, &P::locality},
      {"reads", "Share of the requests that read; the others write.", "", 0, 1, &P::reads},
      {"service", "Mean time from a request to its answer.", "cycles", 1, kMostCycles, &P::service},
      {"command_bytes", "Size of a read's request and of a write's answer.", "bytes", 1, 1 << 20,
       &P::command_bytes},
      {"block_bytes", "Size of a block of data.", "bytes", kBlockParts, 1 << 24, &P::block_bytes},
      {"short_share",
       "Share of the requests whose data are shorter than a block: 1 to 15 sixteenths of one.", "",
       0, 1, &P::short_share},
      {"long_share", "Share of the requests whose data are 2 to long_blocks blocks.", "", 0, 1,
       &P::long_share},
      {"long_blocks", "Most blocks of a request.", "blocks", 2, 256, &P::long_blocks}};
  return fields;
}

DiskTraceParameters disk_trace_preset(int preset) {
  struct Intensity {
    Cycle burst, idle, request_gap;
    std::uint64_t burst_nodes, burst_disks;
    double skew, reads;
  };
  static constexpr std::array<Intensity, kDiskTracePresets> kIntensities = {{
      {150000, 600000, 50, 64, 23, 0.9, 0.4},
      {100000, 400000, 40, 64, 23, 0.9, 0.4},
      {150000, 500000, 60, 64, 23, 1.0, 0.3},
      {60000, 200000, 100, 64, 23, 0.4, 0.4},
      {120000, 150000, 60, 64, 23, 0.8, 0.4},
      {120000, 100000, 60, 64, 23, 0.8, 0.4},
  }};
  const Intensity& from = kIntensities.at(static_cast<std::size_t>(preset - 1));
  DiskTraceParameters result;
  result.burst = from.burst;
  result.idle = from.idle;
  result.request_gap = from.request_gap;
  result.burst_nodes = from.burst_nodes;
  result.burst_disks = from.burst_disks;
  result.skew = from.skew;
  result.reads = from.reads;
  return result;
}

std::vector<TraceMessage> make_disk_trace(const DiskTraceParameters& parameters, NodeId nodes,
                                          std::uint64_t seed,
                                          const std::function<void(double share)>& told) {
  return DiskTrace(parameters, nodes, seed, told).make();
}

}  // namespace sim
}  // namespace netloom
