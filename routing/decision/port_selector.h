#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/decision.h"
#include "routing/decision/selection.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A head that selects one of several output channels (port << vc_shift | vc).
struct SelectionQuery {
  NodeId destination = 0;
  NodeId source = 0;
  /// Channels that the head may take and that are free with room for it, as a bit vector; not
  /// empty.
  const std::uint64_t* qualifying = nullptr;
  int words = 0;     ///< of `qualifying`
  int selected = 0;  ///< channel that the switch's own selection takes

  // Only for messages.
  std::uint32_t number = 0;  ///< of the packet, as in RouteQuery
  int preferred_port = 0;    ///< where that selection began its search
  int input_port = 0;
  int input_vc = 0;
  Cycle cycle = 0;
};

/// What selects in a switch in place of, or beside, the switch's own selection: the interface that
/// a Verilated selector and its comparison with the model share. A switch without one pays nothing.
class PortSelector : public Decision {
 public:
  static constexpr int kNone = -1;

  /// The channel of `qualifying` that the head takes, or kNone.
  virtual int select(const SelectionQuery& query) = 0;

  /// A head that had more than one candidate was granted a channel of this port: what is selected
  /// next may depend on it (cyclic priority).
  virtual void used(int port) = 0;
};

/// What straps tell a selector about its switch.
struct SelectorStraps {
  PortPreference preference;
  bool cyclic = false;  ///< the preferred port is the one after that used last
  int ports = 0;
  int vc_shift = 0;  ///< channel = port << vc_shift | vc
};

/// The switch's own selection: the reference of others.
class OwnSelection final : public PortSelector {
 public:
  explicit OwnSelection(const SelectorStraps& straps) : straps_(straps) {}

  const SelectorStraps& straps() const { return straps_; }
  int select(const SelectionQuery& query) override { return query.selected; }
  void used(int /*port*/) override {}

 private:
  SelectorStraps straps_;
};

/// Makes the port selector of one switch.
using PortSelectorHook =
    std::function<std::unique_ptr<PortSelector>(SwitchId switch_id, int ports, int vc_shift)>;

}  // namespace routing
}  // namespace netloom
