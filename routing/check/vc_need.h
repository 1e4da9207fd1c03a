#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/check/witness_path.h"
#include "routing/davc/davc_routing.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// How many VCs DAVC takes.
struct VcNeed {
  /// Per link kind: VCs that some packet comes to need on its links between switches, from VC 0;
  /// exact. 0: no packet takes such links.
  std::vector<int> vcs;
  /// Per link kind: a path that needs the last of them, a shortest prefix of it.
  std::vector<WitnessPath> witnesses;
  std::uint64_t states = 0;  ///< (link, destination, header state) that packets come into
  std::uint64_t hops = 0;    ///< from such a state to the next
  /// Packets can come back to where they were, any number of times, and no number of VCs is enough;
  /// what else is said is then of paths without such places.
  bool unbounded = false;
  NodeId loop_destination = 0;  ///< of those packets

  /// The largest of any kind.
  int most() const;
};

/// The VCs that the rule and ids of `routing` need: of every path that the routing function offers
/// any packet, exactly, whatever VCs the links have.
VcNeed davc_vc_need(DavcRouting& routing);

/// What is wrong with the numbers of VCs in the context ("DAVC (np) needs 3 VCs on links of the
/// kind 'link', which have 2; a path that needs them is …"); empty: they are enough.
std::string too_few_vcs(const RoutingContext& context, const VcNeed& need);

}  // namespace routing
}  // namespace netloom
