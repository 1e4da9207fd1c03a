#include <memory>

#include "routing/function/dragonfly/valiant.h"

namespace netloom {
inline namespace routing {
namespace {

ValiantRules rules_of(const ParameterMap& parameters) {
  ValiantRules rules = valiant_rules(parameters);
  rules.oblivious = true;
  return rules;
}

const RoutingFunctionRegistry::Registration kVal(
    "val",
    {"Valiant routing in dragonflies: through a random intermediate group or switch, 3/2 or 4/2 "
     "VCs",
     valiant_parameters(),
     "ff",
     [](const RoutingContext& context) {
       return std::make_unique<ValiantRouting>(context, "val", rules_of(context.parameters));
     },
     "ascending",
     {},
     [](const ParameterMap& parameters) { return valiant_vcs(rules_of(parameters)); },
     true});

}  // namespace
}  // namespace routing
}  // namespace netloom
