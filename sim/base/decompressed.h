#pragma once

#include <string>

namespace netloom {
inline namespace sim {

/// What is in a file that was compressed by gzip; a file that was not is as it is. Error: it cannot
/// be read, or is damaged.
std::string decompressed(const std::string& path);

}  // namespace sim
}  // namespace netloom
