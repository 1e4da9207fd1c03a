#pragma once

#include <cstdint>
#include <vector>

#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace routing {

/// Calls use(query) for each header state that a head may have after a decision of the router
/// (SwitchRouter::decisions); once, with the state that it has, where nothing is decided.
template <class Use>
void for_each_decided(const SwitchRouter& router, RouteQuery query, const Use& use) {
  std::vector<std::uint16_t> decisions;
  if (router.decides()) router.decisions(query, decisions);
  if (decisions.empty()) {
    use(query);
    return;
  }
  for (const std::uint16_t state : decisions) {
    query.state = state;
    use(query);
  }
}

}  // namespace routing
}  // namespace netloom
