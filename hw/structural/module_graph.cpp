#include "hw/structural/module_graph.h"

#include <map>
#include <tuple>

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

/// Of "head_12": "head".
std::string without_index(const std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool indexed = last + 1 < name.size() && last > 0 && name[last] == '_';
  return indexed ? name.substr(0, last) : name;
}

/// Who is bound to a signal.
struct Bound {
  std::vector<std::string> writers, readers;
};

}  // namespace

ModuleGraph module_graph(const StructuralSwitch& of) {
  ModuleGraph graph;
  std::map<const sc_core::sc_object*, Bound> signals;
  for (const sc_core::sc_object* const module : of.get_child_objects()) {
    if (dynamic_cast<const sc_core::sc_module*>(module) == nullptr) continue;
    graph.modules.emplace_back(module->basename());
    for (const sc_core::sc_object* const object : module->get_child_objects()) {
      const auto* const port = dynamic_cast<const sc_core::sc_port_base*>(object);
      if (port == nullptr) continue;
      const auto* const signal = dynamic_cast<const sc_core::sc_object*>(port->get_interface());
      if (signal == nullptr || signal->get_parent_object() != &of) continue;
      const bool reads = port->kind() == std::string("sc_in");
      (reads ? signals[signal].readers : signals[signal].writers).emplace_back(module->basename());
    }
  }
  std::map<std::tuple<std::string, std::string, std::string>, int> counts;
  for (const auto& [signal, bound] : signals) {
    for (const std::string& from : bound.writers) {
      for (const std::string& to : bound.readers) {
        ++counts[{from, to, without_index(signal->basename())}];
      }
    }
  }
  for (const auto& [edge, count] : counts) {
    graph.edges.push_back({std::get<0>(edge), std::get<1>(edge), std::get<2>(edge), count});
  }
  return graph;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
