#include "sim/base/read_all.h"

#include <unistd.h>

#include <cerrno>

namespace netloom {
inline namespace sim {

bool read_all(int file, void* to, std::size_t count) {
  char* next = static_cast<char*>(to);
  while (count > 0) {
    const ssize_t done = read(file, next, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    next += done;
    count -= static_cast<std::size_t>(done);
  }
  return true;
}

}  // namespace sim
}  // namespace netloom
