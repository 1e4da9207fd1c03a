#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/topology/topology.h"
#include "routing/types.h"

namespace netloom {

/// n-dimensional mesh: a switch with c hosts at every point of a grid, a cable between neighbours.
///
/// Switch <p_{n-1} … p_0> has number p_0 + k_0 (p_1 + k_1 (p_2 + …)), k_d being the size of
/// dimension d. Its hosts are c * number … c * number + c-1, at ports 0 … c-1; port c+2d leads
/// down in dimension d (to p_d - 1), port c+2d+1 up (to p_d + 1). The ports that would lead over
/// the border exist, without links.
///
/// Link kinds: "host", "mesh".
/// Source: 003_c43180e1be2b902c.txt, the 8 x 8 mesh of the evaluation; Dally & Towles, chapter 5.
class Mesh final : public Topology {
 public:
  /// `sizes`: switches per dimension, from dimension 0, each >= 2. `concentration`: c >= 1.
  /// Error: out of range, or more hosts, switches or ports than a network may have.
  Mesh(std::vector<int> sizes, int concentration);

  Netlist netlist(const LatencyMap& latency) const override;

  int dimensions() const { return static_cast<int>(sizes_.size()); }
  int size(int dimension) const { return sizes_[static_cast<std::size_t>(dimension)]; }
  int concentration() const { return concentration_; }
  std::uint32_t switches() const { return switches_; }
  std::uint32_t hosts() const { return switches_ * static_cast<std::uint32_t>(concentration_); }

  /// p_d of a switch.
  int coordinate(SwitchId switch_id, int dimension) const {
    return static_cast<int>(switch_id / stride(dimension) %
                            static_cast<std::uint32_t>(size(dimension)));
  }
  /// Difference of the numbers of two neighbours in a dimension.
  std::uint32_t stride(int dimension) const {
    return strides_[static_cast<std::size_t>(dimension)];
  }
  int minus_port(int dimension) const { return concentration_ + 2 * dimension; }
  int plus_port(int dimension) const { return minus_port(dimension) + 1; }
  SwitchId switch_of(NodeId host) const {
    return host / static_cast<std::uint32_t>(concentration_);
  }

 private:
  std::vector<int> sizes_;
  std::vector<std::uint32_t> strides_;
  int concentration_;
  std::uint32_t switches_ = 1;
};

}  // namespace netloom
