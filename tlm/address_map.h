#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// Addresses behind which a host's memory or devices are.
struct AddressRange {
  std::uint64_t base = 0;
  std::uint64_t size = 0;  ///< bytes, at least 1; it ends at 2^64 - 1 at the latest
  NodeId host = 0;
  bool relative = true;  ///< targets see addresses from 0 on; else those that initiators write

  /// The last address.
  std::uint64_t last() const { return base + (size - 1); }
  /// Of an address in the range, as the target sees it; and back.
  std::uint64_t to_target(std::uint64_t address) const {
    return relative ? address - base : address;
  }
  std::uint64_t from_target(std::uint64_t address) const {
    return relative ? address + base : address;
  }
};

/// "0x1000 to 0x1fff (host 3)"
std::string text_of(const AddressRange& range);

/// Which host is behind an address.
class AddressMap {
 public:
  /// Of a network of so many hosts. Error: a range that cannot be, or two that overlap.
  AddressMap(std::vector<AddressRange> ranges, NodeId hosts);

  /// The range of an address; null: there is none.
  const AddressRange* find(std::uint64_t address) const;
  /// Ascending.
  const std::vector<AddressRange>& ranges() const { return ranges_; }

 private:
  std::vector<AddressRange> ranges_;
};

}  // namespace tlm
}  // namespace netloom
