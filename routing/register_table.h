#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace netloom {

/// The sizes on which register widths and counts depend.
struct SwitchShape {
  std::uint32_t hosts = 1;  ///< N, nodes of the network
  std::uint32_t switches = 1;
  int ports = 1;
  int vcs = 1;            ///< virtual channels per port (largest)
  int input_buffer = 1;   ///< phits per VC
  int output_buffer = 0;  ///< phits per VC
};

/// Bits that hold the values 0 … count-1 (at least 1).
int bits_for(std::uint64_t count);

enum class RegisterScope : std::uint8_t { kSwitch, kPort, kPortVc };
enum class RegisterAccess : std::uint8_t { kReadOnly, kReadWrite };
enum class RegisterClass : std::uint8_t {
  kRouting,
  kCounters,
  kBuffers,
  kCredits,
  kArbitration,
  kIdentity,  ///< wired constants: addressable, but no flip-flops, so not part of any cost
};

/// One declared register: the single source of the model's register file, the TLM address map,
/// the SystemVerilog package, the documentation and the cost report.
struct RegisterInfo {
  std::string name;                 ///< upper case: "LIB"
  int (*bits)(const SwitchShape&);  ///< width, 1 … 32
  RegisterScope scope;              ///< one per switch, per port, or per port and VC
  std::uint32_t reset;
  RegisterAccess access;
  RegisterClass register_class;
  std::string used_by;  ///< routing functions that have it; "*" = every switch
  std::string meaning;  ///< one line
  std::string width;    ///< `bits` as an expression over the fields of SwitchShape, for documents
};

/// Every register that a Netloom switch can have.
const std::vector<RegisterInfo>& register_table();

/// Those a switch with this routing function has.
std::vector<RegisterInfo> registers_of(const std::string& routing_function);

}  // namespace netloom
