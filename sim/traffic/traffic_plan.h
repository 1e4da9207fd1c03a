#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "routing/netlist/netlist.h"
#include "sim/traffic/geometric_gaps.h"
#include "sim/traffic/pattern.h"
#include "sim/traffic/traffic_config.h"

namespace netloom {
inline namespace sim {

/// The synthetic traffic of a run: in every phase, which pattern or mixture of patterns each node
/// uses and how often it sends.
class TrafficPlan {
 public:
  /// `load`: of the phases that do not have their own, phits/(node·cycle). Error: a phase without
  /// load.
  TrafficPlan(const Netlist& netlist, const TrafficConfig& config, std::optional<double> load,
              std::uint64_t seed);

  std::size_t phases() const { return phases_.size(); }
  /// First cycle of a phase, and that of the next one (kNever after the last).
  Cycle from(std::size_t phase) const { return phases_[phase].from; }
  Cycle end(std::size_t phase) const { return phases_[phase].end; }

  NodeId nodes() const { return static_cast<NodeId>(phases_.front().mixture_of.size()); }
  /// Whether the node sends anything in the phase.
  bool sends(std::size_t phase, NodeId node) const {
    return phases_[phase].mixture_of[node] != kSilent;
  }
  Cycle gap(std::size_t phase, Random& random) const { return phases_[phase].gaps.draw(random); }

  /// Destination of a packet of a node that sends in the phase; kNoDestination: the pattern has
  /// none for it.
  NodeId destination(std::size_t phase, NodeId node, Random& random) const {
    const Phase& here = phases_[phase];
    const Mixture& mixture = here.mixtures[here.mixture_of[node]];
    std::size_t choice = 0;
    if (mixture.patterns.size() > 1) {
      const std::uint32_t draw = random.next();
      while (draw > mixture.last_draw[choice]) ++choice;
    }
    return mixture.patterns[choice]->destination(node, random);
  }

  /// The generator of a node's traffic: its own, so that nothing depends on the order of the nodes.
  static Random generator(std::uint64_t seed, NodeId node);

 private:
  static constexpr std::uint32_t kSilent = 0xffffffffu;

  /// Patterns that a set of nodes uses, and the last of 2^32 draws that chooses each.
  struct Mixture {
    std::vector<const Pattern*> patterns;
    std::vector<std::uint32_t> last_draw;
  };
  struct Phase {
    Cycle from;
    Cycle end;
    GeometricGaps gaps;
    std::vector<Mixture> mixtures;
    std::vector<std::uint32_t> mixture_of;  ///< per node
  };

  void assign_patterns(Phase& phase, const TrafficConfig::Phase& config, const Netlist& netlist,
                       std::uint64_t seed);

  std::vector<std::unique_ptr<Pattern>> patterns_;
  std::vector<Phase> phases_;
};

}  // namespace sim
}  // namespace netloom
