#include "python/module/worker.h"

#include "sim/base/child_process.h"

namespace netloom {
inline namespace python {
namespace {

bool is_worker = false;

}  // namespace

void become_worker(int parent) {
  live_as_child_of(parent);
  is_worker = true;
}

void fail_by(pybind11::error_already_set& error) {
  if (!is_worker) throw error;
  const auto keep = pybind11::module_::import("netloom._process").attr("keep_exception");
  if (error.trace()) PyException_SetTraceback(error.value().ptr(), error.trace().ptr());
  throw Error(keep(error.value()).cast<std::string>());
}

}  // namespace python
}  // namespace netloom
