#include "sim/base/file_bytes.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {

std::string file_bytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw Error(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  }
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace sim
}  // namespace netloom
