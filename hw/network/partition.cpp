#include "hw/network/partition.h"

#include <fmt/format.h>
#include <metis.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "hw/config/joined_switches.h"
#include "hw/network/deal.h"
#include "hw/network/memory_estimate.h"
#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace {

/// How far the heaviest of so many regions may be above their mean.
constexpr double kImbalance = 1.1;

/// More threads than it takes for this would wait for one of them for longer than they gain.
constexpr double kMostImbalance = 1.25;

/// Regions cost mailboxes; with fewer quanta in a window they save less.
constexpr int kLeastQuanta = 2;

/// Nor do they save anything in a network of no more than so many second-level caches.
constexpr double kLeastCaches = 24;

/// Regions larger than the second-level cache are still better than none, up to so many of it.
constexpr double kMostCaches = 16;

/// Ports times cycles that a thread runs before it waits for the others, so that it works for much
/// longer than it waits.
constexpr std::int64_t kLeastPortCycles = 2500;

/// METIS cuts so many times and takes the best: what it finds of a mesh, a torus or a tree is then
/// about what its blocks and subtrees would be.
constexpr idx_t kCuts = 16;

std::size_t to_size(int value) {
  return static_cast<std::size_t>(value);
}

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

/// What is cut into regions.
struct Whole {
  const Netlist& netlist;
  const NetworkConfig& config;
  const Lookahead& lookahead;
  int quantum;  ///< cycles
  const Machine& machine;
  bool apart;  ///< several threads run it: switches with memory in common are not cut apart
};

/// What couplings of fewer cycles join is one region.
Partition joined_below(int cycles, const Whole& whole) {
  const std::size_t switches = whole.netlist.switches.size();
  JoinedSwitches joined(switches);
  for (const Lookahead::Coupling& each : whole.lookahead.couplings()) {
    if (each.cycles < cycles) joined.join(each.a, each.b);
  }
  if (whole.apart) {
    for (const Lookahead::Shared& each : whole.lookahead.shared()) joined.join(each.a, each.b);
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
Partition merged(const Whole& whole, const Partition& parts, int count) {
  std::vector<std::map<int, idx_t>> neighbours(to_size(parts.regions));
  for (const Lookahead::Coupling& each : whole.lookahead.couplings()) {
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
  for (const std::int64_t weight : weights(whole.netlist, parts)) {
    part_weights.push_back(static_cast<idx_t>(weight));
  }
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NCUTS] = kCuts;
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

Partition so_many(const Whole& whole, int count) {
  const std::size_t switches = whole.netlist.switches.size();
  if (to_size(count) > switches) {
    throw Error(fmt::format("simulation.regions: {} regions of {} switches; allowed: up to {}",
                            count, switches, switches));
  }
  Partition parts = joined_below(0, whole);
  if (parts.regions < count) {
    throw Error(fmt::format(
        "simulation.regions: {} regions, of which threads run some at the same time; allowed: up "
        "to {}, because {}",
        count, parts.regions, whole.lookahead.shared_by()));
  }
  for (const int cycles : lengths(whole.lookahead)) {
    Partition longer = joined_below(cycles, whole);
    if (longer.regions < count) continue;
    const std::vector<std::int64_t> ports = weights(whole.netlist, longer);
    const auto total =
        static_cast<double>(std::accumulate(ports.begin(), ports.end(), std::int64_t{0}));
    const auto most = static_cast<double>(*std::max_element(ports.begin(), ports.end()));
    if (most * count > kImbalance * total) continue;
    parts = std::move(longer);
    break;
  }
  return parts.regions == count ? parts : merged(whole, parts, count);
}

/// Regions that stay in a cache for several quanta, if there are any.
Partition for_caches(const Whole& whole) {
  const Netlist& netlist = whole.netlist;
  const int quantum = whole.quantum;
  const Partition one = numbered(std::vector<int>(netlist.switches.size()));
  // In caches.
  const double size = static_cast<double>(estimate_memory(netlist, whole.config, quantum).total()) /
                      static_cast<double>(whole.machine.cache_bytes);
  if (size < kLeastCaches) return one;
  const std::vector<std::int64_t> all = weights(netlist, one);
  for (const double most : {1.0, kMostCaches}) {
    for (const int cycles : lengths(whole.lookahead)) {
      if (cycles < kLeastQuanta * quantum) break;
      Partition result = joined_below(cycles, whole);
      if (result.regions == 1) continue;
      if (whole.lookahead.window(result.region_of) < kLeastQuanta * quantum) continue;
      const std::vector<std::int64_t> ports = weights(netlist, result);
      const auto share = static_cast<double>(*std::max_element(ports.begin(), ports.end())) /
                         static_cast<double>(all.front());
      if (share * size <= most) return result;
    }
  }
  return one;
}

RegionWeights region_weights(const Whole& whole, const Partition& partition) {
  const std::size_t switches = whole.netlist.switches.size();
  // Regions have their first switches' numbers here.
  std::vector<SwitchId> first(to_size(partition.regions), static_cast<SwitchId>(switches));
  for (SwitchId id = 0; id < switches; ++id) {
    SwitchId& lowest = first[to_size(partition.region_of[id])];
    lowest = std::min(lowest, id);
  }
  JoinedSwitches together(switches);
  for (SwitchId id = 0; id < switches; ++id) {
    together.join(id, first[to_size(partition.region_of[id])]);
  }
  for (const Lookahead::Shared& each : whole.lookahead.shared()) together.join(each.a, each.b);
  RegionWeights result;
  result.ports = weights(whole.netlist, partition);
  for (const SwitchId id : first) result.together.push_back(partition.region_of[together.root(id)]);
  return result;
}

/// For messages: what runs a network with so many threads in all.
std::string wanted_text(int threads, const Whole& whole) {
  if (whole.machine.ranks == 1) return fmt::format("simulation.threads: {}", threads);
  return fmt::format("{} ranks of {} threads each (mpirun -n, simulation.threads)",
                     whole.machine.ranks, threads / whole.machine.ranks);
}

/// Has so many threads of all ranks run the regions. Error: more than can.
void deal_to(int threads, const Whole& whole, Partition& partition) {
  partition.ranks = whole.machine.ranks;
  partition.threads = threads / partition.ranks;
  partition.thread_of.assign(to_size(partition.regions), 0);
  partition.rank_of = partition.thread_of;
  if (threads == 1) return;
  const RegionWeights regions = region_weights(whole, partition);
  if (const int most = most_threads(regions); threads > most) {
    const std::string& shared_by = whole.lookahead.shared_by();
    throw Error(fmt::format("{} for {} regions; allowed: up to {}{}", wanted_text(threads, whole),
                            partition.regions, most,
                            most == partition.regions ? "" : ", because " + shared_by));
  }
  const std::vector<int> dealt = deal(regions, threads);
  for (std::size_t region = 0; region < dealt.size(); ++region) {
    partition.thread_of[region] = dealt[region] % partition.threads;
    partition.rank_of[region] = dealt[region] / partition.threads;
  }
}

/// Regions for so many threads of all ranks: those for the caches if they can be dealt evenly, else
/// one each. Error: there are fewer parts that can run at the same time.
Partition for_threads(int threads, const Whole& whole) {
  Partition result = for_caches(whole);
  const RegionWeights regions = region_weights(whole, result);
  if (most_threads(regions) < threads ||
      imbalance(regions, deal(regions, threads), threads) > kImbalance) {
    if (const int most = whole.lookahead.most_threads(); threads > most) {
      const std::string& shared_by = whole.lookahead.shared_by();
      throw Error(fmt::format("{}; this network allows up to {}{}{}", wanted_text(threads, whole),
                              most, whole.machine.ranks == 1 ? "" : " in all",
                              shared_by.empty() ? "" : ", because " + shared_by));
    }
    result = so_many(whole, threads);
  }
  return result;
}

/// Run by so many threads of all ranks.
Partition asked_for(const Whole& whole, int threads) {
  const SimulationConfig& simulation = whole.config.simulation;
  const auto partition = [&] {
    if (!simulation.region_of.empty()) return numbered(simulation.region_of);
    if (simulation.regions == 1) {
      return numbered(std::vector<int>(whole.netlist.switches.size()));
    }
    if (simulation.regions > 1) return so_many(whole, simulation.regions);
    return threads == 1 ? for_caches(whole) : for_threads(threads, whole);
  };
  Partition result = partition();
  result.window = whole.lookahead.window(result.region_of);
  if (result.regions == 1) result.window = std::min(result.window, whole.quantum);
  deal_to(threads, whole, result);
  return result;
}

/// Of all threads of all ranks.
double imbalance_of(const Whole& whole, const Partition& partition) {
  std::vector<int> thread_of;
  for (std::size_t region = 0; region < partition.thread_of.size(); ++region) {
    thread_of.push_back(partition.rank_of[region] * partition.threads +
                        partition.thread_of[region]);
  }
  return imbalance(region_weights(whole, partition), thread_of,
                   partition.ranks * partition.threads);
}

}  // namespace

Partition make_partition(const Netlist& netlist, const NetworkConfig& config,
                         const Lookahead& lookahead, int quantum, const Machine& machine) {
  const int ranks = machine.ranks;
  Whole whole{netlist, config, lookahead, quantum, machine, ranks > 1};
  if (const int threads = config.simulation.threads * ranks; threads != 0) {
    whole.apart = threads > 1;
    return asked_for(whole, threads);
  }
  Partition one = asked_for(whole, ranks);
  const bool free = config.simulation.regions == 0 && config.simulation.region_of.empty();
  const int cores = machine.cores * ranks;
  const int most = std::min(
      {cores, lookahead.most_threads(), free ? cores : most_threads(region_weights(whole, one))});
  const std::vector<std::int64_t> ports = weights(netlist, one);
  const std::int64_t all = std::accumulate(ports.begin(), ports.end(), std::int64_t{0});
  whole.apart = free || ranks > 1;
  for (int threads = most / ranks * ranks; threads > ranks; threads -= ranks) {
    Partition result = asked_for(whole, threads);
    if (imbalance_of(whole, result) <= kMostImbalance &&
        all / threads * result.window >= kLeastPortCycles) {
      return result;
    }
  }
  return one;
}

}  // namespace hw
}  // namespace netloom
