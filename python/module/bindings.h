#pragma once

#include <pybind11/pybind11.h>

namespace netloom {
inline namespace python {

// What the module has, by files. The package's Python files give it its form for users.

void bind_errors(pybind11::module_& module);
void bind_config(pybind11::module_& module);
void bind_operations(pybind11::module_& module);
void bind_topology(pybind11::module_& module);
void bind_routing(pybind11::module_& module);
void bind_pattern(pybind11::module_& module);

}  // namespace python
}  // namespace netloom
