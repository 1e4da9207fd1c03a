#include "sim/config/readable_counters.h"

#include "routing/registers/register_table.h"

namespace netloom {
inline namespace sim {
namespace {

std::vector<std::string> readable(const std::vector<RegisterInfo>& registers) {
  std::vector<std::string> names;
  for (const RegisterInfo& info : registers) {
    const bool counter = info.register_class == RegisterClass::kCounters;
    if (counter && info.scope != RegisterScope::kBucket) names.push_back(info.name);
  }
  return names;
}

}  // namespace

std::vector<std::string> readable_counters() {
  return readable(register_table());
}

std::vector<std::string> readable_counters(const std::string& set) {
  return readable(registers_of(set));
}

}  // namespace sim
}  // namespace netloom
