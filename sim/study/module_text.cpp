#include "sim/study/module_text.h"

#include <fmt/format.h>

#include "hw/structural/module_graph.h"
#include "hw/structural/structural_model.h"
#include "sim/study/programmed_fabric.h"

namespace netloom {
inline namespace sim {

std::string module_text(LoadedConfig& loaded, SwitchId switch_id) {
  ProgrammedFabric programmed(loaded);
  const SwitchModel& model = programmed.fabric.network().model(switch_id);
  const auto* const structural = dynamic_cast<const structural::StructuralModel*>(&model);
  if (structural == nullptr) {
    throw Error(
        fmt::format("switch {} is not in the structural view; allowed: views: {{default: "
                    "structural}}",
                    model.name()));
  }
  const structural::ModuleGraph graph = structural::module_graph(structural->modules());
  std::string text =
      fmt::format("digraph \"{}\" {{\n  rankdir=LR;\n  node [shape=box];\n", model.name());
  for (const std::string& module : graph.modules) text += fmt::format("  {};\n", module);
  for (const structural::ModuleGraph::Edge& edge : graph.edges) {
    const std::string label =
        edge.signals == 1 ? edge.signal : fmt::format("{} x{}", edge.signal, edge.signals);
    text += fmt::format("  {} -> {} [label=\"{}\"];\n", edge.from, edge.to, label);
  }
  return text + "}\n";
}

}  // namespace sim
}  // namespace netloom
