#include <fmt/format.h>

#include <memory>

#include "routing/base/bits.h"
#include "routing/function/tree/fir.h"
#include "rtl/adapter/register_matcher.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {
namespace {

/// With the register OPERAND, or without.
int variant_of(const FirPorts& fir) {
  return fir.has_operand() ? 1 : 0;
}

/// The block `fir`: rtl/fir_router.sv with fir_port, or what has its ports. Sizes are ports of a
/// switch, since restrictions reach from each port to each other; variant 1 has the register
/// OPERAND.
RtlBlockEntry fir_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = fmt::format(
      "routing.function destro or det_lin with implementation fir, and switches of up to {} ports",
      block->largest_size());
  entry.stands_for<PortMatcher, FirPorts>(
      [block](const FirPorts& fir, int ports) {
        return ports <= block->largest_size(variant_of(fir));
      },
      [block](const FirPorts& fir, int ports, std::uint64_t seed) {
        const netloom_module& module = block->of_size(ports, variant_of(fir));
        const char* const set = fir.has_operand() ? "fir_source" : "fir";
        return std::make_unique<RegisterMatcher>(
            block, module, RegisterMatcher::Shape{ports, module.size, set, true}, seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    const bool has_operand = request.set == "fir_source";
    RtlCircuit circuit{"fir_router",
                       {{"Ports", request.shape.ports},
                        {"Width", bits_for(request.shape.hosts)},
                        {"Operand", has_operand ? 1 : 0}}};
    circuit.defines = {{"NETLOOM_FIR_PORT", block->module()}};
    circuit.registers = {"LIB", "UIB", "MR", "RRR"};
    if (has_operand) circuit.registers.emplace_back("OPERAND");
    circuit.more_flip_flops = request.shape.ports;
    circuit.more_meaning = "AR";
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kFirBlock("fir", {fir_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
