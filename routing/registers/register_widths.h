#pragma once

#include <cstdint>

#include "routing/base/bits.h"
#include "routing/base/visible.h"
#include "routing/registers/register_table.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

// What declarations of registers are written with: short names, and the widths
// (RegisterInfo::bits) that registers of several systems have.

using Access = RegisterAccess;
using Class = RegisterClass;
using Form = RegisterForm;
using Scope = RegisterScope;

inline int host_bits(const SwitchShape& shape) {
  return bits_for(shape.hosts);
}

inline int switch_bits(const SwitchShape& shape) {
  return bits_for(shape.switches);
}

inline int port_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.ports));
}

inline int half_word_bits(const SwitchShape& /*shape*/) {
  return 16;
}

inline int one_bit(const SwitchShape& /*shape*/) {
  return 1;
}

}  // namespace routing
}  // namespace netloom
