#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "python/module/python_object.h"
#include "routing/base/parameters.h"

namespace netloom {
inline namespace python {

/// What a class declares in its attribute `parameters`: names with objects of netloom.Parameter.
std::vector<Parameter> declared_parameters(const py::object& type);

/// The first line of a class's docstring.
std::string summary_of(const py::object& type);

/// Values of parameters as keyword arguments.
py::dict keywords(const ParameterMap& parameters);

}  // namespace python
}  // namespace netloom
