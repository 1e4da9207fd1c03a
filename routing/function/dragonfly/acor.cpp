#include <memory>
#include <vector>

#include "routing/function/dragonfly/acor_path.h"
#include "routing/function/dragonfly/valiant.h"

namespace netloom {
inline namespace routing {
namespace {

class AlwaysValiant : public PathChoice {
 public:
  bool minimal(const DragonflyWays& /*ways*/, const DragonflyGoal& /*destination*/,
               const DragonflyGoal& /*intermediate*/,
               const CongestionView& /*view*/) const override {
    return false;
  }
};

class AcorRouting final : public ValiantRouting {
 public:
  AcorRouting(const RoutingContext& context, const ValiantRules& rules)
      : ValiantRouting(context, "acor", rules), program_(acor_program(context.parameters)) {}

  std::string register_set() const override { return "acor"; }
  std::vector<RegisterWrite> register_program(SwitchId /*switch_id*/) const override {
    return program_;
  }

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId /*switch_id*/) const override {
    return std::make_unique<WithAcorLevel<AlwaysValiant>>();
  }

  std::vector<RegisterWrite> program_;
};

const RoutingFunctionRegistry::Registration kAcor(
    "acor", {"Adaptive Congestion-Oblivious Routing in dragonflies: always Valiant, on paths whose "
             "length follows blocked injections",
             acor_parameters(),
             "ff",
             [](const RoutingContext& context) {
               ValiantRules rules = acor_rules(context.parameters);
               rules.oblivious = true;
               return std::make_unique<AcorRouting>(context, rules);
             },
             "ascending",
             {},
             acor_vcs});

}  // namespace
}  // namespace routing
}  // namespace netloom
