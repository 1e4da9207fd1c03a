#include <memory>
#include <string>

#include "routing/function/dragonfly/in_transit.h"
#include "routing/function/dragonfly/local_misrouting.h"

namespace netloom {
inline namespace routing {
namespace {

/// Restricted Local Misrouting: both local hops of a group on the same VC, and only the pairs of
/// hops that a restriction allows.
/// Source: [RLM-OLM 2013], section III-B.
class RlmRule final : public InTransitRule {
 public:
  explicit RlmRule(LocalRestriction restriction) : restriction_(restriction) {}

  std::uint64_t global_vcs(const InTransitPlace& place) const override {
    return only_vc(place.global_hops);
  }
  std::uint64_t minimal_local_vcs(const InTransitPlace& place) const override {
    return only_vc(place.global_hops);
  }
  std::uint64_t misrouted_local_vcs(const InTransitPlace& place) const override {
    return minimal_local_vcs(place);
  }
  const char* summary() const override {
    return "RLM: the VC of the global hops so far, for both local hops of a group";
  }
  LocalRestriction local_restriction() const override { return restriction_; }

 private:
  LocalRestriction restriction_;
};

LocalRestriction restriction_of(const std::string& name) {
  if (name == "sign_only") return LocalRestriction::kSignOnly;
  return name == "none" ? LocalRestriction::kNone : LocalRestriction::kParitySign;
}

std::vector<Parameter> rlm_parameters() {
  std::vector<Parameter> result = in_transit_parameters();
  result.push_back(named_choice(
      "restriction",
      "pairs of local hops in one group that are allowed; none is not free of deadlock",
      {"parity_sign", "sign_only", "none"}));
  return result;
}

const RoutingFunctionRegistry::Registration kRlm(
    "rlm", {"Restricted Local Misrouting: in-transit adaptive routing in dragonflies, 3/2 VCs",
            rlm_parameters(),
            "random",
            [](const RoutingContext& context) {
              const LocalRestriction restriction =
                  restriction_of(string_parameter(context.parameters, "restriction"));
              return std::make_unique<InTransitRouting>(context, "rlm", 3, 2,
                                                        std::make_shared<RlmRule>(restriction));
            },
            "ascending",
            {{"local", 3}, {"global", 2}}});

}  // namespace
}  // namespace routing
}  // namespace netloom
