#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/random.h"
#include "routing/base/registry.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A synthetic traffic pattern: where a node's packets go. Stateless after construction; whatever
/// it draws comes from the source node's own generator.
class Pattern {
 public:
  virtual ~Pattern() = default;
  /// Destination of the next packet of `source`; never `source` itself unless the pattern is a
  /// permutation that maps it to itself, in which case the node sends nothing (kNoDestination).
  virtual NodeId destination(NodeId source, Random& random) const = 0;
};

inline constexpr NodeId kNoDestination = 0xffffffffu;

/// A registered pattern; its parameters are keys beside `traffic.pattern`.
struct PatternEntry {
  static constexpr const char* kKind = "traffic pattern";

  std::string summary;
  std::vector<Parameter> parameters;
  /// Error: the netlist is not one the pattern is defined on (not a power of two, no mesh, …).
  /// `seed` makes random permutations.
  std::function<std::unique_ptr<Pattern>(const Netlist&, const ParameterMap&, std::uint64_t seed)>
      make;
};

using PatternRegistry = Registry<PatternEntry>;

}  // namespace sim
}  // namespace netloom
