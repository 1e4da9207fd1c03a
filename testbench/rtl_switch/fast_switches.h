#pragma once

#include <cstdlib>
#include <string>

namespace netloom::test {

/// Switches in RTL are from now on compiled quickly, without optimisation, and kept in the folder
/// `cache`. For targets of netloom_switches_are_fast_to_build() (CMakeLists.txt).
inline void build_switches_fast(const std::string& cache) {
  setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  if (*NETLOOM_SWITCH_COMPILER != '\0') setenv("CXX", NETLOOM_SWITCH_COMPILER, 1);
  setenv("CXXFLAGS", NETLOOM_SWITCH_FLAGS, 1);
}

}  // namespace netloom::test
