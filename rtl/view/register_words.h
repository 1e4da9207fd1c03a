#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Of netloom_regs_pkg, DavcAddrWidth: bits of the number of a word of davc_vc's, in a port.
inline constexpr int kDavcWordBits = 2;

/// A word of a register that a switch in RTL is programmed with before its first cycle.
struct RegisterWord {
  std::string name;  ///< of its register
  std::uint64_t address;
  int learnt = -1;  ///< not by software but by what links say: learn_addr_i; -1: by software
};

/// In the order in which they are written.
std::vector<RegisterWord> register_words(const RegisterFile& registers);

}  // namespace rtl
}  // namespace netloom
