#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "routing/register_file.h"
#include "routing/register_table.h"

namespace netloom {
namespace {

// The flip-flops that synthesis finds in a port are the bits that the register table declares for
// it: no more (state that nobody declared), no fewer (registers that are not there).
TEST(Synthesis, FlipFlopsOfAPortAreItsRegisterBits) {
  const std::string yosys = NETLOOM_YOSYS;
  if (yosys.empty()) GTEST_SKIP() << "yosys was not found at configuration";
  SwitchShape shape;
  shape.hosts = 1000;
  int bits = 0;
  for (const RegisterInfo& info : registers_of(RegisterSet::kInterval)) {
    if (info.register_class == RegisterClass::kRouting) bits += info.bits(shape);
  }
  EXPECT_EQ(bits, 20);
  const std::string rtl = NETLOOM_RTL_DIR;
  const std::string script = "read_verilog -sv " + rtl + "/generated/netloom_regs_pkg.sv " + rtl +
                             "/interval_match.sv " + rtl + "/ir_port.sv " + rtl +
                             "/ir_port_subtract.sv; chparam -set Width " +
                             std::to_string(bits_for(shape.hosts)) +
                             " TOP; hierarchy -check -top TOP; synth -flatten; "
                             "select -assert-count " +
                             std::to_string(bits) + " t:*DFF*";
  for (const std::string top : {"ir_port", "ir_port_subtract"}) {
    std::string command = script;
    for (std::size_t at = 0; (at = command.find("TOP", at)) != std::string::npos;) {
      command.replace(at, 3, top);
    }
    EXPECT_EQ(std::system((yosys + " -q -p '" + command + "'").c_str()), 0) << top;
  }
}

}  // namespace
}  // namespace netloom
