#include "tlm/address_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace tlm {

std::string text_of(const AddressRange& range) {
  return fmt::format("{:#x} to {:#x} (host {})", range.base, range.last(), range.host);
}

AddressMap::AddressMap(std::vector<AddressRange> ranges, NodeId hosts)
    : ranges_(std::move(ranges)) {
  for (const AddressRange& range : ranges_) {
    if (range.size == 0 ||
        range.size - 1 > std::numeric_limits<std::uint64_t>::max() - range.base) {
      throw Error(fmt::format(
          "address map: {} bytes from {:#x} on; allowed: at least 1, up to address {:#x}",
          range.size, range.base, std::numeric_limits<std::uint64_t>::max()));
    }
    if (range.host >= hosts) {
      throw Error(fmt::format("address map: {}; allowed: hosts below {}", text_of(range), hosts));
    }
  }
  std::sort(ranges_.begin(), ranges_.end(),
            [](const AddressRange& a, const AddressRange& b) { return a.base < b.base; });
  for (std::size_t i = 1; i < ranges_.size(); ++i) {
    if (ranges_[i].base > ranges_[i - 1].last()) continue;
    throw Error(fmt::format("address map: {} and {} overlap", text_of(ranges_[i - 1]),
                            text_of(ranges_[i])));
  }
}

const AddressRange* AddressMap::find(std::uint64_t address) const {
  const auto behind = std::upper_bound(
      ranges_.begin(), ranges_.end(), address,
      [](std::uint64_t value, const AddressRange& range) { return value < range.base; });
  if (behind == ranges_.begin()) return nullptr;
  const AddressRange& range = *(behind - 1);
  return address <= range.last() ? &range : nullptr;
}

}  // namespace tlm
}  // namespace netloom
