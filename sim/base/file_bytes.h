#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace netloom {
inline namespace sim {

/// What is in a file, whatever it is. Error: it cannot be read.
std::string file_bytes(const std::string& path);

/// The same, block by block: of files that are large, and not needed as a whole.
void read_blocks(const std::string& path, const std::function<void(std::string_view block)>& use);

}  // namespace sim
}  // namespace netloom
