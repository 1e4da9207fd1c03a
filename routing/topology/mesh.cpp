#include "routing/topology/mesh.h"

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "routing/error.h"
#include "routing/topology/parts.h"

namespace netloom {
namespace {

constexpr int kMaxDimensions = 16;  // 2^16 switches with the smallest sizes

}  // namespace

Mesh::Mesh(std::vector<int> sizes, int concentration)
    : sizes_(std::move(sizes)), concentration_(concentration) {
  const std::string where = "topology mesh";
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
    if (size < 2)
      throw Error(where + ": a size is " + std::to_string(size) + "; at least 2 needed");
    strides_.push_back(static_cast<std::uint32_t>(switches));
    switches *= static_cast<std::uint64_t>(size);
    const auto c = static_cast<std::uint64_t>(concentration);
    check_size(where, switches * c, switches, c + 2 * sizes_.size());
  }
  switches_ = static_cast<std::uint32_t>(switches);
}

Netlist Mesh::netlist(const LatencyMap& latency) const {
  Netlist netlist;
  netlist.topology = "mesh";
  netlist.parameters = {{"k", std::vector<std::int64_t>(sizes_.begin(), sizes_.end())},
                        {"concentration", std::int64_t{concentration_}}};
  const int host_kind = netlist.kind("host");
  const int mesh_kind = netlist.kind("mesh");
  const int host_latency = latency_of(latency, "host");
  const int mesh_latency = latency_of(latency, "mesh");

  for (SwitchId id = 0; id < switches(); ++id) {
    add_switch(netlist, concentration_ + 2 * dimensions());
  }
  add_hosts(netlist, hosts());
  for (NodeId host = 0; host < hosts(); ++host) {
    const int port = static_cast<int>(host % static_cast<std::uint32_t>(concentration_));
    netlist.add_cable(host_end(host), switch_end(switch_of(host), port), host_latency, host_kind);
  }
  for (SwitchId id = 0; id < switches(); ++id) {
    for (int d = 0; d < dimensions(); ++d) {
      if (coordinate(id, d) + 1 == size(d)) continue;
      netlist.add_cable(switch_end(id, plus_port(d)), switch_end(id + stride(d), minus_port(d)),
                        mesh_latency, mesh_kind);
    }
  }
  return netlist;
}

namespace {

std::unique_ptr<Topology> make_mesh(const ParameterMap& parameters) {
  const std::vector<std::int64_t>& list = list_parameter(parameters, "k");
  std::vector<int> sizes(list.begin(), list.end());
  if (parameters.count("n") != 0) {
    const auto n = static_cast<std::size_t>(integer_parameter(parameters, "n"));
    if (sizes.size() == 1) {
      sizes.assign(n, sizes[0]);
    } else if (sizes.size() != n) {
      throw Error("topology mesh: n is " + std::to_string(n) + ", but k lists " +
                  std::to_string(sizes.size()) + " sizes; leave n out when k is a list");
    }
  }
  const auto concentration = static_cast<int>(integer_parameter(parameters, "concentration"));
  return std::make_unique<Mesh>(std::move(sizes), concentration);
}

std::vector<Parameter> mesh_parameters() {
  Parameter k{"k",
              Parameter::Type::kIntegerList,
              "switches per dimension: one size for each, from dimension 0, or one for all n",
              std::nullopt,
              2,
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

const TopologyRegistry::Registration kRegistration(
    "mesh", {"n-dimensional mesh with one or more hosts per switch",
             mesh_parameters(),
             {"host", "mesh"},
             make_mesh});

}  // namespace
}  // namespace netloom
