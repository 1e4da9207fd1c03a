#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "routing/base/error.h"
#include "routing/function/grid/grid_routing.h"

namespace netloom {
inline namespace routing {
namespace {

/// VC 0 (with a dateline 0 and 1) is the escape, the others are adaptive.
class AdaptiveRouter final : public SwitchRouter {
 public:
  AdaptiveRouter(const GridPlan& plan, int escape_vcs, SwitchId id)
      : hops_(plan, id),
        adaptive_vcs_(vc_range(escape_vcs, plan.link_vcs - escape_vcs)),
        host_vcs_(plan.host_vcs) {}

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const std::uint16_t* label = hops_.label(query.destination);
    int d = hops_.first_different(label);
    add_escape(label, d, candidates);
    for (; d < hops_.dimensions(); ++d) {
      if (!hops_.differs(label, d)) continue;
      const DimensionHops::Hop& hop = hops_.hop(d, label[d]);
      add_mask(candidates, hop.port, adaptive_vcs_);
      add_mask(candidates, hop.other_port, adaptive_vcs_);
    }
  }

  void escape(const RouteQuery& query, CandidateSet& candidates) const override {
    const std::uint16_t* label = hops_.label(query.destination);
    add_escape(label, hops_.first_different(label), candidates);
  }

  void entering(const RouteQuery& query, CandidateSet& candidates) const override {
    const std::uint16_t* label = hops_.label(query.destination);
    const int d = hops_.first_different(label);
    if (d == hops_.dimensions()) return;
    const int port = hops_.hop(d, label[d]).port;
    const bool stays = query.input_vc == 0 && hops_.straight(query.input_port, port);
    if (hops_.in_ring(port) && !stays) candidates.add(port, 0);
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    const std::uint16_t* label = hops_.label(query.destination);
    const int first = hops_.first_different(label);
    if (first == hops_.dimensions()) {
      explanation.decision.emplace_back("the destination is at this switch");
      return;
    }
    for (int d = first; d < hops_.dimensions(); ++d) {
      if (hops_.differs(label, d)) hops_.explain(label, d, explanation);
    }
    for (const auto& [port, text] : explanation.ports) {
      explanation.vcs[port] = "any adaptive VC";
    }
    const DimensionHops::Hop& hop = hops_.hop(first, label[first]);
    explanation.vcs[hop.port] +=
        fmt::format(", or the escape VC {} in dimension order", hop.vc_class);
  }

 private:
  void add_escape(const std::uint16_t* label, int d, CandidateSet& candidates) const {
    if (d == hops_.dimensions()) {
      candidates.add_vcs(hops_.host_port(label), host_vcs_);
      return;
    }
    const DimensionHops::Hop& hop = hops_.hop(d, label[d]);
    candidates.add(hop.port, hop.vc_class);
  }

  DimensionHops hops_;
  std::uint64_t adaptive_vcs_;  ///< mask
  int host_vcs_;
};

/// Minimal fully adaptive routing in meshes and tori: any hop towards the destination on any of the
/// adaptive VCs, or the dimension-order hop on the escape VC, which in the rings of a torus needs
/// two VCs with a dateline, or one with bubble flow control.
/// Source: [IODET 2013], section 2, after [Duato 1996].
class AdaptiveRouting final : public RoutingFunction {
 public:
  /// Error: no mesh or torus, or VCs, parameters and switching that do not go together.
  explicit AdaptiveRouting(const RoutingContext& context)
      : plan_(context, "adaptive", RingRule::kDateline), escape_vcs_(plan_.dateline() ? 2 : 1) {
    if (context.vc_policy != "free") {
      throw Error("routing function 'adaptive' cannot use the VC policy '" + context.vc_policy +
                  "'; allowed: free");
    }
    if (plan_.link_vcs <= escape_vcs_) {
      throw Error(fmt::format(
          "routing function 'adaptive' needs at least {} virtual channels on {} links, {} for the "
          "escape{}; there {} {}",
          escape_vcs_ + 1, plan_.grid->name(), escape_vcs_ == 1 ? "one" : "two",
          plan_.dateline() ? " (with a dateline)" : "", plan_.link_vcs == 1 ? "is" : "are",
          plan_.link_vcs));
    }
  }

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return std::make_unique<AdaptiveRouter>(plan_, escape_vcs_, switch_id);
  }

  bool uses_bubble() const override { return plan_.bubble(); }
  /// The adaptive VCs in each dimension, and the escape.
  std::optional<int> routing_options() const override {
    return plan_.grid->dimensions() * (plan_.link_vcs - escape_vcs_) + 1;
  }
  bool in_order() const override { return false; }
  bool depends_on_source() const override { return false; }

 private:
  GridPlan plan_;
  int escape_vcs_;
};

/// The escape and one adaptive VC.
std::map<std::string, int> fewest_vcs(const ParameterMap& parameters) {
  return {{"mesh", 2}, {"torus", string_parameter(parameters, "rings") == "bubble" ? 2 : 3}};
}

const RoutingFunctionRegistry::Registration kAdaptive(
    "adaptive",
    {"minimal fully adaptive routing in meshes and tori with a dimension-order escape",
     ring_parameters("dateline"),
     "mc",
     [](const RoutingContext& context) { return std::make_unique<AdaptiveRouting>(context); },
     "free",
     {},
     fewest_vcs});

}  // namespace
}  // namespace routing
}  // namespace netloom
