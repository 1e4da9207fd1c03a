#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "routing/base/visible.h"
#include "routing/davc/davc_routing.h"
#include "routing/davc/ids.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

struct RelabelOptions {
  std::uint64_t numberings = 2000;  ///< most that are tried
  std::uint64_t seed = 1;
  std::function<void()> numbering_done;  ///< called after each; empty: nobody
};

/// The search for ids with which DAVC needs fewer VCs.
struct RelabelReport {
  int before = 0;                ///< VCs needed with the ids as they are: most of any link kind
  int after = 0;                 ///< with the best that were found
  DavcIds ids;                   ///< these
  int at_least = 0;              ///< no numbering needs fewer
  std::string reason;            ///< why not
  std::uint64_t numberings = 0;  ///< that were tried
};

/// Searches numberings of nodes (F_N, F_NP) and of the ports of each switch (F_P, F_NP) for one
/// with which the network needs fewer VCs: those that follow the structure of the network first,
/// then one change after the other that does no harm, half of them on a path that needs the most.
/// If there are no more than `options.numberings`, all are tried, and the best is the least there
/// is.
///
/// The lower bound otherwise: two VCs if the dependencies between links have a cycle; with F_N, one
/// more than half the hops of a path that is also offered backwards, since each hop changes the VC
/// in one of the directions; with F_P, as many as a path's hops need if a VC takes it through every
/// port id once.
/// Source: [DAVC 2018], section 9, future work (ii).
///
/// Error: packets can go in circles; or more states than fit (hops of all packets: 2^27).
RelabelReport relabel(DavcRouting& routing, const RelabelOptions& options = {});

}  // namespace routing
}  // namespace netloom
