#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/traffic/pattern.h"

namespace netloom {
inline namespace sim {

/// A pattern in which every node has one destination for the whole run, as a table. A node that is
/// mapped to itself, or to kNoDestination, sends nothing.
class NodeMap final : public Pattern {
 public:
  explicit NodeMap(std::vector<NodeId> destinations);

  NodeId destination(NodeId source, Random& /*random*/) const override {
    return destinations_[source];
  }

 private:
  std::vector<NodeId> destinations_;
};

/// The digits of a node's number: digit i, counted from the lowest, has the base radix[i].
std::vector<NodeId> digits_of(NodeId number, const std::vector<NodeId>& radix);
NodeId number_of(const std::vector<NodeId>& digits, const std::vector<NodeId>& radix);

/// The digits that `bit_reversal` reverses: those of the topology, if they are of one base and no
/// coordinates (n of base k in a k-ary n-tree), else the bits. Error: neither, for want of a power
/// of two of nodes.
std::vector<NodeId> reversal_radix(const Netlist& netlist);

/// The digits of which `tornado` and `neighbor` move those that are coordinates: those of a
/// topology that has coordinates, as a mesh or torus, else one ring of all nodes. The flag of each
/// digit says whether it is a coordinate.
std::pair<std::vector<NodeId>, std::vector<bool>> ring_radix(const Netlist& netlist);

/// Reads a permutation: lines of `source destination`, comments after #. Nodes that are not listed
/// send nothing. Error ("FILE:LINE: …"): not two numbers, no such node, a source or a destination
/// that is given twice.
std::vector<NodeId> read_permutation(const std::string& path, NodeId nodes);

/// A permutation without fixed points, uniformly drawn. nodes >= 2.
std::vector<NodeId> random_permutation(NodeId nodes, std::uint64_t seed);

}  // namespace sim
}  // namespace netloom
