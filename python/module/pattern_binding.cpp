// Traffic patterns that are written in Python.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "python/module/bindings.h"
#include "python/module/netlist_parts.h"
#include "python/module/python_integer.h"
#include "python/module/python_object.h"
#include "python/module/python_parameters.h"
#include "python/module/worker.h"
#include "routing/base/error.h"
#include "sim/config/schema.h"
#include "sim/traffic/pattern.h"

namespace netloom {
inline namespace python {
namespace {

class PythonPattern final : public Pattern {
 public:
  PythonPattern(std::string name, const PythonObject& type, const Netlist& netlist,
                const ParameterMap& parameters, std::uint64_t seed)
      : name_(std::move(name)),
        hosts_(static_cast<std::int64_t>(netlist.hosts.size())),
        method_(call_python([&] {
          const py::object object =
              type.get()(python_netlist(netlist), seed, **keywords(parameters));
          return PythonObject(object.attr("destination"));
        })) {}

  NodeId destination(NodeId source, Random& random) const override {
    return call_python([&] {
      const py::object answer =
          method_.get()(source, py::cast(&random, py::return_value_policy::reference));
      if (answer.is_none()) return kNoDestination;
      const auto host = integer_up_to(hosts_ - 1, answer);
      if (!host || *host == source) {
        throw Error(fmt::format(
            "traffic pattern '{}', host {}: destination() says {}; allowed: another host, 0 to {}, "
            "or None, and the host sends nothing",
            name_, source, py::repr(answer).cast<std::string>(), hosts_ - 1));
      }
      return static_cast<NodeId>(*host);
    });
  }

 private:
  std::string name_;
  std::int64_t hosts_;
  PythonObject method_;
};

void set_traffic_pattern(const std::string& name, const py::object& type) {
  PatternEntry entry;
  entry.summary = summary_of(type);
  entry.parameters = declared_parameters(type);
  entry.make = [name, kept = PythonObject(type)](
                   const Netlist& netlist, const ParameterMap& parameters, std::uint64_t seed) {
    return std::make_unique<PythonPattern>(name, kept, netlist, parameters, seed);
  };
  PatternRegistry::instance().set(name, std::move(entry));
  renew_configuration_schema();
}

}  // namespace

void bind_pattern(py::module_& module) {
  py::class_<Random>(module, "Random",
                     "The generator of one host, which draws the same in each run with a seed.")
      .def("below", &Random::below, py::arg("n"), "A number from 0 to n - 1, n >= 1.")
      .def("uniform", &Random::uniform, "A number between 0 and 1.");
  module.def("set_traffic_pattern", set_traffic_pattern);
}

}  // namespace python
}  // namespace netloom
