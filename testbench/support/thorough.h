#pragma once

#include <cstdlib>

namespace netloom::test {

/// Whether tests that draw at random, or try out what happens at each of many calls, are to do all
/// of it: the slow tests `thorough.*` set the variable, CI has a share.
inline bool thorough() {
  static const bool result = std::getenv("NETLOOM_THOROUGH") != nullptr;
  return result;
}

}  // namespace netloom::test
