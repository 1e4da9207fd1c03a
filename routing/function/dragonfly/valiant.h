#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/decision/routing_function.h"
#include "routing/function/dragonfly/ascending_vcs.h"
#include "routing/function/dragonfly/dragonfly_ways.h"
#include "routing/function/dragonfly/path_choice.h"
#include "routing/function/dragonfly/valiant_rules.h"
#include "routing/topology/dragonfly.h"

namespace netloom {
inline namespace routing {

/// Valiant and source-adaptive routing in dragonflies: the source switch draws an intermediate
/// group or switch, with equal shares of all that path A can lead to, neither in the source group
/// nor in the destination's; decides whether the packet goes through it, or minimally; and writes
/// that into the header. Packets to hosts of the same switch, and those for which there is no
/// intermediate one, go minimally.
class ValiantRouting : public RoutingFunction {
 public:
  /// `function`: its name. Error: not a dragonfly, or too few VCs.
  ValiantRouting(const RoutingContext& context, const std::string& function,
                 const ValiantRules& rules);

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) final;
  /// By the form of path A.
  std::vector<std::string> path_classes() const final;
  std::size_t path_class(const FinishedPath& path) const final;
  std::optional<std::uint32_t> longest_way() const final { return rules_.order().length() + 1; }
  bool in_order() const final { return false; }
  bool depends_on_source() const final { return false; }
  bool tells_hosts_apart() const final { return false; }

 protected:
  /// Of one switch; null: always Valiant.
  virtual std::unique_ptr<PathChoice> make_choice(SwitchId /*switch_id*/) const { return nullptr; }
  const Dragonfly& topology() const { return *topology_; }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  std::shared_ptr<const DragonflyLinks> links_;
  DragonflyVcs vcs_;
  ValiantRules rules_;
};

}  // namespace routing
}  // namespace netloom
