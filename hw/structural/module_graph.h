#pragma once

#include <string>
#include <vector>

#include "hw/structural/structural_switch.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The modules of a structural switch that is elaborated, and the signals between them, as they are
/// bound. The clock and the reset, which go to every module, are not among them.
struct ModuleGraph {
  struct Edge {
    std::string from, to;  ///< modules
    std::string signal;    ///< without its index, where there are several
    int signals;           ///< how many of the name
  };
  std::vector<std::string> modules;  ///< names, in the order of their elaboration
  std::vector<Edge> edges;           ///< by from, to and signal
};

ModuleGraph module_graph(const StructuralSwitch& of);

}  // namespace structural
}  // namespace hw
}  // namespace netloom
