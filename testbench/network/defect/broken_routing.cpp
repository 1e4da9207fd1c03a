// A routing function with a mistake of the kind that no check of a configuration finds: the program
// with it is told apart from one whose user has made a mistake.

#include <memory>
#include <vector>

#include "routing/decision/routing_function.h"

namespace netloom::test {
namespace {

class BrokenRouter final : public SwitchRouter {
 public:
  void route(const RouteQuery& query, CandidateSet& /*candidates*/) const override {
    const std::vector<int> ports;
    static_cast<void>(ports.at(query.destination));
  }
};

class BrokenRouting final : public RoutingFunction {
 public:
  std::unique_ptr<SwitchRouter> make_router(SwitchId /*switch_id*/) override {
    return std::make_unique<BrokenRouter>();
  }
  bool in_order() const override { return false; }
};

RoutingFunctionEntry broken() {
  RoutingFunctionEntry entry;
  entry.summary = "asks for what is not there";
  entry.default_selection = "ff";
  entry.make = [](const RoutingContext&) { return std::make_unique<BrokenRouting>(); };
  return entry;
}

const RoutingFunctionRegistry::Registration kRegistration("broken", broken());

}  // namespace
}  // namespace netloom::test
