#include "routing/register_table.h"

#include <sstream>

namespace netloom {
namespace {

int host_bits(const SwitchShape& shape) {
  return bits_for(shape.hosts);
}

int switch_bits(const SwitchShape& shape) {
  return bits_for(shape.switches);
}

int port_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.ports));
}

int vc_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.vcs));
}

// A counter of credits reaches from none to a whole empty buffer, hence one value more than the
// buffer has phits.
int credit_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.input_buffer) + 1);
}

bool is_listed(const std::string& used_by, const std::string& routing_function) {
  std::istringstream names(used_by);
  std::string name;
  while (names >> name) {
    if (name == "*" || name == routing_function) return true;
  }
  return false;
}

}  // namespace

int bits_for(std::uint64_t count) {
  int bits = 1;
  while (bits < 64 && (count - 1) >> bits != 0 && count != 0) ++bits;
  return bits;
}

const std::vector<RegisterInfo>& register_table() {
  using Access = RegisterAccess;
  using Class = RegisterClass;
  using Scope = RegisterScope;
  // LIB and UIB are reset to 0, so that a port which nobody programmed matches node 0 and no other.
  // No pair of bounds is an empty interval (LIB itself always lies in it); one node is the least
  // that a reset can leave open.
  static const std::vector<RegisterInfo> table = {
      {"SWITCH_ID", switch_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kIdentity, "*",
       "number of this switch in the netlist", "bits_for(switches)"},
      {"LIB", host_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, "interval",
       "lower interval bound: first destination that may leave by this port", "bits_for(hosts)"},
      {"UIB", host_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, "interval",
       "upper interval bound: last destination that may leave by this port; LIB > UIB is a cyclic "
       "interval through node 0",
       "bits_for(hosts)"},
      {"CREDITS", credit_bits, Scope::kPortVc, 0, Access::kReadOnly, Class::kCredits, "*",
       "phits free in the input buffer behind this output port and VC",
       "bits_for(input_buffer + 1)"},
      {"ROUND_ROBIN_IN", vc_bits, Scope::kPort, 0, Access::kReadOnly, Class::kArbitration, "*",
       "VC of this input port that its arbiter looks at first", "bits_for(vcs)"},
      {"ROUND_ROBIN_OUT", port_bits, Scope::kPort, 0, Access::kReadOnly, Class::kArbitration, "*",
       "input port that the arbiter of this output port looks at first", "bits_for(ports)"},
      {"CYCLIC_PORT", port_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kArbitration, "*",
       "output port at which the cyclic selection (cp) begins its next search", "bits_for(ports)"},
  };
  return table;
}

std::vector<RegisterInfo> registers_of(const std::string& routing_function) {
  std::vector<RegisterInfo> result;
  for (const RegisterInfo& info : register_table()) {
    if (is_listed(info.used_by, routing_function)) result.push_back(info);
  }
  return result;
}

}  // namespace netloom
