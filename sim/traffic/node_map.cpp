// Patterns in which every node has one destination: bit_reversal, complement, transpose, shuffle,
// tornado, neighbor, permutation. Definitions after [Dally 2004], section 3.2, unless a comment
// says otherwise.

#include "sim/traffic/node_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "routing/base/error.h"
#include "routing/netlist/topology.h"
#include "sim/traffic/text_table.h"

namespace netloom {
inline namespace sim {
namespace {

NodeId node_count(const Netlist& netlist) {
  return static_cast<NodeId>(netlist.hosts.size());
}

[[noreturn]] void reject(const char* pattern, const Netlist& netlist, const std::string& needed) {
  throw Error(fmt::format("traffic pattern '{}' is defined on {}; the network has {} nodes",
                          pattern, needed, netlist.hosts.size()));
}

bool is_power_of_two(NodeId number) {
  return number != 0 && (number & (number - 1)) == 0;
}

/// The digits of the nodes' numbers, by the topology; none if it has none.
std::vector<HostDigit> digits_by_topology(const Netlist& netlist) {
  const std::unique_ptr<Topology> topology = topology_of(netlist);
  return topology ? topology->host_digits() : std::vector<HostDigit>();
}

/// Moves every coordinate up by `step(base)`, around the ring.
std::vector<NodeId> move_coordinates(const Netlist& netlist,
                                     const std::function<NodeId(NodeId base)>& step) {
  const auto [radix, is_coordinate] = ring_radix(netlist);
  std::vector<NodeId> map(node_count(netlist));
  for (NodeId node = 0; node < map.size(); ++node) {
    std::vector<NodeId> digits = digits_of(node, radix);
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (is_coordinate[i]) digits[i] = (digits[i] + step(radix[i])) % radix[i];
    }
    map[node] = number_of(digits, radix);
  }
  return map;
}

/// Swaps the two coordinates of a square mesh or torus, or the two halves of a number x + y * s
/// with s * s nodes (which swaps the halves of its bits, if s is a power of two).
std::vector<NodeId> transposed(const Netlist& netlist) {
  auto [radix, is_coordinate] = ring_radix(netlist);
  std::size_t low = 0;
  while (low < radix.size() && !is_coordinate[low]) ++low;
  const std::size_t coordinates = radix.size() - low;
  if (coordinates == 1) {
    NodeId side = 1;
    while (side * side < radix[low]) ++side;
    if (side * side != radix[low] || low != 0) {
      reject("transpose", netlist, "a square number of nodes");
    }
    radix = {side, side};
  } else if (coordinates != 2 || radix[low] != radix[low + 1]) {
    reject("transpose", netlist,
           "grids of two dimensions of one size, and elsewhere on a square "
           "number of nodes");
  }
  std::vector<NodeId> map(node_count(netlist));
  for (NodeId node = 0; node < map.size(); ++node) {
    std::vector<NodeId> digits = digits_of(node, radix);
    std::swap(digits[low], digits[low + 1]);
    map[node] = number_of(digits, radix);
  }
  return map;
}

std::vector<NodeId> reversed(const Netlist& netlist) {
  const std::vector<NodeId> radix = reversal_radix(netlist);
  std::vector<NodeId> map(node_count(netlist));
  for (NodeId node = 0; node < map.size(); ++node) {
    std::vector<NodeId> digits = digits_of(node, radix);
    std::reverse(digits.begin(), digits.end());
    map[node] = number_of(digits, radix);
  }
  return map;
}

std::vector<NodeId> complemented(const Netlist& netlist) {
  std::vector<NodeId> map(node_count(netlist));
  for (NodeId node = 0; node < map.size(); ++node) {
    map[node] = static_cast<NodeId>(map.size()) - 1 - node;
  }
  return map;
}

/// The perfect shuffle of an even number N of cards: 2i modulo N-1, and N-1 to itself. If N is a
/// power of two, that rotates the bits to the left by one.
std::vector<NodeId> shuffled(const Netlist& netlist) {
  const NodeId nodes = node_count(netlist);
  if (nodes < 2 || nodes % 2 != 0) reject("shuffle", netlist, "an even number of nodes");
  std::vector<NodeId> map(nodes);
  for (NodeId node = 0; node + 1 < nodes; ++node) map[node] = 2 * node % (nodes - 1);
  map[nodes - 1] = nodes - 1;
  return map;
}

std::vector<NodeId> tornado(const Netlist& netlist) {
  return move_coordinates(netlist, [](NodeId base) { return (base + 1) / 2 - 1; });
}

std::vector<NodeId> neighbor(const Netlist& netlist) {
  return move_coordinates(netlist, [](NodeId base) { return 1 % base; });
}

std::vector<NodeId> permuted(const Netlist& netlist, const ParameterMap& parameters,
                             std::uint64_t seed) {
  if (parameters.count("file") != 0) {
    return read_permutation(string_parameter(parameters, "file"), node_count(netlist));
  }
  if (node_count(netlist) < 2) reject("permutation", netlist, "2 nodes or more");
  return random_permutation(node_count(netlist), seed);
}

/// Error: no node would send anything.
std::unique_ptr<Pattern> node_map(const char* name, const Netlist& netlist,
                                  std::vector<NodeId> destinations) {
  bool silent = true;
  for (NodeId node = 0; node < destinations.size(); ++node) {
    if (destinations[node] != node && destinations[node] != kNoDestination) silent = false;
  }
  if (silent) {
    throw Error(fmt::format("traffic pattern '{}' maps every one of the {} nodes to itself", name,
                            netlist.hosts.size()));
  }
  return std::make_unique<NodeMap>(std::move(destinations));
}

template <class Make>
PatternEntry entry(const char* name, const char* summary, Make make) {
  return {summary, {}, [name, make](const Netlist& netlist, const ParameterMap&, std::uint64_t) {
            return node_map(name, netlist, make(netlist));
          }};
}

PatternEntry permutation_entry() {
  Parameter file;
  file.name = "file";
  file.type = Parameter::Type::kString;
  file.meaning =
      "file of lines SOURCE DESTINATION; without it the permutation is drawn from the run's seed, "
      "and maps no node to itself";
  file.optional = true;
  return {"a permutation of the nodes, from a file or random",
          {file},
          [](const Netlist& netlist, const ParameterMap& parameters, std::uint64_t seed) {
            return node_map("permutation", netlist, permuted(netlist, parameters, seed));
          }};
}

const PatternRegistry::Registration kBitReversal(
    "bit_reversal",
    entry("bit_reversal", "the number's digits in reverse order (k-ary n-trees: base k; else bits)",
          reversed));
const PatternRegistry::Registration kComplement("complement",
                                                entry("complement", "node i to node N-1-i",
                                                      complemented));
const PatternRegistry::Registration kTranspose(
    "transpose",
    entry("transpose",
          "(x, y) to (y, x) in a square mesh; elsewhere the halves of the number swapped",
          transposed));
const PatternRegistry::Registration kShuffle(
    "shuffle", entry("shuffle", "perfect shuffle: the bits rotated to the left by one", shuffled));
const PatternRegistry::Registration kTornado(
    "tornado", entry("tornado", "almost half way around the ring of every dimension", tornado));
const PatternRegistry::Registration kNeighbor("neighbor",
                                              entry("neighbor", "the next node in every dimension",
                                                    neighbor));
const PatternRegistry::Registration kPermutation("permutation", permutation_entry());

}  // namespace

NodeMap::NodeMap(std::vector<NodeId> destinations) : destinations_(std::move(destinations)) {
  for (NodeId node = 0; node < destinations_.size(); ++node) {
    if (destinations_[node] == node) destinations_[node] = kNoDestination;
  }
}

std::vector<NodeId> digits_of(NodeId number, const std::vector<NodeId>& radix) {
  std::vector<NodeId> digits;
  digits.reserve(radix.size());
  for (const NodeId base : radix) {
    digits.push_back(number % base);
    number /= base;
  }
  return digits;
}

NodeId number_of(const std::vector<NodeId>& digits, const std::vector<NodeId>& radix) {
  NodeId number = 0;
  for (std::size_t i = digits.size(); i-- > 0;) number = number * radix[i] + digits[i];
  return number;
}

std::vector<NodeId> reversal_radix(const Netlist& netlist) {
  // Source: [Fat-Trees 2010], section 4.3.1: in a k-ary n-tree the digits p_{n-1} … p_0 are
  // reversed, not the bits.
  const std::vector<HostDigit> digits = digits_by_topology(netlist);
  const bool reversible =
      !digits.empty() && std::all_of(digits.begin(), digits.end(), [&](const HostDigit& digit) {
        return !digit.is_coordinate && digit.base == digits.front().base;
      });
  if (reversible) return std::vector<NodeId>(digits.size(), digits.front().base);
  if (!is_power_of_two(node_count(netlist))) {
    reject("bit_reversal", netlist, "k-ary n-trees and on a power of two of nodes");
  }
  std::vector<NodeId> radix;
  for (NodeId rest = node_count(netlist); rest > 1; rest /= 2) radix.push_back(2);
  return radix;
}

std::pair<std::vector<NodeId>, std::vector<bool>> ring_radix(const Netlist& netlist) {
  std::vector<NodeId> radix;
  std::vector<bool> is_coordinate;
  for (const HostDigit& digit : digits_by_topology(netlist)) {
    radix.push_back(digit.base);
    is_coordinate.push_back(digit.is_coordinate);
  }
  if (std::count(is_coordinate.begin(), is_coordinate.end(), true) > 0) {
    return {radix, is_coordinate};
  }
  return {{node_count(netlist)}, {true}};
}

std::vector<NodeId> read_permutation(const std::string& path, NodeId nodes) {
  TextTable table(path, {{"source", nodes - 1}, {"destination", nodes - 1}});
  std::vector<NodeId> map(nodes, kNoDestination);
  std::vector<bool> used(nodes);
  for (std::vector<std::uint64_t> line; table.next(line);) {
    if (map[line[0]] != kNoDestination)
      table.fail(fmt::format("source {} is given twice", line[0]));
    if (used[line[1]]) {
      table.fail(fmt::format("destination {} is given twice; in a permutation it has one source",
                             line[1]));
    }
    map[line[0]] = static_cast<NodeId>(line[1]);
    used[line[1]] = true;
  }
  return map;
}

std::vector<NodeId> random_permutation(NodeId nodes, std::uint64_t seed) {
  constexpr std::uint64_t kStream = 0x7065726d;  // apart from the hosts' generators
  Random random(Random::mix(seed) + kStream, nodes);
  std::vector<NodeId> map(nodes);
  std::iota(map.begin(), map.end(), NodeId{0});
  // Shuffles until nothing stays in its place: uniform over such permutations, and e = 2.7 shuffles
  // on average.
  for (bool fixed = true; fixed;) {
    for (NodeId i = nodes - 1; i > 0; --i) std::swap(map[i], map[random.below(i + 1)]);
    fixed = false;
    for (NodeId i = 0; i < nodes; ++i) fixed = fixed || map[i] == i;
  }
  return map;
}

}  // namespace sim
}  // namespace netloom
