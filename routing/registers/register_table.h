#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace netloom {
inline namespace routing {

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
  // Of switches that count traffic by the offset of its group (RegisterSet::kTpr, kLia).
  int offsets = 0;          ///< groups but the own
  int remote_counters = 0;  ///< 2h/t
  int global_links = 0;     ///< h
  int injection_ports = 0;
  int window = 0;     ///< cycles
  int bucket = 0;     ///< cycles of the window that are counted together
  bool davc = false;  ///< the switch assigns VCs by DAVC, and has RegisterSet::kDavc too

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

/// The routing hardware that a switch has, and with it the routing registers beside those of every
/// switch. A routing function says which one it programs (RoutingFunction::register_set).
enum class RegisterSet : std::uint8_t {
  kNone,        ///< no routing registers: tables, or the digits of switch and node numbers
  kInterval,    ///< an interval per port
  kFir,         ///< Flexible Interval Routing: an interval, a mask and restrictions per port
  kFirSource,   ///< the same, and each port compares either the destination or the source
  kFt2ei,       ///< intervals, and exclusion intervals at the up ports
  kMisrouting,  ///< the misrouting trigger of in-transit adaptive routing
  kUgal,        ///< the comparison of queues of source-adaptive routing
  kPiggyback,   ///< the same, and when a global link counts as saturated
  kAcor,        ///< blocked packets, and the length of path A that follows from them
  kPbAcor,      ///< kPiggyback and kAcor
  kTpr,         ///< the comparison of queues with thresholds by injected traffic, and its counters
  kLia,         ///< the same with extended counters and remote counters
  kDavc,        ///< identifiers of the switch and of its neighbours; beside any other set
};

/// Every set but kNone.
const std::vector<RegisterSet>& register_sets();
/// "interval", "fir", "fir_source", "ft2ei", "misrouting", "ugal", "piggyback", "acor", "pb_acor",
/// "tpr", "lia", "davc"; "none".
const char* register_set_name(RegisterSet set);
/// One line: what hardware it is, and which routing functions have it.
const char* register_set_meaning(RegisterSet set);

/// Whether its registers say which destinations lie behind which port, so that they stand in the
/// place of forwarding tables.
bool names_destinations(RegisterSet set);

/// Widest register, in bits.
inline constexpr int kMaxRegisterBits = 256;

enum class RegisterScope : std::uint8_t {
  kSwitch,
  kPort,
  kPortVc,
  kExclusion,  ///< one per exclusion interval of each up port
  kOffset,     ///< one per group but the own, by its offset - 1
  kBucket,     ///< one per bucket of the window of each of these
  kRemote,     ///< one per remote counter: R_1, R_2, …, R_-1, R_-2, …
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
  std::vector<RegisterSet> sets;  ///< those that have it; empty = every switch has it
  RegisterForm form;
  std::string meaning;  ///< one line
  std::string width;    ///< `bits` as an expression over the fields of SwitchShape, for documents

  /// Consecutive 32-bit words that hold the register, lowest bits first.
  int words(const SwitchShape& shape) const { return (bits(shape) + 31) / 32; }
  /// The bits that exist of word `word`.
  std::uint32_t word_mask(const SwitchShape& shape, int word) const;
  /// Number of instances in a switch.
  int count(const SwitchShape& shape) const;
};

/// Every register that a Netloom switch can have. Registers of one port that take more than one
/// word come after those of the same set that take one.
const std::vector<RegisterInfo>& register_table();

/// Those a switch with this routing hardware has, and with DAVC beside it.
const std::vector<RegisterInfo>& registers_of(RegisterSet set, bool davc = false);

/// A register's value as text, in its form. `words` has its words, lowest bits first.
std::string register_text(const RegisterInfo& info, const std::vector<std::uint32_t>& words);

}  // namespace routing
}  // namespace netloom
