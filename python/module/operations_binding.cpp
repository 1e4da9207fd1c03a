#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "python/module/bindings.h"
#include "python/module/native_config.h"
#include "python/module/worker.h"
#include "sim/base/json.h"
#include "sim/base/termination.h"
#include "sim/report/files.h"
#include "sim/study/check_study.h"
#include "sim/study/cost_report.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace python {
namespace {

namespace py = pybind11;

// What is done in a worker: Python waits, and users' functions in it are called back.

/// A study as its result file and as text for people.
struct Study {
  std::string document;
  std::string text;
  bool ok = false;
};

template <class Work>
auto without_gil(const Work& work) {
  const py::gil_scoped_release release;
  try {
    return work();
  } catch (const Termination& end) {
    die_of(end.signal);
  }
}

/// The result file of a sweep, and what became of its points: finished now, known before, failed.
std::string simulate(const std::vector<std::pair<std::string, const NativeConfig*>>& configs,
                     int jobs, bool details, const std::string& database, const py::object& told) {
  std::vector<Series> series;
  for (const auto& [name, config] : configs) {
    Series each;
    each.name = name;
    each.loaded = config->loaded();
    each.file = config->file();
    each.overrides = config->overrides();
    series.push_back(std::move(each));
  }
  SweepOptions options;
  options.jobs = jobs;
  options.details = details;
  options.database = database;
  if (!told.is_none()) {
    options.told = [&told](const SweepProgress& progress) {
      call_python([&] { told(progress.finished, progress.points, progress.share); });
    };
  }
  return without_gil([&] {
    const SweepOutcome outcome = run_sweep(series, options);
    return json_text(Json{{"document", result_document(series)},
                          {"points", outcome.points},
                          {"reused", outcome.reused},
                          {"failed", outcome.failed},
                          {"not_stored", outcome.not_stored}});
  });
}

Study check(const NativeConfig& config) {
  return without_gil([&] {
    const CheckStudy study = check_network(*config.loaded());
    return Study{json_text(check_json(config.config(), study)), check_text(config.config(), study),
                 study.ok()};
  });
}

Study cost(const NativeConfig& config, bool registers_only) {
  return without_gil([&] {
    const CostReport report =
        cost_of(*config.loaded(), registers_only ? CostScope::kRegisters : CostScope::kEverything);
    return Study{json_text(cost_json(config.config(), report)), cost_text(report), report.ok()};
  });
}

}  // namespace

void bind_operations(py::module_& module) {
  py::class_<Study>(module, "Study")
      .def_readonly("document", &Study::document)
      .def_readonly("text", &Study::text)
      .def_readonly("ok", &Study::ok);
  module.def("simulate", simulate, py::arg("configs"), py::arg("jobs"), py::arg("details"),
             py::arg("database"), py::arg("told"));
  module.def("check", check, py::arg("config"));
  module.def("cost", cost, py::arg("config"), py::arg("registers_only"));
}

}  // namespace python
}  // namespace netloom
