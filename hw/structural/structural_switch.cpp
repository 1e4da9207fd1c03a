#include "hw/structural/structural_switch.h"

#include <fmt/format.h>

#include "hw/structural/base/part_registry.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

/// The part that the configuration names.
template <class Kind, class... Where>
std::unique_ptr<Kind> made(const SwitchPlan& plan, std::string SwitchParts::*name,
                           const std::string& module_name, SwitchParameters& parameters,
                           Where... where) {
  const PartEntry<Kind>& entry =
      PartRegistry<Kind>::instance().find(plan.config->switches.parts.*name);
  return entry.make(module_name.c_str(), parameters, where...);
}

}  // namespace

StructuralSwitch::StructuralSwitch(sc_core::sc_module_name name, const SwitchPlan& plan,
                                   Clock& clock)
    : PinSwitch(name, plan, clock),
      head("head", parameters_.channels()),
      request("request", parameters_.channels()),
      decision("decision", parameters_.channels()),
      grant("grant", parameters_.channels()),
      crossing("crossing", parameters_.channels()),
      taking("taking", parameters_.channels()),
      crossed("crossed", parameters_.channels()),
      state("state", parameters_.channels()),
      register_value("register_value"),
      register_bank_("register_bank", parameters_),
      crossbar_(made<Crossbar>(plan, &SwitchParts::crossbar, "crossbar", parameters_)),
      allocator_(made<Allocator>(plan, &SwitchParts::allocator, "allocator", parameters_)) {
  const SwitchRouter& router = *plan.router;
  if (router.decides() || plan.board != nullptr || plan.router->injection_counter() != nullptr) {
    source_decision_ =
        made<SourceDecision>(plan, &SwitchParts::source_decision, "source_decision", parameters_);
  }
  for (int port = 0; port < parameters_.ports(); ++port) make_ports(port);
  if (parameters_.config().routing_units == RoutingUnits::kSwitch) {
    make_routing_unit(0, parameters_.channels());
  } else {
    for (int port = 0; port < parameters_.ports(); ++port) {
      make_routing_unit(parameters_.channel(port, 0), parameters_.vcs());
    }
  }
  connect_parts();
}

StructuralSwitch::~StructuralSwitch() {
  while (!routing_units_.empty()) routing_units_.pop_back();
  while (!outputs_.empty()) {
    outputs_.pop_back();
    inputs_.pop_back();
  }
  source_decision_.reset();
}

void StructuralSwitch::make_ports(int port) {
  const auto at_port = static_cast<std::size_t>(port);
  inputs_.push_back(made<InputPort>(parameters_.plan, &SwitchParts::input_port,
                                    fmt::format("input_port_{}", port), parameters_, port));
  outputs_.push_back(made<OutputPort>(parameters_.plan, &SwitchParts::output_port,
                                      fmt::format("output_port_{}", port), parameters_, port));
  InputPort& in = *inputs_.back();
  OutputPort& out = *outputs_.back();
  in.flit_i(flit_in[at_port]);
  in.credit_o(credit_out[at_port]);
  out.flit_o(flit_out[at_port]);
  out.credit_i(credit_in[at_port]);
  for (int vc = 0; vc < parameters_.vcs(); ++vc) {
    const auto at_vc = static_cast<std::size_t>(vc);
    const auto channel = static_cast<std::size_t>(parameters_.channel(port, vc));
    in.head_o[at_vc](head[channel]);
    in.request_i[at_vc](request[channel]);
    in.grant_i[at_vc](grant[channel]);
    in.crossing_o[at_vc](crossing[channel]);
    out.taking_i[at_vc](taking[channel]);
    out.crossing_i[at_vc](crossed[channel]);
    out.state_o[at_vc](state[channel]);
  }
}

void StructuralSwitch::make_routing_unit(int first, int count) {
  const std::string name = fmt::format("routing_unit_{}", static_cast<int>(routing_units_.size()));
  routing_units_.push_back(made<RoutingUnit>(parameters_.plan, &SwitchParts::routing_unit, name,
                                             parameters_, first, count));
  for (int i = 0; i < count; ++i) {
    const auto at_unit = static_cast<std::size_t>(i);
    const auto channel = static_cast<std::size_t>(first + i);
    routing_units_.back()->head_i[at_unit](head[channel]);
    routing_units_.back()->grant_i[at_unit](grant[channel]);
    routing_units_.back()->decision_i[at_unit](decision[channel]);
    routing_units_.back()->request_o[at_unit](request[channel]);
  }
}

void StructuralSwitch::connect_parts() {
  if (const std::size_t words = register_bank_.value_o.size(); words > 0) {
    register_value.init(words);
    register_bank_.value_o(register_value);
  }
  if (source_decision_) {
    source_decision_->request_i(request);
    source_decision_->grant_i(grant);
    source_decision_->output_i(state);
    source_decision_->decision_o(decision);
    source_decision_->flit_i(flit_in);
  }
  crossbar_->crossing_i(crossing);
  crossbar_->crossing_o(crossed);
  allocator_->request_i(request);
  allocator_->crossing_i(crossing);
  allocator_->grant_o(grant);
  allocator_->state_i(state);
  allocator_->taking_o(taking);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
