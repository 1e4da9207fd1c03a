#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/topology.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What meshes and tori have in common: a switch with c hosts at every point of an n-dimensional
/// grid, and a cable between neighbours in each dimension; in a torus also one from the last switch
/// of a row to the first.
///
/// Switch <p_{n-1} … p_0> has number p_0 + k_0 (p_1 + k_1 (p_2 + …)), k_d being the size of
/// dimension d. Its hosts are c * number … c * number + c-1, at ports 0 … c-1; port c+2d leads
/// down in dimension d (to p_d - 1), port c+2d+1 up (to p_d + 1). Ports that would lead over the
/// border of a mesh exist, without links.
///
/// Link kinds: "host" and the topology's own name.
/// Source: [IODET 2013], section 2; [Dally 2004], chapter 5.
class Grid : public Topology {
 public:
  NetworkSize size() const override;
  Netlist netlist(const LatencyMap& latency) const override;
  /// The number of the host at its switch, and the coordinates of the switch.
  std::vector<HostDigit> host_digits() const override;

  /// Of the topology, and of the links between switches: "mesh" or "torus".
  const std::string& name() const { return name_; }
  int dimensions() const { return static_cast<int>(sizes_.size()); }
  int size(int dimension) const { return sizes_[static_cast<std::size_t>(dimension)]; }
  /// Whether the switches of a dimension are connected in a ring. Two are not: they have one cable
  /// (the 2-ary n-cube is the hypercube), and one has none.
  bool wraps(int dimension) const { return wraps_ && size(dimension) > 2; }
  bool has_rings() const;
  int concentration() const { return concentration_; }
  int ports() const { return concentration_ + 2 * dimensions(); }
  std::uint32_t switches() const { return switches_; }
  std::uint32_t hosts() const { return switches_ * static_cast<std::uint32_t>(concentration_); }

  /// p_d of a switch.
  int coordinate(SwitchId switch_id, int dimension) const {
    return static_cast<int>(switch_id / stride(dimension) %
                            static_cast<std::uint32_t>(size(dimension)));
  }
  /// Difference of the numbers of two neighbours in a dimension, other than over the border.
  std::uint32_t stride(int dimension) const {
    return strides_[static_cast<std::size_t>(dimension)];
  }
  int minus_port(int dimension) const { return concentration_ + 2 * dimension; }
  int plus_port(int dimension) const { return minus_port(dimension) + 1; }
  /// The coordinate behind a port of a dimension.
  int next_coordinate(int coordinate, int dimension, bool plus) const {
    const int next = coordinate + (plus ? 1 : -1);
    return next < 0 ? size(dimension) - 1 : next == size(dimension) ? 0 : next;
  }
  SwitchId switch_of(NodeId host) const {
    return host / static_cast<std::uint32_t>(concentration_);
  }

 protected:
  /// `sizes`: switches per dimension, from dimension 0, each >= 1. `concentration`: c >= 1.
  /// Error: out of range, or more hosts, switches or ports than a network may have.
  Grid(std::string name, bool wraps, std::vector<int> sizes, int concentration);

 private:
  std::string name_;
  bool wraps_;
  std::vector<int> sizes_;
  std::vector<std::uint32_t> strides_;
  int concentration_;
  std::uint32_t switches_ = 1;
};

/// k, n and concentration: the parameters of meshes and tori.
std::vector<Parameter> grid_parameters();

/// Switches per dimension as k and n say. Error, beginning with `where` ("topology mesh"): they do
/// not go together.
std::vector<int> grid_sizes(const ParameterMap& parameters, const std::string& where);

}  // namespace routing
}  // namespace netloom
