#include <memory>
#include <vector>

#include "routing/function/dragonfly/ugal.h"

namespace netloom {
inline namespace routing {
namespace {

ValiantRules progressive_rules(const ParameterMap& parameters) {
  ValiantRules rules = valiant_rules(parameters);
  rules.progressive = true;
  return rules;
}

/// Through a group always: there is no VC for one more hop to a switch of it.
std::vector<Parameter> progressive_parameters() {
  std::vector<Parameter> parameters = ugal_test_parameters();
  parameters.insert(parameters.begin(), within_group_parameter());
  return parameters;
}

const RoutingFunctionRegistry::Registration kPar(
    "par",
    {"Progressive Adaptive Routing in dragonflies: as UGAL-L, and again after a first local "
     "hop, 4/2 VCs",
     progressive_parameters(),
     "ff",
     [](const RoutingContext& context) {
       return std::make_unique<LocalUgalRouting>(context, "par",
                                                 progressive_rules(context.parameters));
     },
     "ascending",
     {},
     [](const ParameterMap& parameters) { return valiant_vcs(progressive_rules(parameters)); }});

}  // namespace
}  // namespace routing
}  // namespace netloom
