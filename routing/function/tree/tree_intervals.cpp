#include "routing/function/tree/tree_intervals.h"

#include <cstdint>

namespace netloom {
inline namespace routing {

std::vector<RegisterWrite> tree_interval_program(const FatTree& tree, SwitchId switch_id) {
  const auto k = static_cast<std::uint32_t>(tree.k());
  const std::uint32_t nodes = tree.hosts();
  const int stage = tree.stage(switch_id);
  const std::uint32_t per_port = tree.power(stage);
  const NodeId first = tree.first_below(switch_id);
  const std::uint32_t last = first + k * per_port - 1;

  std::vector<RegisterWrite> program;
  const auto add = [&program](std::uint32_t port, std::uint32_t lib, std::uint32_t uib) {
    program.push_back({"LIB", static_cast<int>(port), lib});
    program.push_back({"UIB", static_cast<int>(port), uib});
  };
  for (std::uint32_t j = 0; j < k; ++j) {
    add(j, first + j * per_port, first + (j + 1) * per_port - 1);
  }
  if (stage + 1 < tree.n()) {
    // All that is not below leaves by every up link.
    for (std::uint32_t j = 0; j < k; ++j) {
      add(k + j, (last + 1) % nodes, (first + nodes - 1) % nodes);
    }
  }
  return program;
}

}  // namespace routing
}  // namespace netloom
