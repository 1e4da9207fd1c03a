#pragma once

#include <pybind11/pybind11.h>

#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace python {

/// A netlist as Python's class netloom.Netlist.
pybind11::object python_netlist(const Netlist& netlist);

}  // namespace python
}  // namespace netloom
