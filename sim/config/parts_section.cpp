#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hw/structural/part_kinds.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using structural::PartKind;

KeyPath key_of(const PartKind& kind) {
  return KeyPath().key("switch").key("parts").key(kind.key);
}

}  // namespace

KeySchema parts_keys() {
  const SwitchParts defaults;
  std::vector<KeySchema> keys;
  for (const PartKind& kind : structural::part_kinds()) {
    keys.push_back(
        optional_key(kind.key, kind.meaning, "", text(kind.names()), defaults.*kind.name));
  }
  return section("parts",
                 "The parts of a switch in the structural view, by name (`netloom list parts`). "
                 "With another than the default ones all switches are in that view.",
                 map_of(std::move(keys)));
}

void read_parts(Reader& reader) {
  const nlohmann::json& from = reader.section("switch").at("parts");
  SwitchParts& to = reader.config().network.switches.parts;
  for (const PartKind& kind : structural::part_kinds()) {
    to.*kind.name = from.at(kind.key).get<std::string>();
  }
}

void check_parts(const Reader& reader) {
  const Config& config = reader.config();
  const SwitchConfig& switches = config.network.switches;
  for (const PartKind& kind : structural::part_kinds()) {
    const std::string& name = switches.parts.*kind.name;
    if (const auto refusal = kind.refuses(name, switches)) {
      reader.fail(key_of(kind), fmt::format("{}: {}", name, *refusal));
    }
  }
  const PartKind* const foreign = structural::foreign_part(switches.parts);
  if (foreign == nullptr) return;
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    if (config.network.view(id) == SwitchView::kStructural) continue;
    reader.fail(key_of(*foreign),
                fmt::format("{} is in the structural view only, and switch {} is in another by the "
                            "section views; allowed: {}, or views: {{default: structural}}",
                            switches.parts.*foreign->name, config.netlist.switches[id].name,
                            SwitchParts().*foreign->name));
  }
}

}  // namespace sim
}  // namespace netloom
