#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "routing/register_table.h"
#include "rtl/block_registry.h"

namespace netloom {
namespace {

/// A network that needs switches of another size.
struct Size {
  std::uint32_t hosts;
  int ports;  ///< the upper half are up ports
  int exclusion_intervals;
  int vcs;
  DavcFunction davc;
  int dimensions;  ///< of a mesh or torus
};

// RRR takes two words in the last one.
const std::vector<Size> kSizes = {{16, 4, 1, 1, DavcFunction::kNode, 1},
                                  {1000, 8, 3, 2, DavcFunction::kPort, 2},
                                  {1u << 20, 40, 2, 3, DavcFunction::kNodePort, 3}};

SwitchShape shape_of(const Size& size, RegisterSet set) {
  SwitchShape shape;
  shape.hosts = size.hosts;
  shape.switches = size.hosts / 2;
  // Every port of DAVC looks at every other.
  shape.ports = set == RegisterSet::kDavc ? std::min(size.ports, 10) : size.ports;
  shape.vcs = size.vcs;
  shape.first_up_port = size.ports / 2;
  shape.up_ports = size.ports / 2;
  shape.exclusion_intervals = size.exclusion_intervals;
  // A canonical dragonfly with h = 2, 2 and 3. With h = 1, remote counters are extended ones.
  const int h = size.dimensions < 3 ? 2 : 3;
  shape.global_links = h;
  shape.injection_ports = h;
  shape.offsets = 2 * h * h;
  shape.remote_counters = 2 * h;
  shape.window = 6;
  shape.bucket = size.dimensions;
  return shape;
}

CircuitRequest request_of(const Size& size, RegisterSet set) {
  CircuitRequest request;
  request.set = set;
  request.shape = shape_of(size, set);
  request.complete_ports = size.ports;
  request.davc = size.davc;
  request.local_ports = 4 * size.dimensions - 1;
  request.local_vcs = size.vcs + 1;
  request.global_vcs = size.vcs;
  request.dimensions = size.dimensions;
  request.coordinate_bits = 2 + size.dimensions;
  return request;
}

/// The bits that the register table declares for these registers of a switch; -1: the set does not
/// have all of them.
int declared_bits(RegisterSet set, const SwitchShape& shape,
                  const std::vector<std::string>& registers) {
  int bits = 0;
  std::size_t found = 0;
  for (const RegisterInfo& info : registers_of(set)) {
    if (std::find(registers.begin(), registers.end(), info.name) == registers.end()) continue;
    bits += info.count(shape) * info.bits(shape);
    ++found;
  }
  return found == registers.size() ? bits : -1;
}

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
            "; synth -flatten -noabc; select -assert-count " + std::to_string(flip_flops) +
            " t:*DFF*";
  return std::system((std::string(NETLOOM_YOSYS) + " -q -p '" + script + "'").c_str()) == 0;
}

// The flip-flops that synthesis finds in a switch's block are the bits that the register table
// declares for it: no more (state that nobody declared), no fewer (registers that are not there).
// What a block has beside them it says: fir_router has AR, a bit for each port.
TEST(Synthesis, FlipFlopsAreRegisterBits) {
  if (std::string(NETLOOM_YOSYS).empty()) GTEST_SKIP() << "yosys was not found at configuration";
  const auto& registry = RtlBlockRegistry::instance();
  for (const std::string& name : registry.names()) {
    const RtlBlockEntry& entry = registry.find(name);
    if (!entry.sources.empty()) continue;  // not Netloom's own
    std::set<std::vector<std::pair<std::string, int>>> seen;
    for (const Size& size : kSizes) {
      std::vector<RegisterSet> sets = register_sets();
      sets.push_back(RegisterSet::kNone);
      for (const RegisterSet set : sets) {
        const SwitchShape shape = shape_of(size, set);
        const RtlCircuit circuit = entry.circuit(request_of(size, set));
        const int bits = declared_bits(set, shape, circuit.registers);
        // Several sets may have its registers.
        if (bits < 0 || !seen.insert(circuit.parameters).second) continue;
        EXPECT_TRUE(has_flip_flops(circuit, bits + circuit.more_flip_flops))
            << name << " with " << register_set_name(set) << " registers: " << size.ports
            << " ports, " << size.hosts << " hosts: not " << bits << " + "
            << circuit.more_flip_flops << " flip-flops";
      }
    }
    EXPECT_GE(seen.size(), kSizes.size()) << name << ": no register set has its registers";
  }
}

}  // namespace
}  // namespace netloom
