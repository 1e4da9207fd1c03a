#pragma once

#include <exception>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Whether what was thrown is a mistake in Netloom, or in what stands in for a part of it, and in
/// nothing that a user has written: BrokenInvariant, and what the standard library and the library
/// for JSON throw when they are used wrongly.
bool is_defect(const std::exception& error);

}  // namespace sim
}  // namespace netloom
