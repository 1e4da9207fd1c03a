#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "routing/base/visible.h"
#include "routing/davc/labels.h"
#include "routing/davc/settings.h"
#include "routing/decision/forwarding.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Any routing function with the VCs of DAVC: the inner function says by which ports a packet may
/// leave, and the identifiers of the hop say on which VC. Injection is on VC 0, links to hosts need
/// no transition.
/// Source: [DAVC 2018], sections 4 and 5.
class DavcRouting final : public ForwardingFunction {
 public:
  /// `context` has the VCs of the network and the settings; `inner` is the function of the same
  /// network with VCs of its own, made from `inner_context`.
  DavcRouting(const RoutingContext& context, std::unique_ptr<RoutingFunction> inner,
              const RoutingContext& inner_context);

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override;

  void complete_shape(SwitchId switch_id, SwitchShape& shape) const override;
  /// That of the inner function, then NODE_ID and PORT_ID.
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override;

  /// The order of the labels takes the place of bubbles, and leaves the inner function's model of
  /// what a head chooses among without meaning.
  bool uses_bubble() const override { return false; }
  std::optional<int> routing_options() const override { return std::nullopt; }

  /// One way is one sequence of VCs.
  bool in_order() const override;

  const RoutingContext& inner_context() const { return inner_context_; }
  const DavcSettings& settings() const { return *settings_; }

 private:
  RoutingContext context_;
  std::shared_ptr<const DavcSettings> settings_;
  RoutingContext inner_context_;
  DavcLabels labels_;
  PortMap ports_;
};

}  // namespace routing
}  // namespace netloom
