#pragma once

#include "routing/base/visible.h"
#include "routing/davc/ids.h"
#include "routing/davc/rule.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// How a network assigns VCs with the VC policy "davc".
struct DavcSettings {
  DavcRule rule{DavcFunction::kNodePort};
  DavcIds ids;
  /// What becomes of a packet whose next VC the link does not have. false: it is offered nothing,
  /// an error of the configuration. true: it stays on the last VC, which gives the freedom of
  /// deadlocks up; to show just that.
  bool clamp = false;
};

}  // namespace routing
}  // namespace netloom
