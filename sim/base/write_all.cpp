#include "sim/base/write_all.h"

#include <unistd.h>

#include <cerrno>

namespace netloom {
inline namespace sim {

bool write_all(int file, const void* bytes, std::size_t count) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = write(file, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    next += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace sim
}  // namespace netloom
