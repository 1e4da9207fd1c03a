#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/ft2ei/exclusion_set.h"
#include "routing/netlist/netlist.h"
#include "routing/registers/register_table.h"

// How hardware addresses the registers of one port: by word, in the order of the register table.

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// What the set adds to a switch, to each of its ports, or for each exclusion interval of a port.
inline std::vector<RegisterInfo> set_registers(const std::string& set, RegisterScope scope) {
  std::vector<RegisterInfo> result;
  for (const RegisterInfo& info : registers_of(set)) {
    if (info.scope == scope && !info.sets.empty()) result.push_back(info);
  }
  return result;
}

/// Most words that the register takes in any switch.
inline int most_words(const RegisterInfo& info) {
  SwitchShape largest;
  largest.hosts = static_cast<std::uint32_t>(kMaxHosts);
  largest.switches = static_cast<std::uint32_t>(kMaxSwitches);
  largest.ports = kMaxPorts;
  return info.words(largest);
}

/// Bits of the address of a word among those of one port: PREFIXAddrWidth of netloom_regs_pkg.
inline int port_address_bits(const std::string& set) {
  // Those of exclusion intervals have one word each.
  std::size_t words = kMaxExclusionIntervals * set_registers(set, RegisterScope::kExclusion).size();
  for (const RegisterInfo& info : set_registers(set, RegisterScope::kPort)) {
    words += static_cast<std::size_t>(most_words(info));
  }
  return bits_for(words);
}

}  // namespace rtl
}  // namespace netloom
