#include "python/module/python_integer.h"

namespace netloom {
inline namespace python {

namespace py = pybind11;

std::optional<std::int64_t> integer_up_to(std::int64_t maximum, const py::handle& value) {
  if (PyIndex_Check(value.ptr()) == 0) return {};
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!number) {
    // Arrays have __index__, too, and raise unless they are one integer.
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    return {};
  }
  int too_large = 0;
  const std::int64_t result = PyLong_AsLongLongAndOverflow(number.ptr(), &too_large);
  if (too_large != 0 || result < 0 || result > maximum) return {};
  return result;
}

}  // namespace python
}  // namespace netloom
