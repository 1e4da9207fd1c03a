// Writes what Verilator has counted to the file that the environment names, at the end of all
// tests. Part of cosim_tests where the RTL is built to count coverage.

#include <gtest/gtest.h>
#include <verilated_cov.h>

#include <cstdlib>

#include "rtl/loadable/verilated_block.h"

namespace netloom {
namespace {

class CoverageFile : public testing::Environment {
 public:
  void TearDown() override {
    const char* const file = std::getenv("NETLOOM_RTL_COVERAGE_FILE");
    if (file != nullptr) netloom_verilated::context().coveragep()->write(file);
  }
};

const testing::Environment* const kFile = testing::AddGlobalTestEnvironment(new CoverageFile);

}  // namespace
}  // namespace netloom
