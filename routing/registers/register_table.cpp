#include "routing/registers/register_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <utility>

#include "routing/registers/register_groups.h"

namespace netloom {
inline namespace routing {

const std::vector<RegisterInfo>& register_table() {
  static const std::vector<RegisterInfo> table = [] {
    std::vector<RegisterInfo> all;
    for (const auto& group :
         {switch_identity, interval_registers, ft2ei_registers, misrouting_registers,
          ugal_registers, acor_registers, traffic_registers, davc_registers, switch_state}) {
      for (RegisterInfo& info : group()) all.push_back(std::move(info));
    }
    return all;
  }();
  return table;
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
  }
  return 0;
}

const std::vector<RegisterInfo>& registers_of(RegisterSet set, bool davc) {
  static const auto all = [] {
    std::map<std::pair<RegisterSet, bool>, std::vector<RegisterInfo>> result;
    for (const RegisterInfo& info : register_table()) {
      const auto in = [&info](RegisterSet each) {
        return info.sets.empty() ||
               std::find(info.sets.begin(), info.sets.end(), each) != info.sets.end();
      };
      const auto add = [&](RegisterSet each) {
        if (in(each)) result[{each, false}].push_back(info);
        if (in(each) || in(RegisterSet::kDavc)) result[{each, true}].push_back(info);
      };
      add(RegisterSet::kNone);
      for (const RegisterSet each : register_sets()) add(each);
    }
    return result;
  }();
  return all.at({set, davc});
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
