#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "routing/function/dragonfly/in_transit_vcs.h"
#include "routing/function/dragonfly/olm.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/olm_vc.sv a VcDecision.
template <class Model>
class OlmVcAdapter final : public VcDecision {
 public:
  OlmVcAdapter(std::shared_ptr<const Dragonfly> topology, std::uint64_t seed)
      : topology_(std::move(topology)), instance_(seed) {}

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    const bool from_host = topology_->is_host_port(head.input_port);
    drive(instance_->from_host_i, from_host);
    drive(instance_->from_local_i, topology_->is_local_port(head.input_port));
    // There may be more injection VCs than the input has values.
    drive(instance_->input_vc_i, from_host ? 0 : head.input_vc);
    instance_->eval();
    if (topology_->is_global_port(hop.output_port)) return instance_->global_vcs_o;
    return hop.misrouted ? instance_->misrouted_local_vcs_o : instance_->minimal_local_vcs_o;
  }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  VerilatedInstance<Model> instance_;
};

/// The block `olm_vc`: rtl/olm_vc.sv, or what has its ports. One instance serves all inputs of a
/// switch, one after the other.
template <class Size>
RtlBlockEntry olm_vc_block(const std::string& /*name*/, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits = "routing.function olm";
  entry.stands_for<VcDecision, InTransitVcs>(
      [](const InTransitVcs& vcs, int /*ports*/) {
        return dynamic_cast<const OlmRule*>(&vcs.rule()) != nullptr;
      },
      [](const InTransitVcs& vcs, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<OlmVcAdapter<typename Size::Model>>(vcs.topology(), seed);
      });
  entry.circuit = [top](const CircuitRequest& request) {
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"LocalVcs", request.local_vcs}, {"GlobalVcs", request.global_vcs}};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
