// The implementations of RTL blocks that are for the tests of this program alone are found like
// those of Netloom, and before those of NETLOOM_RTL_PATH. Part of cosim_tests.

#include <cstdlib>
#include <string>

namespace {

int add_folder() {
  const char* const others = std::getenv("NETLOOM_RTL_PATH");
  const std::string path =
      std::string(NETLOOM_COSIM_BLOCKS ":") + (others == nullptr ? "" : others);
  return setenv("NETLOOM_RTL_PATH", path.c_str(), 1);
}

[[maybe_unused]] const int kAdded = add_folder();

}  // namespace
