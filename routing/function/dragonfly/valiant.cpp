#include "routing/function/dragonfly/valiant.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "routing/base/error.h"
#include "routing/function/dragonfly/valiant_router.h"
#include "routing/function/dragonfly/valiant_states.h"
#include "routing/topology/dragonfly_of.h"

namespace netloom {
inline namespace routing {

ValiantRouting::ValiantRouting(const RoutingContext& context, const std::string& function,
                               const ValiantRules& rules)
    : rules_(rules) {
  const std::string user = "routing function '" + function + "'";
  topology_ = std::make_shared<const Dragonfly>(dragonfly_of(*context.netlist, user));
  const HopOrder order = rules.order();
  std::string needs = user;
  if (rules.path_a != PathA::kGroup) {
    needs += " with path_a '" + path_a_names()[static_cast<std::size_t>(rules.path_a)] + "'";
  }
  vcs_ = ascending_vcs(context, needs, order.vcs(HopOrder::Kind::kLocal),
                       order.vcs(HopOrder::Kind::kGlobal));
  const std::uint32_t most = ValiantStates::most_goals(rules.forms().size());
  if (ValiantStates::goals(*topology_) > most) {
    throw Error(fmt::format(
        "{}: {} switches and {} groups are more intermediate ones than a header can name; "
        "allowed: up to {} together",
        user, topology_->switches(), topology_->groups(), most));
  }
  links_ = std::make_shared<const DragonflyLinks>(*topology_);
}

std::unique_ptr<SwitchRouter> ValiantRouting::make_router(SwitchId switch_id) {
  return make_valiant_router(DragonflyWays(topology_, links_, switch_id), vcs_, rules_,
                             make_choice(switch_id));
}

std::vector<std::string> ValiantRouting::path_classes() const {
  std::vector<std::string> names = {"minimal"};
  for (const PathA form : rules_.forms()) {
    names.push_back(path_a_names()[static_cast<std::size_t>(form)]);
  }
  return names;
}

std::size_t ValiantRouting::path_class(const FinishedPath& path) const {
  if (ValiantStates::minimal(path.state)) return 0;
  // If it is still on path A, then what it went through is where it arrived.
  return 1 + ValiantStates(*topology_, rules_.forms()).form(path.state);
}

}  // namespace routing
}  // namespace netloom
