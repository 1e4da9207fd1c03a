// What libFuzzer and AFL++ call. The environment variable NETLOOM_FUZZ_TARGET names the target.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "testbench/fuzz/fuzz_target.h"

namespace {

const netloom::fuzz::Target* target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* const name = std::getenv("NETLOOM_FUZZ_TARGET");
  try {
    target = &netloom::fuzz::TargetRegistry::instance().find(name == nullptr ? "" : name);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "NETLOOM_FUZZ_TARGET: error: %s\n", error.what());
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  netloom::fuzz::run_input(*target, std::string(reinterpret_cast<const char*>(bytes), size));
  return 0;
}
