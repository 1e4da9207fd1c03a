// Topologies that are written in Python.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "python/module/bindings.h"
#include "python/module/python_object.h"
#include "python/module/python_parameters.h"
#include "python/module/worker.h"
#include "routing/base/error.h"
#include "routing/netlist/topology.h"
#include "sim/config/schema.h"

namespace netloom {
inline namespace python {
namespace {

/// A network while its parts are added.
class NetlistBuilder {
 public:
  explicit NetlistBuilder(const std::vector<std::string>& link_kinds) {
    netlist_.kinds = link_kinds;
  }

  SwitchId add_switch(int ports, std::string name) {
    if (name.empty()) name = fmt::format("s{}", netlist_.switches.size());
    netlist_.switches.push_back({std::move(name), ports});
    return static_cast<SwitchId>(netlist_.switches.size() - 1);
  }

  NodeId add_host(SwitchId at, int port, std::string name) {
    if (name.empty()) name = fmt::format("h{}", netlist_.hosts.size());
    netlist_.hosts.push_back({std::move(name)});
    const auto host = static_cast<NodeId>(netlist_.hosts.size() - 1);
    netlist_.add_cable({Endpoint::Type::kHost, host, 0}, end(at, port), 1, 0);
    return host;
  }

  void add_link(SwitchId from, int from_port, SwitchId to, int to_port, const std::string& kind) {
    netlist_.links.push_back({end(from, from_port), end(to, to_port), 1, kind_of(kind)});
  }

  void add_cable(SwitchId a, int a_port, SwitchId b, int b_port, const std::string& kind) {
    netlist_.add_cable(end(a, a_port), end(b, b_port), 1, kind_of(kind));
  }

  const Netlist& netlist() const { return netlist_; }

 private:
  static Endpoint end(SwitchId id, int port) { return {Endpoint::Type::kSwitch, id, port}; }

  /// Empty: the first after "host".
  int kind_of(const std::string& kind) const {
    const std::vector<std::string>& kinds = netlist_.kinds;
    const auto found =
        kind.empty() ? kinds.begin() + 1 : std::find(kinds.begin(), kinds.end(), kind);
    if (found >= kinds.end() || found == kinds.begin()) {
      throw Error(fmt::format("'{}' is no kind of the links between switches; allowed: {}", kind,
                              joined({kinds.begin() + 1, kinds.end()})));
    }
    return static_cast<int>(found - kinds.begin());
  }

  Netlist netlist_;
};

class PythonTopology final : public Topology {
 public:
  explicit PythonTopology(Netlist netlist) : netlist_(std::move(netlist)) {}

  NetworkSize size() const override {
    return {netlist_.hosts.size(), netlist_.switches.size(), netlist_.links.size()};
  }

  Netlist netlist(const LatencyMap& latency) const override {
    Netlist result = netlist_;
    for (Link& link : result.links) {
      const auto found = latency.find(result.kinds[static_cast<std::size_t>(link.kind)]);
      if (found != latency.end()) link.latency = found->second;
    }
    return result;
  }

 private:
  Netlist netlist_;
};

Netlist build(const std::string& name, const PythonObject& type,
              const std::vector<std::string>& kinds, const ParameterMap& parameters) {
  return call_python([&] {
    const auto builder = std::make_shared<NetlistBuilder>(kinds);
    type.get()().attr("build")(builder, **keywords(parameters));
    Netlist netlist = builder->netlist();
    netlist.topology = name;
    netlist.parameters = parameters;
    validate(netlist);
    return netlist;
  });
}

void set_topology(const std::string& name, const py::object& type) {
  TopologyEntry entry;
  entry.summary = summary_of(type);
  entry.parameters = declared_parameters(type);
  entry.link_kinds = type.attr("link_kinds").cast<std::vector<std::string>>();
  entry.link_kinds.insert(entry.link_kinds.begin(), "host");
  entry.default_function = type.attr("default_function").cast<std::string>();
  entry.make = [name, kept = PythonObject(type), kinds = entry.link_kinds](
                   const ParameterMap& parameters) -> std::unique_ptr<Topology> {
    return std::make_unique<PythonTopology>(build(name, kept, kinds, parameters));
  };
  TopologyRegistry::instance().set(name, std::move(entry));
  renew_configuration_schema();
}

}  // namespace

void bind_topology(py::module_& module) {
  py::class_<NetlistBuilder, std::shared_ptr<NetlistBuilder>>(
      module, "NetlistBuilder", "A network while its parts are added.")
      .def("add_switch", &NetlistBuilder::add_switch, py::arg("ports"), py::arg("name") = "",
           "Adds a switch and returns its number, from 0; its name is sNUMBER unless given.")
      .def("add_host", &NetlistBuilder::add_host, py::arg("switch"), py::arg("port"),
           py::arg("name") = "",
           "Adds a host at a port of a switch and returns its number, from 0; its name is hNUMBER "
           "unless given.")
      .def("add_cable", &NetlistBuilder::add_cable, py::arg("a"), py::arg("a_port"), py::arg("b"),
           py::arg("b_port"), py::arg("kind") = "",
           "Links two ports of switches both ways. The kind is the first of link_kinds unless "
           "given.")
      .def("add_link", &NetlistBuilder::add_link, py::arg("start"), py::arg("start_port"),
           py::arg("end"), py::arg("end_port"), py::arg("kind") = "",
           "Links the output of one port with the input of another one.");
  module.def("set_topology", set_topology);
}

}  // namespace python
}  // namespace netloom
