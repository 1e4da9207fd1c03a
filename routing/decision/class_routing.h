#pragma once

#include <memory>

#include "routing/base/visible.h"
#include "routing/decision/forwarding.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What a routing function within one message class is made from: the VCs of a class, in candidate
/// sets as wide as those of all classes. Error: VCs that cannot be divided.
RoutingContext within_class(RoutingContext context);

/// A routing function in each of several message classes, on VCs of their own (VcClasses): a packet
/// stays in the class on whose VCs its NIC injects it. So classes wait for each other nowhere
/// between hosts.
/// Source: [Dally 2004], section 14.1.5.
class ClassRouting final : public ForwardingFunction {
 public:
  /// `inner` was made from within_class(context).
  ClassRouting(const RoutingContext& context, std::unique_ptr<RoutingFunction> inner);

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override;

  /// Packets of one class can overtake those of another.
  bool in_order() const override { return false; }

 private:
  RoutingContext context_;
  PortMap ports_;
};

/// The function within one class; with one class the function itself.
RoutingFunction& inner_of_classes(RoutingFunction& routing);

}  // namespace routing
}  // namespace netloom
