#include "routing/registers/register_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/joined.h"

namespace netloom {
inline namespace routing {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Places of the groups of a set, the last one first.
std::vector<int> places_of(const std::string& set, const RegisterSetEntry& entry) {
  std::vector<int> places;
  for (const std::string& name : entry.groups) {
    const auto& groups = RegisterGroupRegistry::instance().all();
    const auto group = groups.find(name);
    if (group == groups.end()) {
      throw BrokenInvariant("register set '" + set + "' has the group '" + name +
                            "', which nobody registers; there are: " +
                            joined(RegisterGroupRegistry::instance().names()));
    }
    places.push_back(group->second.place);
  }
  std::sort(places.rbegin(), places.rend());
  return places;
}

std::vector<std::string> sets_in_order() {
  std::vector<std::pair<std::vector<int>, std::string>> sets;
  for (const auto& [name, entry] : RegisterSetRegistry::instance().all()) {
    if (!entry.groups.empty()) sets.emplace_back(places_of(name, entry), name);
  }
  std::sort(sets.begin(), sets.end());
  std::vector<std::string> names;
  for (auto& [places, name] : sets) names.push_back(std::move(name));
  return names;
}

std::vector<RegisterInfo> registers_in_order() {
  std::map<int, std::vector<RegisterInfo>> by_place;
  for (const auto& [name, group] : RegisterGroupRegistry::instance().all()) {
    std::vector<std::string> having;
    for (const std::string& set : register_sets()) {
      if (contains(RegisterSetRegistry::instance().find(set).groups, name)) having.push_back(set);
    }
    if (group.every_switch != having.empty()) {
      throw BrokenInvariant("register group '" + name +
                            "' has to be in every switch or in those of a set, and it is in " +
                            (group.every_switch ? "both" : "neither"));
    }
    std::vector<RegisterInfo>& registers = by_place[group.place];
    registers = group.registers;
    for (RegisterInfo& info : registers) info.sets = having;
  }
  std::vector<RegisterInfo> all;
  for (auto& [place, registers] : by_place) {
    for (RegisterInfo& info : registers) all.push_back(std::move(info));
  }
  return all;
}

/// By set, and whether the switch has those of DAVC beside them.
using RegistersOfSets = std::map<std::pair<std::string, bool>, std::vector<RegisterInfo>>;

RegistersOfSets registers_by_set() {
  RegistersOfSets result;
  for (const auto& [set, entry] : RegisterSetRegistry::instance().all()) {
    std::vector<RegisterInfo>& own = result[{set, false}];
    std::vector<RegisterInfo>& with_davc = result[{set, true}];
    for (const RegisterInfo& info : register_table()) {
      const bool has = info.sets.empty() || contains(info.sets, set);
      if (has) own.push_back(info);
      if (has || contains(info.sets, kDavcRegisters)) with_davc.push_back(info);
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> RegisterGroupEntry::claims() const {
  std::vector<std::string> claims = {"place " + std::to_string(place) + " of the address map"};
  for (const RegisterInfo& info : registers) claims.push_back("register " + info.name);
  return claims;
}

const std::vector<RegisterInfo>& register_table() {
  static const std::vector<RegisterInfo> table = registers_in_order();
  return table;
}

const std::vector<std::string>& register_sets() {
  static const std::vector<std::string> names = sets_in_order();
  return names;
}

const std::vector<RegisterInfo>& registers_of(const std::string& set, bool davc) {
  static const RegistersOfSets all = registers_by_set();
  RegisterSetRegistry::instance().find(set);  // an Error that says which ones there are
  return all.at({set, davc});
}

std::uint32_t RegisterInfo::word_mask(const SwitchShape& shape, int word) const {
  const int left = bits(shape) - 32 * word;
  return left >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << left) - 1;
}

int RegisterInfo::count(const SwitchShape& shape) const {
  switch (scope) {
    case RegisterScope::kSwitch:
      return 1;
    case RegisterScope::kPort:
      return shape.ports;
    case RegisterScope::kPortVc:
      return shape.ports * shape.vcs;
    case RegisterScope::kExclusion:
      return shape.up_ports * shape.exclusion_intervals;
    case RegisterScope::kOffset:
      return shape.offsets;
    case RegisterScope::kBucket:
      return shape.bucket == 0 ? 0 : shape.offsets * (shape.window / shape.bucket);
    case RegisterScope::kRemote:
      return shape.remote_counters;
    case RegisterScope::kDestination:
      return static_cast<int>(shape.hosts);
  }
  return 0;
}

const char* register_class_name(RegisterClass register_class) {
  switch (register_class) {
    case RegisterClass::kRouting:
      return "routing";
    case RegisterClass::kCounters:
      return "counters";
    case RegisterClass::kBuffers:
      return "buffers";
    case RegisterClass::kCredits:
      return "credits";
    case RegisterClass::kArbitration:
      return "arbitration";
    case RegisterClass::kIdentity:
      return "identity";
  }
  return "";
}

std::string register_text(const RegisterInfo& info, const std::vector<std::uint32_t>& words) {
  if (info.form == RegisterForm::kNumber) return std::to_string(words.front());
  std::string text = "0x";
  bool leading = true;
  for (std::size_t i = words.size(); i-- > 0;) {
    if (leading && words[i] == 0 && i > 0) continue;
    char digits[9];
    std::snprintf(digits, sizeof(digits), leading ? "%x" : "%08x", static_cast<unsigned>(words[i]));
    text += digits;
    leading = false;
  }
  return text;
}

}  // namespace routing
}  // namespace netloom
