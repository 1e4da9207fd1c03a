#include "hw/network/partition.h"

#include <fmt/format.h>
#include <metis.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "hw/network/memory_estimate.h"
#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace {

/// How far the heaviest of so many regions may be above their mean.
constexpr double kImbalance = 1.1;

/// Regions cost mailboxes; with fewer quanta in a window they save less.
constexpr int kLeastQuanta = 2;

/// Nor do they save anything in a network of no more than so many second-level caches.
constexpr double kLeastCaches = 24;

/// Regions larger than the second-level cache are still better than none, up to so many of it.
constexpr double kMostCaches = 16;

std::size_t to_size(int value) {
  return static_cast<std::size_t>(value);
}

/// Sets of switches that are joined, two by two.
class Joined {
 public:
  explicit Joined(std::size_t switches) : parent_(switches) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  SwitchId root(SwitchId id) {
    while (parent_[id] != id) id = parent_[id] = parent_[parent_[id]];
    return id;
  }
  /// The lower root stays.
  void join(SwitchId a, SwitchId b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<SwitchId> parent_;
};

/// Numbers regions from 0 on by their first switches.
Partition numbered(std::vector<int> region_of) {
  std::map<int, int> numbers;
  for (int& region : region_of) {
    region = numbers.try_emplace(region, static_cast<int>(numbers.size())).first->second;
  }
  Partition result;
  result.region_of = std::move(region_of);
  result.regions = static_cast<int>(numbers.size());
  return result;
}

/// What couplings of fewer cycles join is one region.
Partition joined_below(int cycles, std::size_t switches, const Lookahead& lookahead) {
  Joined joined(switches);
  for (const Lookahead::Coupling& each : lookahead.couplings()) {
    if (each.cycles < cycles) joined.join(each.a, each.b);
  }
  std::vector<int> roots;
  for (SwitchId id = 0; id < switches; ++id) roots.push_back(static_cast<int>(joined.root(id)));
  return numbered(std::move(roots));
}

/// Ports of each region.
std::vector<std::int64_t> weights(const Netlist& netlist, const Partition& partition) {
  std::vector<std::int64_t> result(to_size(partition.regions));
  for (std::size_t id = 0; id < netlist.switches.size(); ++id) {
    result[to_size(partition.region_of[id])] += netlist.switches[id].ports;
  }
  return result;
}

/// Lengths of couplings, the longest first.
std::vector<int> lengths(const Lookahead& lookahead) {
  std::set<int> found;
  for (const Lookahead::Coupling& each : lookahead.couplings()) found.insert(each.cycles);
  return {found.rbegin(), found.rend()};
}

/// Puts regions that follow each other together, to `count`.
Partition in_blocks(const Partition& parts, int count) {
  std::vector<int> region_of = parts.region_of;
  for (int& each : region_of) {
    each = static_cast<int>(std::int64_t{each} * count / parts.regions);
  }
  return numbered(std::move(region_of));
}

/// Puts the regions of `parts` together, to `count`, so that few couplings are cut.
Partition merged(const Netlist& netlist, const Lookahead& lookahead, const Partition& parts,
                 int count) {
  std::vector<std::map<int, idx_t>> neighbours(to_size(parts.regions));
  for (const Lookahead::Coupling& each : lookahead.couplings()) {
    const int a = parts.region_of[each.a];
    const int b = parts.region_of[each.b];
    if (a == b) continue;
    ++neighbours[to_size(a)][b];
    ++neighbours[to_size(b)][a];
  }
  std::vector<idx_t> begins{0}, edges, edge_weights, part_weights;
  for (const auto& each : neighbours) {
    for (const auto& [neighbour, weight] : each) {
      edges.push_back(neighbour);
      edge_weights.push_back(weight);
    }
    begins.push_back(static_cast<idx_t>(edges.size()));
  }
  for (const std::int64_t weight : weights(netlist, parts)) {
    part_weights.push_back(static_cast<idx_t>(weight));
  }
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  idx_t vertices = parts.regions, constraints = 1, wanted = count, cut = 0;
  std::vector<idx_t> region(to_size(parts.regions));
  if (METIS_PartGraphKway(&vertices, &constraints, begins.data(), edges.data(), part_weights.data(),
                          nullptr, edge_weights.data(), &wanted, nullptr, nullptr, options, &cut,
                          region.data()) != METIS_OK) {
    throw Error(fmt::format("simulation.regions: METIS finds no {} regions", count));
  }
  std::vector<int> region_of = parts.region_of;
  for (int& each : region_of) each = static_cast<int>(region[to_size(each)]);
  Partition result = numbered(std::move(region_of));
  // Of very few parts it may leave regions empty.
  return result.regions == count ? result : in_blocks(parts, count);
}

Partition so_many(const Netlist& netlist, const Lookahead& lookahead, int count) {
  const std::size_t switches = netlist.switches.size();
  if (to_size(count) > switches) {
    throw Error(fmt::format("simulation.regions: {} regions of {} switches; allowed: up to {}",
                            count, switches, switches));
  }
  Partition parts = joined_below(0, switches, lookahead);
  for (const int cycles : lengths(lookahead)) {
    Partition longer = joined_below(cycles, switches, lookahead);
    if (longer.regions < count) continue;
    const std::vector<std::int64_t> ports = weights(netlist, longer);
    const auto total =
        static_cast<double>(std::accumulate(ports.begin(), ports.end(), std::int64_t{0}));
    const auto most = static_cast<double>(*std::max_element(ports.begin(), ports.end()));
    if (most * count > kImbalance * total) continue;
    parts = std::move(longer);
    break;
  }
  return parts.regions == count ? parts : merged(netlist, lookahead, parts, count);
}

/// Regions that stay in a cache for several quanta, if there are any.
Partition for_caches(const Netlist& netlist, const NetworkConfig& config,
                     const Lookahead& lookahead, int quantum, std::uint64_t cache_bytes) {
  const std::size_t switches = netlist.switches.size();
  const Partition one = numbered(std::vector<int>(switches));
  // In caches.
  const double size = static_cast<double>(estimate_memory(netlist, config, quantum).total()) /
                      static_cast<double>(cache_bytes);
  if (size < kLeastCaches) return one;
  const std::vector<std::int64_t> all = weights(netlist, one);
  for (const double most : {1.0, kMostCaches}) {
    for (const int cycles : lengths(lookahead)) {
      if (cycles < kLeastQuanta * quantum) break;
      Partition result = joined_below(cycles, switches, lookahead);
      if (result.regions == 1) continue;
      if (lookahead.window(result.region_of) < kLeastQuanta * quantum) continue;
      const std::vector<std::int64_t> ports = weights(netlist, result);
      const auto share = static_cast<double>(*std::max_element(ports.begin(), ports.end())) /
                         static_cast<double>(all.front());
      if (share * size <= most) return result;
    }
  }
  return one;
}

}  // namespace

std::uint64_t second_level_cache() {
  constexpr std::uint64_t kUsual = std::uint64_t{1} << 20;
  const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : kUsual;
}

Partition make_partition(const Netlist& netlist, const NetworkConfig& config,
                         const Lookahead& lookahead, int quantum, std::uint64_t cache_bytes) {
  const SimulationConfig& simulation = config.simulation;
  const auto partition = [&] {
    if (!simulation.region_of.empty()) return numbered(simulation.region_of);
    if (simulation.regions == 1) return numbered(std::vector<int>(netlist.switches.size()));
    if (simulation.regions == 0)
      return for_caches(netlist, config, lookahead, quantum, cache_bytes);
    return so_many(netlist, lookahead, simulation.regions);
  };
  Partition result = partition();
  result.window = result.regions == 1 ? quantum : lookahead.window(result.region_of);
  return result;
}

}  // namespace hw
}  // namespace netloom
