#include <memory>

#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/tree/port_match_router.h"
#include "routing/function/tree/ruft_ports.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
inline namespace routing {
namespace {

/// The only way through a RUFT.
/// Source: [Fat-Trees 2010], section 5.2.
class RuftRouting final : public RoutingFunction {
 public:
  explicit RuftRouting(const RoutingContext& context)
      : context_(context),
        network_(ruft_of(*context.netlist, "routing function 'ruft'")),
        ports_(*context.netlist),
        policy_(find_open_vc_policy(context.vc_policy, "ruft")) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return make_port_match_router(context_, switch_id,
                                  OutputVcs(context_, ports_, policy_, switch_id),
                                  RuftPorts(network_, switch_id));
  }

  bool in_order() const override { return offers_one_vc(policy_, context_.vcs); }
  bool depends_on_source() const override { return false; }

 private:
  RoutingContext context_;
  Ruft network_;
  PortMap ports_;
  const VcPolicyEntry& policy_;
};

const RoutingFunctionRegistry::Registration kRuft(
    "ruft", {"the only way through a RUFT: at stage s by digit s of the destination",
             {},
             "ff",
             [](const RoutingContext& context) { return std::make_unique<RuftRouting>(context); }});

}  // namespace
}  // namespace routing
}  // namespace netloom
