// The parts of structural switches for targets that are built without SystemC: the default ones, by
// name only.

#include "hw/structural/part_kinds.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

template <std::string SwitchParts::*name>
PartKind kind(const char* key) {
  return {key,
          "",
          name,
          [] { return std::vector<std::string>{SwitchParts().*name}; },
          [](const std::string& which) -> const std::string& { return which; },
          [](const std::string& /*which*/, const SwitchConfig& /*config*/) {
            return std::vector<PartLimit>();
          }};
}

}  // namespace

const std::array<PartKind, 6>& part_kinds() {
  static const std::array<PartKind, 6> kinds = {
      kind<&SwitchParts::input_port>("input_port"),
      kind<&SwitchParts::routing_unit>("routing_unit"),
      kind<&SwitchParts::source_decision>("source_decision"),
      kind<&SwitchParts::allocator>("allocator"),
      kind<&SwitchParts::crossbar>("crossbar"),
      kind<&SwitchParts::output_port>("output_port")};
  return kinds;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
