#pragma once

#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Replace: the RTL decides. Shadow: both decide, and the run ends at the first difference.
enum class RtlMode : std::uint8_t { kReplace, kShadow };

}  // namespace rtl
}  // namespace netloom
