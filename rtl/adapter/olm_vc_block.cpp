#include <memory>
#include <utility>

#include "routing/function/dragonfly/in_transit_vcs.h"
#include "routing/function/dragonfly/olm.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/olm_vc.sv a VcDecision.
class OlmVcAdapter final : public VcDecision {
 public:
  OlmVcAdapter(const SharedBlock& block, std::shared_ptr<const Dragonfly> topology,
               std::uint64_t seed)
      : topology_(std::move(topology)), instance_(block, block->of_size(1), seed) {}

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    const bool from_host = topology_->is_host_port(head.input_port);
    from_host_.drive(from_host);
    from_local_.drive(topology_->is_local_port(head.input_port));
    // There may be more injection VCs than the input has values.
    input_vc_.drive(from_host ? 0 : head.input_vc);
    instance_.eval();
    if (topology_->is_global_port(hop.output_port)) return global_vcs_.value();
    return hop.misrouted ? misrouted_local_vcs_.value() : minimal_local_vcs_.value();
  }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  Instance instance_;
  Pin from_host_ = instance_.input("from_host_i", 1);
  Pin from_local_ = instance_.input("from_local_i", 1);
  Pin input_vc_ = instance_.input("input_vc_i", 0);
  Pin global_vcs_ = instance_.output("global_vcs_o", 0);
  Pin minimal_local_vcs_ = instance_.output("minimal_local_vcs_o", 0);
  Pin misrouted_local_vcs_ = instance_.output("misrouted_local_vcs_o", 0);
};

/// The block `olm_vc`: rtl/olm_vc.sv, or what has its ports. One instance serves all inputs of a
/// switch, one after the other.
RtlBlockEntry olm_vc_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = "routing.function olm";
  entry.stands_for<VcDecision, InTransitVcs>(
      [](const InTransitVcs& vcs, int /*ports*/) {
        return dynamic_cast<const OlmRule*>(&vcs.rule()) != nullptr;
      },
      [block](const InTransitVcs& vcs, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<OlmVcAdapter>(block, vcs.topology(), seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    return RtlCircuit{block->module(),
                      {{"LocalVcs", request.local_vcs}, {"GlobalVcs", request.global_vcs}}};
  };
  return entry;
}

const RtlDecisionRegistry::Registration kOlmVcBlock("olm_vc", {olm_vc_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
