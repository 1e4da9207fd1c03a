#pragma once

#include <cstddef>

namespace netloom {
inline namespace sim {

/// Writes all of some bytes to a file descriptor. False: it cannot, and errno says why.
bool write_all(int file, const void* bytes, std::size_t count);

}  // namespace sim
}  // namespace netloom
