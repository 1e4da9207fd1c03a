#pragma once

#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// A switch as others know it that have something for a host whose NIC it steps.
class HostSwitch {
 public:
  /// Makes the host that injects at `port` generate in `cycle` too, which is still to come.
  virtual void wake_host(int port, Cycle cycle) = 0;
  /// InjectionSide::acknowledge() for the host that injects at `port`; `cycle` is still to come.
  virtual void acknowledge_host(int port, NodeId destination, Cycle cycle) = 0;

 protected:
  ~HostSwitch() = default;
};

/// Where a host injects.
struct HostPlace {
  HostSwitch* stepped_by = nullptr;
  int port = 0;
};

}  // namespace hw
}  // namespace netloom
