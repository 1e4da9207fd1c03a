#pragma once

#include <cstddef>

namespace netloom {
inline namespace sim {

/// Reads so many bytes from a file descriptor. False: it ends before, or cannot be read.
bool read_all(int file, void* to, std::size_t count);

}  // namespace sim
}  // namespace netloom
