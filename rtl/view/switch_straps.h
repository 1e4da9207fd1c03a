#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/selection.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/view/bit_vector.h"
#include "rtl/view/switch_route.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// What tells one switch of a kind from another, beside its registers.
struct SwitchStraps {
  BitVector place;  ///< see SwitchRoute
  int place_bits = 1;
  std::vector<TableWord> table;  ///< see SwitchRoute
  BitVector offered;             ///< output channels that the VC policy offers
  PortPreference preference;     ///< of the selection
};

/// The pins preferred_*_i.
struct PreferencePins {
  std::uint32_t base;  ///< port
  bool source;         ///< of a digit of the packet's source, else of its destination
  int shift;           ///< bits below the digit
  std::uint32_t mask;  ///< bits of the digit; 0: there is none
};

inline PreferencePins preference_pins(const PortPreference& preference) {
  return {static_cast<std::uint32_t>(preference.base),
          preference.operand == PortPreference::Operand::kSource, log2_exactly(preference.weight),
          preference.radix - 1};
}

}  // namespace rtl
}  // namespace netloom
