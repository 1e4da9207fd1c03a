#include "sim/base/file_bytes.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {

std::string file_bytes(const std::string& path) {
  std::string bytes;
  read_blocks(path, [&bytes](std::string_view block) { bytes += block; });
  return bytes;
}

void read_blocks(const std::string& path, const std::function<void(std::string_view block)>& use) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw Error(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  }
  std::array<char, 65536> block;
  do {
    stream.read(block.data(), block.size());
    use({block.data(), static_cast<std::size_t>(stream.gcount())});
  } while (stream);
}

}  // namespace sim
}  // namespace netloom
