#include "rtl/reference_circuits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "routing/davc/rule.h"
#include "routing/registers/register_table.h"

namespace netloom {
inline namespace rtl {
namespace {

/// A network that needs switches of another size.
struct Size {
  const char* name;
  const char* meaning;
  std::uint32_t hosts;
  int ports;  ///< the upper half are up ports
  int exclusion_intervals;
  int vcs;
  DavcFunction davc;
  int dimensions;  ///< of a mesh or torus
  int h;           ///< of a canonical dragonfly; with 1, remote counters would be extended ones
};

// The restrictions of FIR take two words in the last one.
const std::vector<Size> kSizes = {
    {"small",
     "16 nodes, 4 ports, 1 VC; 1 exclusion interval; DAVC with F_N; groups of 4 switches, h = 2; a "
     "mesh of 1 dimension",
     16, 4, 1, 1, DavcFunction::kNode, 1, 2},
    {"medium",
     "1000 nodes, 8 ports, 2 VCs; 3 exclusion intervals; DAVC with F_P; groups of 8 switches, "
     "h = 2; 2 dimensions",
     1000, 8, 3, 2, DavcFunction::kPort, 2, 2},
    {"large",
     "1048576 nodes, 40 ports (DAVC: 10), 3 VCs; 2 exclusion intervals; DAVC with F_NP; groups of "
     "12 switches, h = 3; 3 dimensions",
     1u << 20, 40, 2, 3, DavcFunction::kNodePort, 3, 3}};

constexpr int kMostDavcPorts = 10;

SwitchShape shape_of(const Size& size, const std::string& set) {
  SwitchShape shape;
  shape.hosts = size.hosts;
  shape.switches = size.hosts / 2;
  shape.ports = set == kDavcRegisters ? std::min(size.ports, kMostDavcPorts) : size.ports;
  shape.vcs = size.vcs;
  shape.first_up_port = size.ports / 2;
  shape.up_ports = size.ports / 2;
  shape.exclusion_intervals = size.exclusion_intervals;
  shape.global_links = size.h;
  shape.injection_ports = size.h;
  shape.offsets = 2 * size.h * size.h;
  shape.remote_counters = 2 * size.h;
  shape.window = 6;
  shape.bucket = size.dimensions;
  return shape;
}

CircuitRequest request_of(const Size& size, const std::string& set) {
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

/// The bits that the register table declares for the registers of a circuit; -1: the set does not
/// have all of them.
int declared_bits(const std::string& set, const SwitchShape& shape, const RtlCircuit& circuit) {
  const std::vector<std::string>& registers = circuit.registers;
  int bits = 0;
  std::size_t found = 0;
  for (const RegisterInfo& info : registers_of(set)) {
    if (std::find(registers.begin(), registers.end(), info.name) == registers.end()) continue;
    bits += (circuit.one_of_each ? 1 : info.count(shape)) * info.bits(shape);
    ++found;
  }
  return found == registers.size() ? bits : -1;
}

}  // namespace

std::vector<ReferenceCircuit> reference_circuits(const RtlBlockEntry& entry) {
  std::vector<std::string> sets = register_sets();
  sets.push_back(kNoRegisters);
  std::vector<ReferenceCircuit> result;
  std::set<std::vector<std::pair<std::string, int>>> seen;
  for (const Size& size : kSizes) {
    for (const std::string& set : sets) {
      ReferenceCircuit reference;
      reference.size = size.name;
      reference.circuit = entry.circuit(request_of(size, set));
      reference.register_bits = declared_bits(set, shape_of(size, set), reference.circuit);
      if (reference.register_bits < 0 || !seen.insert(reference.circuit.parameters).second) {
        continue;
      }
      result.push_back(std::move(reference));
    }
  }
  return result;
}

std::vector<std::string> reference_sizes() {
  std::vector<std::string> result;
  for (const Size& size : kSizes) result.push_back(std::string(size.name) + ": " + size.meaning);
  return result;
}

}  // namespace rtl
}  // namespace netloom
