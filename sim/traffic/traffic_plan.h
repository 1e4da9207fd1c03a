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
 private:
  /// Patterns that a set of nodes uses, and the last of 2^32 draws that chooses each.
  struct Mixture {
    std::vector<const Pattern*> patterns;
    std::vector<std::uint32_t> last_draw;
  };

 public:
  /// What holds for some time.
  class Phase {
   public:
    /// Its first cycle, and that of the next one (kNever after the last).
    Cycle from() const { return from_; }
    Cycle end() const { return end_; }
    /// Whether the node sends anything.
    bool sends(NodeId node) const { return mixture_of_[node] != kSilent; }
    Cycle gap(Random& random) const { return gaps_.draw(random); }
    /// Destination of a packet of a node that sends; kNoDestination: the pattern has none for it.
    NodeId destination(NodeId node, Random& random) const {
      const Mixture& mixture = mixtures_[mixture_of_[node]];
      std::size_t choice = 0;
      if (mixture.patterns.size() > 1) {
        const std::uint32_t draw = random.next();
        while (draw > mixture.last_draw[choice]) ++choice;
      }
      return mixture.patterns[choice]->destination(node, random);
    }

   private:
    friend class TrafficPlan;
    static constexpr std::uint32_t kSilent = 0xffffffffu;

    Phase(Cycle from, Cycle end, double probability, std::size_t nodes)
        : from_(from), end_(end), gaps_(probability), mixture_of_(nodes, kSilent) {}

    Cycle from_;
    Cycle end_;
    GeometricGaps gaps_;
    std::vector<Mixture> mixtures_;
    std::vector<std::uint32_t> mixture_of_;  ///< per node
  };

  /// `load`: of the phases that do not have their own, phits/(node·cycle). Error: a phase without
  /// load.
  TrafficPlan(const Netlist& netlist, const TrafficConfig& config, std::optional<double> load,
              std::uint64_t seed);

  /// In the order of time; the first begins in cycle 0.
  const std::vector<Phase>& phases() const { return phases_; }
  NodeId nodes() const { return static_cast<NodeId>(phases_.front().mixture_of_.size()); }

  /// The generator of a node's traffic: its own, so that nothing depends on the order of the nodes.
  static Random generator(std::uint64_t seed, NodeId node);

 private:
  void assign_patterns(Phase& phase, const TrafficConfig::Phase& config, const Netlist& netlist,
                       std::uint64_t seed);

  std::vector<std::unique_ptr<Pattern>> patterns_;
  std::vector<Phase> phases_;
};

}  // namespace sim
}  // namespace netloom
