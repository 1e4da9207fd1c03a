#include "python/module/python_parameters.h"

#include <pybind11/stl.h>

#include <cstdint>

namespace netloom {
inline namespace python {
namespace {

using Type = Parameter::Type;

ParameterValue value_from(const py::handle& value, Type type) {
  switch (type) {
    case Type::kInteger:
      return value.cast<std::int64_t>();
    case Type::kReal:
      return value.cast<double>();
    case Type::kBoolean:
      return value.cast<bool>();
    case Type::kString:
      return value.cast<std::string>();
    case Type::kIntegerList:
      break;
  }
  return value.cast<std::vector<std::int64_t>>();
}

Type type_from(const std::string& name) {
  return name == "int"     ? Type::kInteger
         : name == "float" ? Type::kReal
         : name == "bool"  ? Type::kBoolean
         : name == "str"   ? Type::kString
                           : Type::kIntegerList;  // netloom.Parameter knows no other
}

}  // namespace

std::vector<Parameter> declared_parameters(const py::object& type) {
  std::vector<Parameter> result;
  for (const auto& [name, declared] : type.attr("parameters").cast<py::dict>()) {
    Parameter parameter;
    parameter.name = py::str(name).cast<std::string>();
    parameter.type = type_from(declared.attr("type_name").cast<std::string>());
    parameter.meaning = declared.attr("meaning").cast<std::string>();
    parameter.minimum = declared.attr("minimum").cast<double>();
    parameter.maximum = declared.attr("maximum").cast<double>();
    parameter.choices = declared.attr("choices").cast<std::vector<std::string>>();
    if (const py::object value = declared.attr("default"); !value.is_none()) {
      parameter.default_value = value_from(value, parameter.type);
    }
    result.push_back(std::move(parameter));
  }
  return result;
}

std::string summary_of(const py::object& type) {
  return type.attr("summary")().cast<std::string>();
}

py::dict keywords(const ParameterMap& parameters) {
  py::dict result;
  for (const auto& [name, value] : parameters) result[py::str(name)] = py::cast(value);
  return result;
}

}  // namespace python
}  // namespace netloom
