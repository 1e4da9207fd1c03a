#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "routing/register_file.h"
#include "routing/register_table.h"

namespace netloom {
namespace {

/// A module, its parameters, and the flip-flops that it has to have.
struct Block {
  std::string top;
  std::string parameters;  ///< for chparam: "-set Width 10"
  int flip_flops;
};

constexpr int kPorts = 40;  // RRR takes two words

/// The bits that the register table declares for one port of a switch with this routing hardware.
int port_bits(RegisterSet set) {
  SwitchShape shape;
  shape.hosts = 1000;
  shape.ports = kPorts;
  int bits = 0;
  for (const RegisterInfo& info : registers_of(set)) {
    if (info.scope == RegisterScope::kPort && info.access == RegisterAccess::kReadWrite) {
      bits += info.bits(shape);
    }
  }
  return bits;
}

/// Those of one up port with so many exclusion intervals.
int up_port_bits(int exclusion_intervals) {
  SwitchShape shape;
  shape.hosts = 1000;
  shape.up_ports = 1;
  shape.exclusion_intervals = exclusion_intervals;
  int bits = port_bits(RegisterSet::kFt2ei);
  for (const RegisterInfo& info : registers_of(RegisterSet::kFt2ei)) {
    if (info.scope == RegisterScope::kExclusion) bits += info.count(shape) * info.bits(shape);
  }
  return bits;
}

/// Bits of CYCLIC_PORT, the one register of a selector.
int selector_bits() {
  SwitchShape shape;
  shape.ports = kPorts;
  for (const RegisterInfo& info : registers_of(RegisterSet::kNone)) {
    if (info.name == "CYCLIC_PORT") return info.bits(shape);
  }
  return -1;
}

// The flip-flops that synthesis finds in a block are the bits that the register table declares for
// it: no more (state that nobody declared), no fewer (registers that are not there). Beside its
// ports fir_router has AR, a bit for each port.
TEST(Synthesis, FlipFlopsAreRegisterBits) {
  const std::string yosys = NETLOOM_YOSYS;
  if (yosys.empty()) GTEST_SKIP() << "yosys was not found at configuration";
  EXPECT_EQ(port_bits(RegisterSet::kInterval), 2 * 10);
  EXPECT_EQ(port_bits(RegisterSet::kFir), 3 * 10 + kPorts);
  EXPECT_EQ(port_bits(RegisterSet::kFirSource), 3 * 10 + kPorts + 1);
  EXPECT_EQ(up_port_bits(3), 2 * 10 + 3 * (2 * 10 + 1));
  const std::string width = "-set Width 10";
  const std::string ports = " -set Ports " + std::to_string(kPorts);
  const std::vector<Block> blocks = {
      {"ir_port", width, port_bits(RegisterSet::kInterval)},
      {"ir_port_subtract", width, port_bits(RegisterSet::kInterval)},
      {"fir_port", width + ports, port_bits(RegisterSet::kFir)},
      {"fir_port", width + ports + " -set Operand 1", port_bits(RegisterSet::kFirSource)},
      {"fir_router", width + " -set Ports 4", 4 * (3 * 10 + 4 + 1)},
      {"ft2ei_port", width + " -set Exclusions 0", port_bits(RegisterSet::kFt2ei)},
      {"ft2ei_port", width + " -set Exclusions 1", up_port_bits(1)},
      {"ft2ei_port", width + " -set Exclusions 3", up_port_bits(3)},
      {"ft2ei_router", width + " -set Ports 4 -set FirstUp 2 -set Exclusions 2",
       2 * port_bits(RegisterSet::kFt2ei) + 2 * up_port_bits(2)},
      {"destro_route", width + " -set Ports 8", 0},
      {"ruft_route", width + " -set Ports 8", 0},
      {"parity_sign", "-set Ports 7", 0},
      {"olm_vc", "-set LocalVcs 3", 0},
      {"up_selector", width + ports + " -set Channels " + std::to_string(2 * kPorts),
       selector_bits()}};
  const std::string rtl = NETLOOM_RTL_DIR;
  for (const Block& block : blocks) {
    const std::string script =
        "read_verilog -sv " + rtl + "/generated/netloom_regs_pkg.sv " + rtl + "/*.sv; chparam " +
        block.parameters + " " + block.top + "; hierarchy -check -top " + block.top +
        "; synth -flatten; select -assert-count " + std::to_string(block.flip_flops) + " t:*DFF*";
    EXPECT_EQ(std::system((yosys + " -q -p '" + script + "'").c_str()), 0)
        << block.top << ' ' << block.parameters;
  }
}

}  // namespace
}  // namespace netloom
