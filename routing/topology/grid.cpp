#include "routing/topology/grid.h"

#include <utility>

#include "routing/base/error.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {
namespace {

constexpr int kMaxDimensions = 16;  // 2^16 switches with two in each

}  // namespace

Grid::Grid(std::string name, bool wraps, std::vector<int> sizes, int concentration)
    : name_(std::move(name)),
      wraps_(wraps),
      sizes_(std::move(sizes)),
      concentration_(concentration) {
  const std::string where = "topology " + name_;
  if (sizes_.empty() || sizes_.size() > kMaxDimensions) {
    throw Error(where + ": " + std::to_string(sizes_.size()) + " dimensions; allowed: 1 to " +
                std::to_string(kMaxDimensions));
  }
  if (concentration < 1) {
    throw Error(where + ": concentration is " + std::to_string(concentration) +
                "; it must be at least 1");
  }
  std::uint64_t switches = 1;
  for (const int size : sizes_) {
    if (size < 1)
      throw Error(where + ": a size is " + std::to_string(size) + "; at least 1 needed");
    strides_.push_back(static_cast<std::uint32_t>(switches));
    switches *= static_cast<std::uint64_t>(size);
    const auto c = static_cast<std::uint64_t>(concentration);
    check_size(where, switches * c, switches, c + 2 * sizes_.size());
  }
  switches_ = static_cast<std::uint32_t>(switches);
}

bool Grid::has_rings() const {
  for (int d = 0; d < dimensions(); ++d) {
    if (wraps(d)) return true;
  }
  return false;
}

NetworkSize Grid::size() const {
  NetworkSize size{hosts(), switches(), std::uint64_t{2} * hosts()};
  for (int d = 0; d < dimensions(); ++d) {
    const auto in_row = static_cast<std::uint64_t>(this->size(d));
    size.links += 2 * (switches() / in_row) * (wraps(d) ? in_row : in_row - 1);
  }
  return size;
}

Netlist Grid::netlist(const LatencyMap& latency) const {
  Netlist netlist;
  netlist.topology = name_;
  netlist.parameters = {{"k", std::vector<std::int64_t>(sizes_.begin(), sizes_.end())},
                        {"concentration", std::int64_t{concentration_}}};
  const int host_kind = netlist.kind("host");
  const int grid_kind = netlist.kind(name_);
  const int host_latency = latency_of(latency, "host");
  const int grid_latency = latency_of(latency, name_);

  for (SwitchId id = 0; id < switches(); ++id) add_switch(netlist, ports());
  add_hosts(netlist, hosts());
  for (NodeId host = 0; host < hosts(); ++host) {
    const int port = static_cast<int>(host % static_cast<std::uint32_t>(concentration_));
    netlist.add_cable(host_end(host), switch_end(switch_of(host), port), host_latency, host_kind);
  }
  for (SwitchId id = 0; id < switches(); ++id) {
    for (int d = 0; d < dimensions(); ++d) {
      const int p = coordinate(id, d);
      if (p + 1 == size(d) && !wraps(d)) continue;
      const int next = next_coordinate(p, d, true);
      const SwitchId neighbour =
          static_cast<SwitchId>(static_cast<std::int64_t>(id) + std::int64_t{next - p} * stride(d));
      netlist.add_cable(switch_end(id, plus_port(d)), switch_end(neighbour, minus_port(d)),
                        grid_latency, grid_kind);
    }
  }
  return netlist;
}

std::vector<HostDigit> Grid::host_digits() const {
  std::vector<HostDigit> digits = {{static_cast<std::uint32_t>(concentration_), false}};
  for (const int size : sizes_) digits.push_back({static_cast<std::uint32_t>(size), true});
  return digits;
}

std::vector<int> grid_sizes(const ParameterMap& parameters, const std::string& where) {
  const std::vector<std::int64_t>& list = list_parameter(parameters, "k");
  std::vector<int> sizes(list.begin(), list.end());
  if (parameters.count("n") == 0) return sizes;
  const auto n = static_cast<std::size_t>(integer_parameter(parameters, "n"));
  if (sizes.size() == 1) {
    sizes.assign(n, sizes[0]);
  } else if (sizes.size() != n) {
    throw Error(where + ": n is " + std::to_string(n) + ", but k lists " +
                std::to_string(sizes.size()) + " sizes; leave n out when k is a list");
  }
  return sizes;
}

std::vector<Parameter> grid_parameters() {
  Parameter k{"k",
              Parameter::Type::kIntegerList,
              "switches per dimension: one size for each, from dimension 0, or one for all n",
              std::nullopt,
              1,
              kMaxSwitches,
              {}};
  Parameter n{"n",
              Parameter::Type::kInteger,
              "dimensions, when k is a single size",
              std::nullopt,
              1,
              kMaxDimensions,
              {}};
  n.optional = true;
  Parameter concentration{"concentration",
                          Parameter::Type::kInteger,
                          "hosts per switch",
                          std::int64_t{1},
                          1,
                          kMaxPorts - 2,
                          {}};
  return {std::move(k), std::move(n), std::move(concentration)};
}

}  // namespace routing
}  // namespace netloom
