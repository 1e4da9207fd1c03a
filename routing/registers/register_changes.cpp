#include "routing/registers/register_changes.h"

#include <map>
#include <string>
#include <tuple>

namespace netloom {
inline namespace routing {
namespace {

/// The values that a program leaves, by register, index and word.
using Values = std::map<std::tuple<std::string, int, int>, std::uint32_t>;

Values::key_type place_of(const RegisterWrite& write) {
  return {write.name, write.index, write.word};
}

Values values_of(const std::vector<RegisterWrite>& program) {
  Values values;
  for (const RegisterWrite& write : program) values[place_of(write)] = write.value;
  return values;
}

}  // namespace

std::vector<RegisterWrite> register_changes(const std::vector<RegisterWrite>& before,
                                            const std::vector<RegisterWrite>& after,
                                            const RegisterFile& reset) {
  Values now = values_of(before);
  const Values then = values_of(after);
  std::vector<RegisterWrite> changes;
  const auto set = [&](RegisterWrite write, std::uint32_t value) {
    const auto [entry, is_new] = now.try_emplace(place_of(write), value);
    if (!is_new && entry->second == value) return;
    if (is_new && reset.value(write.name, write.index, write.word) == value) return;
    entry->second = value;
    write.value = value;
    changes.push_back(std::move(write));
  };
  for (const RegisterWrite& write : after) set(write, then.at(place_of(write)));
  for (auto write = before.rbegin(); write != before.rend(); ++write) {
    if (then.count(place_of(*write)) > 0) continue;
    set(*write, reset.value(write->name, write->index, write->word));
  }
  return changes;
}

}  // namespace routing
}  // namespace netloom
