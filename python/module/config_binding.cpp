#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "python/module/bindings.h"
#include "python/module/native_config.h"
#include "python/module/netlist_parts.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/topology.h"
#include "sim/base/json.h"
#include "sim/traffic/pattern.h"

namespace netloom {
inline namespace python {
namespace {

namespace py = pybind11;

/// Key, value in YAML, and by what it came.
using Setting = std::tuple<std::string, std::string, std::string>;

NativeConfig make_config(std::optional<std::string> text, std::string name, std::string directory,
                         const std::vector<Setting>& settings) {
  std::vector<Override> overrides;
  for (const auto& [key, value, option] : settings) overrides.push_back({key, value, option});
  return {std::move(text), std::move(name), std::move(directory), std::move(overrides)};
}

/// By name: what `netloom list` says in a line.
template <class Entry>
py::dict summaries() {
  py::dict result;
  for (const std::string& name : Registry<Entry>::instance().names()) {
    result[py::str(name)] = Registry<Entry>::instance().find(name).summary;
  }
  return result;
}

}  // namespace

void bind_config(py::module_& module) {
  py::class_<NativeConfig>(module, "Config")
      .def(py::init(&make_config), py::arg("text"), py::arg("name"), py::arg("directory"),
           py::arg("settings"))
      .def("resolved", [](const NativeConfig& self) { return json_text(self.config().resolved); })
      .def("yaml", [](const NativeConfig& self) { return print_config(self.config()); })
      .def("netlist",
           [](const NativeConfig& self) { return python_netlist(self.config().netlist); })
      .def("files", &NativeConfig::files)
      .def("require_traffic", &NativeConfig::require_traffic);
  module.def("schema", [] { return json_text(config_schema()); });
  module.def("topologies", summaries<TopologyEntry>);
  module.def("routing_functions", summaries<RoutingFunctionEntry>);
  module.def("traffic_patterns", summaries<PatternEntry>);
}

}  // namespace python
}  // namespace netloom
