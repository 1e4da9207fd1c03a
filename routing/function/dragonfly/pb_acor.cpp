#include <memory>
#include <utility>
#include <vector>

#include "routing/function/dragonfly/acor_path.h"
#include "routing/function/dragonfly/pb.h"

namespace netloom {
inline namespace routing {
namespace {

class PiggybackAcorRouting final : public PiggybackRouting {
 public:
  explicit PiggybackAcorRouting(const RoutingContext& context)
      : PiggybackRouting(context, "pb_acor", acor_rules(context.parameters)),
        program_(acor_program(context.parameters)) {}

  std::string register_set() const override { return "pb_acor"; }
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    std::vector<RegisterWrite> program = PiggybackRouting::register_program(switch_id);
    program.insert(program.end(), program_.begin(), program_.end());
    return program;
  }

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId switch_id) const override {
    return std::make_unique<WithAcorLevel<Piggyback>>(delays_to(switch_id));
  }

  std::vector<RegisterWrite> program_;
};

std::vector<Parameter> pb_acor_parameters() {
  std::vector<Parameter> parameters = acor_parameters();
  for (Parameter& each : piggyback_parameters()) parameters.push_back(std::move(each));
  return parameters;
}

const RoutingFunctionRegistry::Registration kPbAcor(
    "pb_acor",
    {"Piggybacking in dragonflies, with Valiant paths whose length follows blocked injections",
     pb_acor_parameters(),
     "ff",
     [](const RoutingContext& context) { return std::make_unique<PiggybackAcorRouting>(context); },
     "ascending",
     {},
     acor_vcs});

}  // namespace
}  // namespace routing
}  // namespace netloom
