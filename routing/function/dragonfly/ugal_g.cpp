#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "routing/function/dragonfly/ugal.h"

namespace netloom {
inline namespace routing {
namespace {

/// Compares the queues of the first global hops, which may be at other switches of the group, as if
/// they were known at once: each switch publishes them, and all read what was at the end of the
/// cycle before (UGAL-G, ideal). Where a path has no global hop, the next hops count as in UGAL-L.
class GlobalUgal final : public LocalUgal {
 public:
  static constexpr int kDelay = 1;

  bool minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
               const DragonflyGoal& intermediate, const CongestionView& view) const override {
    if (destination.group == ways.group() || intermediate.group == ways.group()) {
      return LocalUgal::minimal(ways, destination, intermediate, view);
    }
    return ugal_minimal(global_queue(ways, destination, view),
                        global_queue(ways, intermediate, view), threshold());
  }

  std::string explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                      const DragonflyGoal& intermediate,
                      const CongestionView& view) const override {
    if (destination.group == ways.group() || intermediate.group == ways.group()) {
      return LocalUgal::explain(ways, destination, intermediate, view);
    }
    return ugal_comparison_text(global_queue(ways, destination, view),
                                global_queue(ways, intermediate, view), threshold()) +
           " behind the global links (UGAL_THRESHOLD)";
  }

  void publish(const DragonflyWays& ways, const CongestionView& view,
               std::uint32_t* words) const override {
    const Dragonfly& topology = ways.topology();
    for (int i = 0; i < topology.h(); ++i) {
      words[i] = static_cast<std::uint32_t>(view.phits_behind(topology.first_global_port() + i));
    }
  }

 private:
  static std::uint32_t global_queue(const DragonflyWays& ways, const DragonflyGoal& goal,
                                    const CongestionView& view) {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    ways.for_each_global(goal, [&](const DragonflyLinks::GlobalLink& link) {
      const std::uint32_t* words = view.status(ways.neighbour(link.position), kDelay);
      least = std::min(least, words[link.port - ways.topology().first_global_port()]);
    });
    return least;
  }
};

class GlobalUgalRouting final : public UgalRouting {
 public:
  explicit GlobalUgalRouting(const RoutingContext& context)
      : UgalRouting(context, "ugal_g", valiant_rules(context.parameters)) {}

  StatusBroadcast status_broadcast() const override {
    return {topology().h(), GlobalUgal::kDelay, GlobalUgal::kDelay,
            static_cast<std::uint32_t>(topology().a())};
  }

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId /*switch_id*/) const override {
    return std::make_unique<GlobalUgal>();
  }
};

const RoutingFunctionRegistry::Registration kUgalG(
    "ugal_g",
    {"UGAL-G in dragonflies: minimal or Valiant, by the queues of the group's global links (ideal)",
     ugal_parameters(),
     "ff",
     [](const RoutingContext& context) { return std::make_unique<GlobalUgalRouting>(context); },
     "ascending",
     {},
     ugal_vcs});

}  // namespace
}  // namespace routing
}  // namespace netloom
