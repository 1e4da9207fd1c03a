#include "hw/structural/part_kinds.h"

#include "hw/structural/base/part_registry.h"
#include "hw/structural/kind/allocator.h"
#include "hw/structural/kind/crossbar.h"
#include "hw/structural/kind/input_port.h"
#include "hw/structural/kind/output_port.h"
#include "hw/structural/kind/routing_unit.h"
#include "hw/structural/kind/source_decision.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

template <class Kind>
PartKind kind(const char* key, const char* meaning, std::string SwitchParts::*name) {
  return {key,
          meaning,
          name,
          [] { return PartRegistry<Kind>::instance().names(); },
          [](const std::string& which) -> const std::string& {
            return PartRegistry<Kind>::instance().find(which).summary;
          },
          [](const std::string& which, const SwitchConfig& config) {
            const PartEntry<Kind>& entry = PartRegistry<Kind>::instance().find(which);
            return entry.limits == nullptr ? std::vector<PartLimit>() : entry.limits(config);
          }};
}

}  // namespace

const std::array<PartKind, 6>& part_kinds() {
  static const std::array<PartKind, 6> kinds = {
      kind<InputPort>("input_port", "What stores the flits of a link.", &SwitchParts::input_port),
      kind<RoutingUnit>("routing_unit", "What finds out which outputs a head may take.",
                        &SwitchParts::routing_unit),
      kind<SourceDecision>("source_decision", "What decides on heads by the switch's queues.",
                           &SwitchParts::source_decision),
      kind<Allocator>("allocator", "What matches inputs to outputs.", &SwitchParts::allocator),
      kind<Crossbar>("crossbar", "What takes flits from inputs to outputs.",
                     &SwitchParts::crossbar),
      kind<OutputPort>("output_port", "What knows the room behind a link, and starts flits on it.",
                       &SwitchParts::output_port)};
  return kinds;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
