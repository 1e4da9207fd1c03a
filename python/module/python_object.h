#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <utility>

namespace netloom {
inline namespace python {

namespace py = pybind11;

/// A Python object that C++ keeps, and may let go of in any thread.
class PythonObject {
 public:
  explicit PythonObject(py::object object)
      : object_(new py::object(std::move(object)), [](py::object* kept) {
          if (!Py_IsInitialized()) return;  // the process ends, and Python has ended
          const py::gil_scoped_acquire gil;
          delete kept;
        }) {}

  const py::object& get() const { return *object_; }

 private:
  std::shared_ptr<py::object> object_;
};

}  // namespace python
}  // namespace netloom
