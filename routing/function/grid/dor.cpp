#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/grid/dimension_vcs.h"
#include "routing/function/grid/dor_route.h"
#include "routing/function/grid/grid_routing.h"
#include "routing/function/grid/iodet_vcs.h"

namespace netloom {
inline namespace routing {
namespace {

struct Policy {
  const char* name;
  DimensionVcs rule;
};
constexpr Policy kPolicies[] = {
    {"single", DimensionVcs::kSingle}, {"free", DimensionVcs::kFree},
    {"iodet", DimensionVcs::kIodet},   {"dbbm", DimensionVcs::kDbbm},
    {"voqsw", DimensionVcs::kVoqsw},   {"voqnet", DimensionVcs::kVoqnet}};

DimensionVcs rule_of(const std::string& policy) {
  std::string names;
  for (const Policy& each : kPolicies) {
    if (policy == each.name) return each.rule;
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  }
  throw Error("routing function 'dor' cannot use the VC policy '" + policy +
              "'; allowed: " + names);
}

class DorRouter final : public SwitchRouter {
 public:
  /// `decision`: what decides in the place of `model`, or null. `iodet`: what decides with
  /// DimensionVcs::kIodet; otherwise null.
  DorRouter(DorRoute model, std::unique_ptr<RouteDecision> decision, DimensionVcs rule,
            std::unique_ptr<VcDecision> iodet)
      : model_(std::move(model)),
        decision_(std::move(decision)),
        rule_(rule),
        iodet_(std::move(iodet)) {}

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    if (decision_ != nullptr) {
      route_by_decision(query, candidates);
      return;
    }
    const DorRoute::Hop hop = model_.hop(query);
    add_mask(candidates, hop.port, offered(query, hop));
  }

  /// Straight on it stays on its VC.
  void escape(const RouteQuery& query, CandidateSet& candidates) const override {
    for_each_hop(query, [&](const DorRoute::Hop& hop) {
      const std::uint64_t vcs = offered(query, hop) & model_.vcs_of(hop.port);
      const bool straight = model_.hops().straight(query.input_port, hop.port);
      const std::uint64_t same = straight ? vcs & vc_range(query.input_vc, 1) : 0;
      add_mask(candidates, hop.port, same != 0 ? same : vcs);
    });
  }

  void entering(const RouteQuery& query, CandidateSet& candidates) const override {
    const auto add = [&](const DorRoute::Hop& hop, std::uint64_t entering) {
      add_mask(candidates, hop.port, offered(query, hop) & entering & ring_vcs(hop.port));
    };
    if (decision_ == nullptr) {
      const DorRoute::Hop hop = model_.hop(query);
      add(hop, model_.entering(query, hop));
      return;
    }
    const Routed routed = decision_->route(query);
    routed.for_each_port([&](int port) {
      add({port, routed.vcs}, routed.entering & model_.vcs_of(port));
    });
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    const DimensionHops& hops = model_.hops();
    const int class_vcs = model_.class_vcs();
    const std::uint16_t* label = hops.label(query.destination);
    const int d = hops.first_different(label);
    if (d == hops.dimensions()) {
      explanation.decision.emplace_back("the destination is at this switch");
      return;
    }
    explanation.decision.push_back(
        fmt::format("dimension order: {} is the first dimension in which the destination is "
                    "elsewhere",
                    d));
    hops.explain(label, d, explanation);
    const DimensionHops::Hop& hop = hops.hop(d, label[d]);
    std::string& text = explanation.vcs[hop.port];
    switch (rule_) {
      case DimensionVcs::kFree:
        text = fmt::format("free: any of {}", class_vcs);
        break;
      case DimensionVcs::kSingle:
        text = "single: the lowest";
        break;
      case DimensionVcs::kIodet:
        text = fmt::format("iodet: coordinate {} modulo {}", label[d], class_vcs);
        break;
      case DimensionVcs::kDbbm:
        text = fmt::format("dbbm: destination {} modulo {}", query.destination, class_vcs);
        break;
      case DimensionVcs::kVoqsw:
        text = fmt::format("voqsw: port {} at the next switch",
                           port_after(query.destination, hop.port));
        break;
      case DimensionVcs::kVoqnet:
        text = fmt::format("voqnet: destination {}", query.destination);
        break;
    }
    if (model_.dateline()) text += fmt::format(", in class {} of the dateline", hop.vc_class);
  }

 private:
  /// Apart from route(), whose time counts. What the policy makes of the answer may be a VC that
  /// does not exist.
  [[gnu::noinline]] void route_by_decision(const RouteQuery& query,
                                           CandidateSet& candidates) const {
    for_each_hop(query, [&](const DorRoute::Hop& hop) {
      add_mask(candidates, hop.port, offered(query, hop) & model_.vcs_of(hop.port));
    });
  }

  template <class Use>
  void for_each_hop(const RouteQuery& query, const Use& use) const {
    if (decision_ == nullptr) {
      use(model_.hop(query));
      return;
    }
    const Routed routed = decision_->route(query);
    routed.for_each_port([&](int port) { use({port, routed.vcs}); });
  }

  /// Of the VCs of the class, those that the policy gives the packet.
  std::uint64_t offered(const RouteQuery& query, const DorRoute::Hop& hop) const {
    if (model_.hops().to_host(hop.port)) return hop.vcs;
    const std::uint64_t first = hop.vcs & (~hop.vcs + 1);
    switch (rule_) {
      case DimensionVcs::kFree:
        return hop.vcs;
      case DimensionVcs::kSingle:
        return first;
      case DimensionVcs::kIodet:
        return iodet_->vcs(query, {hop.port, false});
      case DimensionVcs::kDbbm:
        return first << dbbm_vc(query.destination, model_.class_vcs());
      case DimensionVcs::kVoqsw:
        return first << port_after(query.destination, hop.port);
      case DimensionVcs::kVoqnet:
        break;
    }
    return first << query.destination;
  }

  /// The port by which a packet that leaves by `port` will leave the next switch.
  int port_after(NodeId destination, int port) const {
    const DimensionHops& hops = model_.hops();
    const std::uint16_t* label = hops.label(destination);
    const int d = hops.dimension_of(port);
    if (label[d] != hops.next(port)) return port;
    const int after = hops.first_different(label, d + 1);
    return after == hops.dimensions() ? hops.host_port(label) : hops.hop(after, label[after]).port;
  }

  /// The VCs on which a packet may go straight on along the ring of a port.
  std::uint64_t ring_vcs(int port) const {
    if (rule_ == DimensionVcs::kVoqnet) return 0;
    return rule_ == DimensionVcs::kVoqsw ? vc_range(port, 1) : ~std::uint64_t{0};
  }

  DorRoute model_;
  std::unique_ptr<RouteDecision> decision_;
  DimensionVcs rule_;
  std::unique_ptr<VcDecision> iodet_;
};

/// Dimension-order routing in meshes and tori: the dimensions in increasing order, each travelled
/// to its end, the shorter way around, before the next begins.
///
/// The VC policy says which VCs a packet takes (DimensionVcs). Rings: bubble unless the parameter
/// says otherwise, dateline in wormhole; voqnet needs neither, because the channels of one
/// destination form a tree. With a dateline, half of the VCs of a link are those of class 0, and
/// the policy holds in each class.
/// Source: [IODET 2013], sections 2 and 3.
class Dor final : public RoutingFunction {
 public:
  /// Error: no mesh or torus, or VCs, parameters and switching that do not go together.
  explicit Dor(const RoutingContext& context)
      : rule_(rule_of(context.vc_policy)),
        plan_(context, "dor", rule_ == DimensionVcs::kVoqnet ? RingRule::kNone : RingRule::kBubble),
        class_vcs_(plan_.link_vcs),
        vc_hook_(context.hooks.vc_decision),
        route_hook_(context.hooks.route) {
    const std::string& kind = plan_.grid->name();
    if (plan_.dateline()) {
      if (class_vcs_ % 2 != 0) {
        throw Error(fmt::format(
            "routing function 'dor' with a dateline needs the same number of virtual channels in "
            "two classes on {} links; there {} {}; allowed: an even number, with the VC policy {}",
            kind, class_vcs_ == 1 ? "is" : "are", class_vcs_,
            rule_ == DimensionVcs::kSingle ? "free" : "'" + context.vc_policy + "'"));
      }
      class_vcs_ /= 2;
    }
    if (const std::optional<std::uint32_t> needed = exact_vcs();
        needed && *needed != static_cast<std::uint32_t>(class_vcs_)) {
      const std::uint32_t all = *needed * (plan_.dateline() ? 2 : 1);
      throw Error(fmt::format(
          "routing function 'dor' with the VC policy '{}' needs a virtual channel for each {}, {} "
          "on "
          "{} links{}; there {} {}{}",
          context.vc_policy, rule_ == DimensionVcs::kVoqsw ? "output of a switch" : "of the hosts",
          all, kind, plan_.dateline() ? " (two classes)" : "", plan_.link_vcs == 1 ? "is" : "are",
          plan_.link_vcs,
          all > kMaxVcChoices ? fmt::format(", and more than {} cannot be", kMaxVcChoices) : ""));
    }
    if (plan_.host_vcs > 1 && rule_ != DimensionVcs::kFree) {
      throw Error(
          fmt::format("routing function 'dor' with the VC policy '{}' delivers on one "
                      "virtual channel; there are {} on host links; allowed: 1",
                      context.vc_policy, plan_.host_vcs));
    }
  }

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    std::unique_ptr<VcDecision> iodet;
    if (rule_ == DimensionVcs::kIodet) {
      iodet = std::make_unique<IodetVcs>(plan_, class_vcs_, switch_id);
      if (vc_hook_) iodet = vc_hook_(switch_id, plan_.grid->ports(), std::move(iodet));
    }
    DorRoute model(plan_, class_vcs_, switch_id);
    std::unique_ptr<RouteDecision> decision;
    if (route_hook_) {
      decision = route_hook_(switch_id, plan_.grid->ports(), std::make_unique<DorRoute>(model));
    }
    return std::make_unique<DorRouter>(std::move(model), std::move(decision), rule_,
                                       std::move(iodet));
  }

  bool uses_bubble() const override { return plan_.bubble(); }
  std::optional<int> routing_options() const override {
    return rule_ == DimensionVcs::kFree ? class_vcs_ : 1;
  }
  /// There is one path, and but for the policy free one VC on each link.
  bool in_order() const override {
    return rule_ != DimensionVcs::kFree || (class_vcs_ == 1 && plan_.host_vcs == 1);
  }
  bool depends_on_source() const override { return false; }

 private:
  /// VCs of a class, where the policy leaves no choice.
  std::optional<std::uint32_t> exact_vcs() const {
    if (rule_ == DimensionVcs::kVoqsw) return static_cast<std::uint32_t>(plan_.grid->ports());
    if (rule_ == DimensionVcs::kVoqnet) return plan_.grid->hosts();
    return std::nullopt;
  }

  DimensionVcs rule_;
  GridPlan plan_;
  int class_vcs_;
  VcDecisionHook vc_hook_;
  RouteDecisionHook route_hook_;
};

const VcPolicyRegistry::Registration kIodet("iodet",
                                            {"of dor only: the destination's coordinate in the "
                                             "dimension that is travelled, modulo the VCs"});
const VcPolicyRegistry::Registration kDbbm("dbbm", {"of dor only: the destination modulo the VCs"});
const VcPolicyRegistry::Registration kVoqsw("voqsw",
                                            {"of dor only: the output port at the next switch"});
const VcPolicyRegistry::Registration kVoqnet("voqnet", {"of dor only: the destination"});

const RoutingFunctionRegistry::Registration kDor(
    "dor", {"dimension-order routing in meshes and tori; VC policies free (OODET), iodet, dbbm, "
            "voqsw, voqnet",
            ring_parameters("bubble, in wormhole dateline, with the VC policy voqnet none"), "ff",
            [](const RoutingContext& context) { return std::make_unique<Dor>(context); }});

}  // namespace
}  // namespace routing
}  // namespace netloom
