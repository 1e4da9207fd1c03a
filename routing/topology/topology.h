#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "routing/netlist.h"
#include "routing/parameters.h"
#include "routing/registry.h"

namespace netloom {

/// Latencies of links by kind name, in cycles.
using LatencyMap = std::map<std::string, int>;

/// A regular network: knows its shape, names its parts, and writes itself down as a netlist.
class Topology {
 public:
  virtual ~Topology() = default;

  /// The network with the given latencies; a kind that is not in the map gets 1 cycle.
  virtual Netlist netlist(const LatencyMap& latency) const = 0;
};

/// A registered topology. The configuration's keys below `network` are `topology`, `latency` and
/// the parameters declared here.
struct TopologyEntry {
  static constexpr const char* kKind = "topology";

  std::string summary;                 ///< one line for `netloom list`
  std::vector<Parameter> parameters;
  std::vector<std::string> link_kinds; ///< kinds that the netlist uses, "host" first
  /// Makes one from resolved parameters. Error: values that do not go together.
  std::function<std::unique_ptr<Topology>(const ParameterMap&)> make;
};

using TopologyRegistry = Registry<TopologyEntry>;

/// The topology a netlist says it came from, or nullptr for a hand-written netlist.
std::unique_ptr<Topology> topology_of(const Netlist& netlist);

}  // namespace netloom
