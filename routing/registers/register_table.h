#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/registry.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The sizes on which register widths and counts depend.
struct SwitchShape {
  std::uint32_t hosts = 1;  ///< N, nodes of the network
  std::uint32_t switches = 1;
  int ports = 1;
  int vcs = 1;                  ///< virtual channels per port (largest)
  int input_buffer = 1;         ///< phits per VC
  int output_buffer = 0;        ///< phits per VC
  int first_up_port = 0;        ///< port with which the up ports begin
  int up_ports = 0;             ///< ports with exclusion intervals: k, and 0 in a root switch
  int exclusion_intervals = 0;  ///< n_ei, of each of these ports
  // Of switches that count traffic by the offset of its group (register sets tpr and lia).
  int offsets = 0;          ///< groups but the own
  int remote_counters = 0;  ///< 2h/t
  int global_links = 0;     ///< h
  int injection_ports = 0;
  int window = 0;     ///< cycles
  int bucket = 0;     ///< cycles of the window that are counted together
  bool davc = false;  ///< the switch assigns VCs by DAVC, and has the register set davc too

  friend bool operator==(const SwitchShape& a, const SwitchShape& b) {
    return a.hosts == b.hosts && a.switches == b.switches && a.ports == b.ports && a.vcs == b.vcs &&
           a.input_buffer == b.input_buffer && a.output_buffer == b.output_buffer &&
           a.first_up_port == b.first_up_port && a.up_ports == b.up_ports &&
           a.exclusion_intervals == b.exclusion_intervals && a.offsets == b.offsets &&
           a.remote_counters == b.remote_counters && a.global_links == b.global_links &&
           a.injection_ports == b.injection_ports && a.window == b.window && a.bucket == b.bucket &&
           a.davc == b.davc;
  }
  friend bool operator!=(const SwitchShape& a, const SwitchShape& b) { return !(a == b); }
};

/// Widest register, in bits.
inline constexpr int kMaxRegisterBits = 256;

enum class RegisterScope : std::uint8_t {
  kSwitch,
  kPort,
  kPortVc,
  kExclusion,    ///< one per exclusion interval of each up port
  kOffset,       ///< one per group but the own, by its offset - 1
  kBucket,       ///< one per bucket of the window of each of these
  kRemote,       ///< one per remote counter: R_1, R_2, …, R_-1, R_-2, …
  kDestination,  ///< one per node of the network
};
enum class RegisterAccess : std::uint8_t { kReadOnly, kReadWrite };
enum class RegisterClass : std::uint8_t {
  kRouting,
  kCounters,
  kBuffers,
  kCredits,
  kArbitration,
  kIdentity,  ///< wired constants: addressable, but no flip-flops, so not part of any cost
};

/// "routing", "counters", …
const char* register_class_name(RegisterClass register_class);

/// How a value is written for people.
enum class RegisterForm : std::uint8_t {
  kNumber,  ///< decimal
  kBits,    ///< hexadecimal: each bit has a meaning of its own
};

/// One declared register: the single source of the model's register file, the TLM address map,
/// the SystemVerilog package, the documentation and the cost report.
struct RegisterInfo {
  std::string name;                 ///< upper case: "LIB"
  int (*bits)(const SwitchShape&);  ///< width, 1 … kMaxRegisterBits
  RegisterScope scope;              ///< what each instance belongs to
  std::uint32_t reset;              ///< of each 32-bit word; bits above the width do not exist
  RegisterAccess access;
  RegisterClass register_class;
  RegisterForm form;
  std::string meaning;  ///< one line
  std::string width;    ///< `bits` as an expression over the fields of SwitchShape, for documents
  /// Filled in by register_table(): the sets that have it; empty = every switch has it.
  std::vector<std::string> sets = {};

  /// Consecutive 32-bit words that hold the register, lowest bits first.
  int words(const SwitchShape& shape) const { return (bits(shape) + 31) / 32; }
  /// The bits that exist of word `word`.
  std::uint32_t word_mask(const SwitchShape& shape, int word) const;
  /// Number of instances in a switch.
  int count(const SwitchShape& shape) const;
};

/// Registers that a switch has together, or does not have. A group registers itself in its own
/// file, as do the sets that are made of it.
struct RegisterGroupEntry {
  static constexpr const char* kKind = "register group";

  /// Where it is in the address map: groups follow each other by this number, and each has one of
  /// its own. The registers behind a group move in the switches that get it.
  int place;
  /// In the order of their addresses. Those of one port that take more than one word come after
  /// those of the same set that take one.
  std::vector<RegisterInfo> registers;
  bool every_switch = false;  ///< has it; otherwise those whose sets name it

  /// Its place, and the names of its registers.
  std::vector<std::string> claims() const;
};
using RegisterGroupRegistry = Registry<RegisterGroupEntry>;

/// The routing hardware that a switch has, and with it the routing registers beside those of every
/// switch. A routing function says which set it programs (RoutingFunction::register_set).
struct RegisterSetEntry {
  static constexpr const char* kKind = "register set";

  std::string meaning;              ///< one line: what hardware it is, and who has it
  std::vector<std::string> groups;  ///< names of register groups
  /// Whether its registers say which destinations lie behind which port, so that they stand in the
  /// place of forwarding tables.
  bool names_destinations = false;
};
using RegisterSetRegistry = Registry<RegisterSetEntry>;

/// The set without registers: of tables, or the digits of switch and node numbers.
inline constexpr const char* kNoRegisters = "none";
/// The set of switches that assign VCs by DAVC, beside any other.
inline constexpr const char* kDavcRegisters = "davc";

/// Every register that a Netloom switch can have, in the order of the address map.
/// BrokenInvariant, here and below: a set has a group that nobody registers, or a group is in no
/// switch.
const std::vector<RegisterInfo>& register_table();

/// Names of all sets that have registers, in the order of the address map: by their last group,
/// where that is the same by the one before it, and so on.
const std::vector<std::string>& register_sets();

/// Those a switch with this routing hardware has, and with DAVC beside it. Error: unknown set.
const std::vector<RegisterInfo>& registers_of(const std::string& set, bool davc = false);

/// A register's value as text, in its form. `words` has its words, lowest bits first.
std::string register_text(const RegisterInfo& info, const std::vector<std::uint32_t>& words);

}  // namespace routing
}  // namespace netloom
