#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "rtl/block_registry.h"
#include "rtl/own_blocks.h"
#include "rtl/reference_circuits.h"
#include "rtl/rtl_folders.h"
#include "testbench/support/thorough.h"

namespace netloom {
namespace {

/// Whether synthesis finds so many flip-flops in a circuit.
bool has_flip_flops(const RtlCircuit& circuit, int flip_flops) {
  std::string script = "read_verilog -sv -defer";
  for (const auto& [name, text] : circuit.defines) {
    script += " -D";
    script += name;
    script += '=';
    script += text;
  }
  script +=
      ' ' + rtl_folder() + "/generated/netloom_regs_pkg.sv " + rtl_folder() + "/*.sv; chparam";
  for (const auto& [name, value] : circuit.parameters) {
    script += " -set ";
    script += name;
    script += ' ' + std::to_string(value);
  }
  script += ' ' + circuit.module + "; hierarchy -check -top " + circuit.module +
            "; prep -flatten; memory_map; opt; simplemap t:$*dff*; opt; select -assert-count " +
            std::to_string(flip_flops) + " t:*DFF*";
  return std::system((std::string(NETLOOM_YOSYS) + " -q -p '" + script + "'").c_str()) == 0;
}

class Synthesis : public testing::TestWithParam<std::string> {};

// The flip-flops that synthesis finds in a switch's block are the bits that the register table
// declares for it: no more (state that nobody declared), no fewer (registers that are not there).
// What a block has beside them it says: fir_router has AR, a bit for each port.
TEST_P(Synthesis, FlipFlopsAreRegisterBits) {
  if (std::string(NETLOOM_YOSYS).empty()) GTEST_SKIP() << "yosys was not found at configuration";
  std::set<std::string> sizes;
  for (const ReferenceCircuit& reference :
       reference_circuits(RtlBlockRegistry::instance().find(GetParam()))) {
    sizes.insert(reference.size);
    if (reference.size == "large" && !test::thorough()) continue;
    EXPECT_TRUE(has_flip_flops(reference.circuit, reference.flip_flops()))
        << reference.size << ": not " << reference.register_bits << " + "
        << reference.circuit.more_flip_flops << " flip-flops";
  }
  EXPECT_GE(sizes.size(), 3u) << "no register set has its registers";
}

// By their names alone: to look into all objects would take longer than most tests of this program.
INSTANTIATE_TEST_SUITE_P(Blocks, Synthesis, testing::ValuesIn(own_block_names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace netloom
