// What libFuzzer and AFL++ call, with the one target that the program has.

#include <cstddef>
#include <cstdint>

#include "testbench/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using netloom::fuzz::TargetRegistry;
  static const auto& target =
      TargetRegistry::instance().find(TargetRegistry::instance().names().front());
  netloom::fuzz::run_input(target, std::string(reinterpret_cast<const char*>(bytes), size));
  return 0;
}
