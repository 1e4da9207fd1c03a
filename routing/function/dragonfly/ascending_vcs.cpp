#include "routing/function/dragonfly/ascending_vcs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/vc_policy.h"

namespace netloom {
inline namespace routing {
namespace {

const VcPolicyRegistry::Registration kAscending(
    "ascending", {"those that the routing function says, in ascending order along the path"});

}  // namespace

DragonflyVcs ascending_vcs(const RoutingContext& context, const std::string& user, int local,
                           int global) {
  if (context.vc_policy != "ascending") {
    throw Error(fmt::format("{} cannot use the VC policy '{}'; allowed: ascending", user,
                            context.vc_policy));
  }
  const std::vector<std::string>& kinds = context.netlist->kinds;
  const auto count = [&](const std::string& kind, int least) {
    const auto place =
        static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
    // A group of one switch has no local links.
    if (place == kinds.size()) return least;
    const int vcs = place < context.vcs.size() ? context.vcs[place] : 0;
    if (vcs < least) {
      throw Error(fmt::format(
          "{} needs {} virtual channel{} on {} links, in ascending order along a path; there {} {}",
          user, least, least == 1 ? "" : "s", kind, vcs == 1 ? "is" : "are", vcs));
    }
    return vcs;
  };
  return {count("host", 1), count("local", local), count("global", global)};
}

}  // namespace routing
}  // namespace netloom
