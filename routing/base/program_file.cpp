#include "routing/base/program_file.h"

namespace netloom {
inline namespace routing {
namespace {

std::string& file_in_use() {
  static std::string file = "/proc/self/exe";
  return file;
}

}  // namespace

const std::string& program_file() {
  return file_in_use();
}

void set_program_file(const std::string& path) {
  file_in_use() = path;
}

}  // namespace routing
}  // namespace netloom
