#pragma once

#include <string>

namespace netloom {
inline namespace sim {

/// What is in a file, whatever it is. Error: it cannot be read.
std::string file_bytes(const std::string& path);

}  // namespace sim
}  // namespace netloom
