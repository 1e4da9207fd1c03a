#pragma once

#include <memory>

#include "routing/decision/routing_function.h"
#include "routing/function/dragonfly/ascending_vcs.h"
#include "routing/function/dragonfly/dragonfly_ways.h"
#include "routing/function/dragonfly/path_choice.h"
#include "routing/function/dragonfly/valiant_rules.h"

namespace netloom {
inline namespace routing {

/// ValiantRouting at one switch. `choice`: null: always Valiant.
std::unique_ptr<SwitchRouter> make_valiant_router(DragonflyWays ways, const DragonflyVcs& vcs,
                                                  const ValiantRules& rules,
                                                  std::unique_ptr<PathChoice> choice);

}  // namespace routing
}  // namespace netloom
