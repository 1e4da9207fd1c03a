// The selection functions whose preferred port is up port k + i of a k-ary n-tree, i being a digit
// of the switch's position o, of the destination p or of the source p.
//
// Source: [Fat-Trees 2010], section 4.3.1.

#include "routing/decision/selection.h"
#include "routing/topology/fat_tree.h"

namespace netloom {
inline namespace routing {
namespace {

using Operand = PortPreference::Operand;

PortPreference digit(const FatTree& tree, Operand operand, int index) {
  return {operand, tree.k(), tree.power(index), static_cast<std::uint32_t>(tree.k())};
}

const SelectionRegistry::Registration kSwitch(
    "ssp", {"stage and switch: from port k + o_s of switch <s, o> on", Picking::kPreferred,
            [](const FatTree& tree, int stage, std::uint32_t position) {
              PortPreference result;
              result.base = tree.k() + tree.digit(position, stage);
              return result;
            }});
const SelectionRegistry::Registration kDestination(
    "sdp", {"stage and destination: from port k + p_0 of the destination", Picking::kPreferred,
            [](const FatTree& tree, int /*stage*/, std::uint32_t /*position*/) {
              return digit(tree, Operand::kDestination, 0);
            }});
const SelectionRegistry::Registration kOrigin(
    "sop", {"stage and origin: from port k + p_0 of the source on", Picking::kPreferred,
            [](const FatTree& tree, int /*stage*/, std::uint32_t /*position*/) {
              return digit(tree, Operand::kSource, 0);
            }});
const SelectionRegistry::Registration kStageAndDestination(
    "sadp", {"stage and destination: from port k + p_s of the destination on, s being the stage",
             Picking::kPreferred, [](const FatTree& tree, int stage, std::uint32_t /*position*/) {
               return digit(tree, Operand::kDestination, stage);
             }});
const SelectionRegistry::Registration kAdaptiveLinear(
    "adap_lin",
    {"adaptive linear: from port k + p_s of the source on, s being the stage", Picking::kPreferred,
     [](const FatTree& tree, int stage, std::uint32_t /*position*/) {
       return digit(tree, Operand::kSource, stage);
     }});

}  // namespace
}  // namespace routing
}  // namespace netloom
