#include <exception>

#include "python/module/bindings.h"
#include "routing/base/error.h"
#include "routing/base/output_file.h"

namespace netloom {
inline namespace python {
namespace {

namespace py = pybind11;

/// As the class of this name of netloom._errors.
void raise(const char* name, const std::exception& error) {
  const py::object type = py::module_::import("netloom._errors").attr(name);
  PyErr_SetString(type.ptr(), error.what());
}

}  // namespace

void bind_errors(py::module_& /*module*/) {
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const WriteError& error) {
      raise("WriteError", error);
    } catch (const Error& error) {
      raise("Error", error);
    } catch (const BrokenInvariant& error) {
      raise("BrokenInvariant", error);
    }
  });
}

}  // namespace python
}  // namespace netloom
