#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "routing/base/error.h"

namespace netloom {
inline namespace python {

/// This process, which `parent` has forked, is there for a piece of work: it dies with its parent,
/// and signals end it at once.
void become_worker(int parent);

/// What an exception of a user's function is to the model that has called it: in a worker an Error
/// whose message is Python's traceback, and the exception itself is kept for the parent; elsewhere
/// it goes on to the caller as it is.
[[noreturn]] void fail_by(pybind11::error_already_set& error);

/// Calls a user's function, or what uses its answer. In any thread.
template <class Call>
auto call_python(const Call& call) {
  const pybind11::gil_scoped_acquire gil;
  try {
    return call();
  } catch (pybind11::error_already_set& error) {
    fail_by(error);
  }
}

}  // namespace python
}  // namespace netloom
