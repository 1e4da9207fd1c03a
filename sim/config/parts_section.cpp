#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "hw/structural/part_kinds.h"
#include "routing/decision/routing_function.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;
using structural::PartKind;

KeyPath key_of(const PartKind& kind) {
  return KeyPath().key("switch").key("parts").key(kind.key);
}

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Error: the configuration asks for what the part does not do. A key that is not for it is left
/// out of the resolved configuration.
void check_limits(Reader& reader, const PartKind& kind) {
  const SwitchConfig& switches = reader.config().network.switches;
  const std::string& name = switches.parts.*kind.name;
  for (const structural::PartLimit& limit : kind.limits(name, switches)) {
    const KeyPath path = KeyPath::parse("switch." + limit.key);
    json* map = &reader.section("switch");
    for (std::size_t i = 1; i + 1 < path.steps().size(); ++i) map = &map->at(path.steps()[i].first);
    const std::string& key = path.steps().back().first;
    const auto fail = [&](const std::string& allowed) {
      reader.fail(path, fmt::format("the {} {} {}; allowed: {} with switch.parts.{}: {}", kind.key,
                                    name, limit.reason, allowed, kind.key, name));
    };
    if (!limit.allowed.empty()) {
      if (text_of(map->at(key)) != limit.allowed) fail(limit.allowed);
      continue;
    }
    if (reader.document().find(path) != nullptr) fail("no such key");
    map->erase(key);
  }
}

/// Error: a switch that would have the part is in another view.
void require_structural(const Reader& reader, const PartKind& foreign) {
  const Config& config = reader.config();
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    if (config.network.view(id) == SwitchView::kStructural) continue;
    reader.fail(key_of(foreign),
                fmt::format("{} is in the structural view only, and switch {} is in another by the "
                            "section views; allowed: {}, or views: {{default: structural}}",
                            config.network.switches.parts.*foreign.name,
                            config.netlist.switches[id].name, SwitchParts().*foreign.name));
  }
}

/// Error: no switch would have a part that decides.
void require_decisions(Reader& reader) {
  RoutingFunction& routing = reader.loaded().routing();
  const auto router = routing.make_router(0);
  if (router->decides() || router->injection_counter() != nullptr ||
      routing.status_broadcast().words > 0) {
    return;
  }
  reader.fail(
      key_path("switch", "parts").key("source_decision"),
      fmt::format("{} would be in no switch, because {} decides nothing by queues; allowed: {}, or "
                  "another routing.function",
                  reader.config().network.switches.parts.source_decision,
                  reader.config().routing_function, SwitchParts().source_decision));
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
  const json& from = reader.section("switch").at("parts");
  SwitchParts& to = reader.config().network.switches.parts;
  for (const PartKind& kind : structural::part_kinds()) {
    to.*kind.name = from.at(kind.key).get<std::string>();
  }
}

void check_parts(Reader& reader) {
  const SwitchParts& parts = reader.config().network.switches.parts;
  for (const PartKind& kind : structural::part_kinds()) check_limits(reader, kind);
  const PartKind* const foreign = structural::foreign_part(parts);
  if (foreign == nullptr) return;
  require_structural(reader, *foreign);
  if (parts.source_decision != SwitchParts().source_decision) require_decisions(reader);
}

}  // namespace sim
}  // namespace netloom
