#include "rtl/view/rtl_view.h"

#include <memory>
#include <utility>

#include "routing/decision/selection.h"
#include "routing/decision/vc_policy.h"

namespace netloom {
inline namespace rtl {
namespace {

/// What all switches of a network share.
class RtlViews {
 public:
  explicit RtlViews(RtlViewPlan plan)
      : plan_(std::move(plan)),
        ports_(*plan_.netlist),
        preferences_(port_preferences(plan_.selection, *plan_.netlist)),
        routes_(plan_.make_routing, *plan_.netlist, plan_.function, plan_.vc_policy) {}

  SwitchModelPtr make(const SwitchPlan& plan, structural::Clock& clock, Arena& arena) {
    SwitchRoute route = routes_.of(plan.id, 1 << plan.vc_shift);
    for (int port = 0; port < static_cast<int>(plan.ports.size()); ++port) {
      const int link = ports_.link_in(plan.id, port);
      route.from_host.push_back(link >= 0 && comes_from_host(link));
    }
    return plan_.make(plan, clock, arena, switch_kind(plan, route), straps(plan, route));
  }

 private:
  bool comes_from_host(int link) const {
    const Link& in = plan_.netlist->links[static_cast<std::size_t>(link)];
    return in.from.type == Endpoint::Type::kHost;
  }
  SwitchStraps straps(const SwitchPlan& plan, const SwitchRoute& route) const {
    SwitchStraps result;
    result.offered = offered(plan);
    result.preference = preferences_[plan.id];
    result.place = route.place;
    result.place_bits = route.place_bits;
    result.table = route.table;
    return result;
  }
  BitVector offered(const SwitchPlan& plan) const {
    RoutingContext context;
    context.netlist = plan_.netlist;
    context.vcs = plan_.vcs;
    context.vc_shift = plan.vc_shift;
    // Those that there are, where it says of a packet's way which it may take.
    const VcPolicyRegistry& policies = VcPolicyRegistry::instance();
    const bool open = policies.find(plan_.vc_policy).offered != nullptr;
    const OutputVcs vcs(context, ports_, policies.find(open ? plan_.vc_policy : "free"), plan.id);
    BitVector result(words_of_bits(plan.ports.size() << plan.vc_shift));
    for (int port = 0; port < vcs.ports(); ++port) vcs.add(port, result.data());
    return result;
  }

  RtlViewPlan plan_;
  PortMap ports_;
  std::vector<PortPreference> preferences_;
  SwitchRoutes routes_;
};

}  // namespace

RtlViewHook make_rtl_view_hook(const RtlViewPlan& plan) {
  return [views = std::make_shared<RtlViews>(plan)](const SwitchPlan& of, structural::Clock& clock,
                                                    Arena& arena) {
    return views->make(of, clock, arena);
  };
}

}  // namespace rtl
}  // namespace netloom
