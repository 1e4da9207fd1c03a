// The Python module netloom._netloom.

#include <pybind11/pybind11.h>

#include "python/module/bindings.h"
#include "python/module/worker.h"
#include "routing/base/output_file.h"
#include "routing/base/program_file.h"
#include "sim/base/process_pool.h"
#include "sim/sweep/identity.h"

// libsystemc asks for this symbol. Nothing else of the module is seen from outside.
extern "C" __attribute__((visibility("default"))) int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

PYBIND11_MODULE(_netloom, module) {
  using namespace netloom;
  module.doc() = "What the package netloom is made of; its users need none of it.";
  module.def("version", version);
  module.def("default_jobs", default_jobs);
  module.def("become_worker", become_worker);
  module.def("set_program_file", set_program_file);
  module.def("write_file", write_file, pybind11::arg("path"), pybind11::arg("text"));
  bind_errors(module);
  bind_config(module);
  bind_operations(module);
  bind_topology(module);
  bind_routing(module);
  bind_pattern(module);
}
