// The selection functions that are defined in any network.
//
// Source: [Fat-Trees 2010], section 4.3.1.

#include "routing/decision/selection.h"

namespace netloom {
inline namespace routing {
namespace {

const SelectionRegistry::Registration kFirstFree("ff", {"first free: from the first up port "
                                                        "(elsewhere: port 0) on"});
const SelectionRegistry::Registration kCyclicPriority(
    "cp", {"cyclic priority: from the port after the one used last on", Picking::kCyclic});
const SelectionRegistry::Registration kMostCredits("mc", {"the port with the most credits",
                                                          Picking::kMostCredits});
const SelectionRegistry::Registration kRandom("random",
                                              {"any port, drawn by the switch's own generator",
                                               Picking::kRandom});

}  // namespace
}  // namespace routing
}  // namespace netloom
