#include "sim/base/messages.h"

#include <unistd.h>

#include <cstdio>

namespace netloom {
inline namespace sim {

bool stderr_is_terminal() {
  return isatty(STDERR_FILENO) != 0;
}

void print_error(const std::string& message) {
  print_note("error: " + message);
}

void print_warning(const std::string& message) {
  print_note("warning: " + message);
}

void print_note(const std::string& message) {
  std::fputs(("netloom: " + message + "\n").c_str(), stderr);
}

}  // namespace sim
}  // namespace netloom
