#include "sim/base/decompressed.h"

#include <zlib.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {

std::string decompressed(const std::string& path) {
  const auto fail = [&](const std::string& reason) {
    throw Error(path + ": cannot be read: " + reason);
  };
  const std::unique_ptr<gzFile_s, decltype(&gzclose)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) fail(std::strerror(errno));
  std::string bytes;
  char block[1 << 16];
  for (;;) {
    const int count = gzread(file.get(), block, sizeof block);
    if (count < 0) {
      int code = 0;
      const char* reason = gzerror(file.get(), &code);
      fail(code == Z_ERRNO ? std::strerror(errno) : reason);
    }
    if (count == 0) break;
    bytes.append(block, static_cast<std::size_t>(count));
  }
  // A file that ends too early gives what it has, and says so at its end only.
  int code = 0;
  const char* reason = gzerror(file.get(), &code);
  if (code != Z_OK && code != Z_STREAM_END) fail(reason);
  return bytes;
}

}  // namespace sim
}  // namespace netloom
