#pragma once

#include <cstdint>

namespace netloom {
inline namespace rtl {

/// Replace: the RTL decides. Shadow: both decide, and the run ends at the first difference.
enum class RtlMode : std::uint8_t { kReplace, kShadow };

}  // namespace rtl
}  // namespace netloom
