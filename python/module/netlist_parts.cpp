#include "python/module/netlist_parts.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>

namespace netloom {
inline namespace python {
namespace {

namespace py = pybind11;

/// A link as a row of a NumPy array.
struct LinkRow {
  bool from_host;
  std::uint32_t from;
  std::int32_t from_port;
  bool to_host;
  std::uint32_t to;
  std::int32_t to_port;
  std::int32_t latency;
  std::int32_t kind;
};

bool is_host(const Endpoint& end) {
  return end.type == Endpoint::Type::kHost;
}

}  // namespace

py::object python_netlist(const Netlist& netlist) {
  static const bool has_type = [] {
    PYBIND11_NUMPY_DTYPE(LinkRow, from_host, from, from_port, to_host, to, to_port, latency, kind);
    return true;
  }();
  static_cast<void>(has_type);
  py::array_t<LinkRow> links(static_cast<py::ssize_t>(netlist.links.size()));
  std::transform(
      netlist.links.begin(), netlist.links.end(), links.mutable_data(), [](const Link& link) {
        return LinkRow{is_host(link.from), link.from.index, link.from.port, is_host(link.to),
                       link.to.index,      link.to.port,    link.latency,   link.kind};
      });
  py::list switches, ports, hosts;
  for (const SwitchInfo& each : netlist.switches) {
    switches.append(each.name);
    ports.append(each.ports);
  }
  for (const HostInfo& each : netlist.hosts) hosts.append(each.name);
  const py::object make = py::module_::import("netloom._netlist").attr("Netlist");
  return make(netlist.topology, netlist.parameters, netlist.kinds, switches, ports, hosts, links);
}

}  // namespace python
}  // namespace netloom
