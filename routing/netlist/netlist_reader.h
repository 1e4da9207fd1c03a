#pragma once

#include <yaml-cpp/yaml.h>

#include <array>
#include <cstddef>
#include <vector>

#include "routing/netlist/netlist.h"
#include "routing/netlist/netlist_yaml.h"

namespace netloom {
inline namespace routing {

/// Where the parts of a netlist stand in its file.
class PartLines {
 public:
  using Part = NetlistProblem::Part;

  std::vector<int>& of(Part part) { return lines_[static_cast<std::size_t>(part)]; }
  /// `otherwise` if the file has no such part.
  int line(Part part, std::size_t index, int otherwise) const {
    const std::vector<int>& lines = lines_[static_cast<std::size_t>(part)];
    return index < lines.size() ? lines[index] : otherwise;
  }

 private:
  std::array<std::vector<int>, 5> lines_;  ///< by Part
};

/// What a file says under `topology` (absent: nothing), as topology and parameters of its netlist.
/// Error: that topology's network is another one, but for latencies.
void read_netlist_topology(const NetlistYaml& yaml, const YAML::Node& node, const PartLines& lines,
                           Netlist& netlist);

}  // namespace routing
}  // namespace netloom
