#include "routing/registers/register_table.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

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

int port_count(const SwitchShape& shape) {
  return shape.ports;
}

int percent_bits(const SwitchShape& /*shape*/) {
  return 8;
}

int half_word_bits(const SwitchShape& /*shape*/) {
  return 16;
}

/// Neighbours may have more ports: up to kMaxPorts.
int largest_port_bits(const SwitchShape& /*shape*/) {
  return 8;
}

int weight_bits(const SwitchShape& /*shape*/) {
  return 7;
}

int two_bits(const SwitchShape& /*shape*/) {
  return 2;
}

// Each injection port starts at most one packet in a cycle, and a packet has a phit at least.
int bucket_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.injection_ports) *
                      static_cast<std::uint64_t>(shape.bucket) +
                  1);
}

int injected_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.injection_ports) *
                      static_cast<std::uint64_t>(shape.window) +
                  1);
}

std::uint64_t most_stored(const SwitchShape& shape) {
  return static_cast<std::uint64_t>(shape.injection_ports) * static_cast<std::uint64_t>(shape.vcs) *
         static_cast<std::uint64_t>(shape.input_buffer);
}

int stored_bits(const SwitchShape& shape) {
  return bits_for(most_stored(shape) + 1);
}

int extended_bits(const SwitchShape& shape) {
  return bits_for(100 * (static_cast<std::uint64_t>(shape.injection_ports) *
                             static_cast<std::uint64_t>(shape.window) +
                         most_stored(shape)) +
                  1);
}

int remote_bits(const SwitchShape& shape) {
  return extended_bits(shape) + bits_for(static_cast<std::uint64_t>(shape.global_links) *
                                         static_cast<std::uint64_t>(shape.global_links));
}

int one_bit(const SwitchShape& /*shape*/) {
  return 1;
}

}  // namespace

int bits_for(std::uint64_t count) {
  int bits = 1;
  while (bits < 64 && (count - 1) >> bits != 0 && count != 0) ++bits;
  return bits;
}

const std::vector<RegisterSet>& register_sets() {
  static const std::vector<RegisterSet> sets = {
      RegisterSet::kInterval,   RegisterSet::kFir,  RegisterSet::kFirSource, RegisterSet::kFt2ei,
      RegisterSet::kMisrouting, RegisterSet::kUgal, RegisterSet::kPiggyback, RegisterSet::kAcor,
      RegisterSet::kPbAcor,     RegisterSet::kTpr,  RegisterSet::kLia,       RegisterSet::kDavc};
  return sets;
}

const char* register_set_name(RegisterSet set) {
  switch (set) {
    case RegisterSet::kNone:
      return "none";
    case RegisterSet::kInterval:
      return "interval";
    case RegisterSet::kFir:
      return "fir";
    case RegisterSet::kFirSource:
      return "fir_source";
    case RegisterSet::kFt2ei:
      return "ft2ei";
    case RegisterSet::kMisrouting:
      return "misrouting";
    case RegisterSet::kUgal:
      return "ugal";
    case RegisterSet::kPiggyback:
      return "piggyback";
    case RegisterSet::kAcor:
      return "acor";
    case RegisterSet::kPbAcor:
      return "pb_acor";
    case RegisterSet::kTpr:
      return "tpr";
    case RegisterSet::kLia:
      return "lia";
    case RegisterSet::kDavc:
      return "davc";
  }
  return "";
}

const char* register_set_meaning(RegisterSet set) {
  switch (set) {
    case RegisterSet::kNone:
      return "no routing registers";
    case RegisterSet::kInterval:
      return "one cyclic interval per port: routing function `interval`";
    case RegisterSet::kFir:
      return "Flexible Interval Routing: interval, mask and restrictions per port: routing "
             "function `destro` with `implementation: fir`";
    case RegisterSet::kFirSource:
      return "the same, with ports that compare the source instead of the destination: routing "
             "function `det_lin` with `implementation: fir`";
    case RegisterSet::kFt2ei:
      return "an interval per port, and exclusion intervals at the up ports: routing function "
             "`ft2ei`";
    case RegisterSet::kMisrouting:
      return "the trigger of in-transit misrouting in dragonflies: routing functions `par62`, "
             "`rlm` "
             "and `olm`";
    case RegisterSet::kUgal:
      return "the comparison of the queues of minimal and Valiant paths in dragonflies: routing "
             "functions `ugal_l`, `ugal_g` and `par`";
    case RegisterSet::kPiggyback:
      return "the same, and when a global link counts as saturated: routing function `pb`";
    case RegisterSet::kAcor:
      return "blocked injections, and the length of Valiant paths that follows from them: routing "
             "function `acor`";
    case RegisterSet::kPbAcor:
      return "those of `piggyback` and of `acor`: routing function `pb_acor`";
    case RegisterSet::kTpr:
      return "the comparison of queues with a threshold by the traffic injected to each group, and "
             "the counters of that traffic: routing function `tpr`";
    case RegisterSet::kLia:
      return "the same with extended and remote counters, which shorten Valiant paths: routing "
             "function `lia`";
    case RegisterSet::kDavc:
      return "what Dynamic Assignment of Virtual Channels compares, beside any of the other sets: "
             "VC policy `davc`";
  }
  return "";
}

bool names_destinations(RegisterSet set) {
  switch (set) {
    case RegisterSet::kInterval:
    case RegisterSet::kFir:
    case RegisterSet::kFirSource:
    case RegisterSet::kFt2ei:
      return true;
    case RegisterSet::kNone:
    case RegisterSet::kMisrouting:
    case RegisterSet::kUgal:
    case RegisterSet::kPiggyback:
    case RegisterSet::kAcor:
    case RegisterSet::kPbAcor:
    case RegisterSet::kTpr:
    case RegisterSet::kLia:
    case RegisterSet::kDavc:
      return false;
  }
  return false;
}

const char* register_class_name(RegisterClass register_class) {
  switch (register_class) {
    case RegisterClass::kRouting:
      return "routing";
    case RegisterClass::kCounters:
      return "counters";
    case RegisterClass::kBuffers:
      return "buffers";
    case RegisterClass::kCredits:
      return "credits";
    case RegisterClass::kArbitration:
      return "arbitration";
    case RegisterClass::kIdentity:
      return "identity";
  }
  return "";
}

const std::vector<RegisterInfo>& register_table() {
  using Access = RegisterAccess;
  using Class = RegisterClass;
  using Form = RegisterForm;
  using Scope = RegisterScope;
  using Set = RegisterSet;
  const std::vector<Set> every_switch;
  const std::vector<Set> intervals = {Set::kInterval, Set::kFir, Set::kFirSource, Set::kFt2ei};
  const std::vector<Set> fir = {Set::kFir, Set::kFirSource};
  // LIB and UIB are reset to 0 and MR to all ones, so that a port which nobody programmed matches
  // node 0 and no other. No pair of bounds is an empty interval (LIB itself always lies in it); one
  // node is the least that a reset can leave open.
  const std::vector<Set> piggyback = {Set::kPiggyback, Set::kPbAcor};
  const std::vector<Set> acor = {Set::kAcor, Set::kPbAcor};
  const std::vector<Set> counting = {Set::kTpr, Set::kLia};
  const std::vector<Set> lia = {Set::kLia};
  static const std::vector<RegisterInfo> table = {
      {"SWITCH_ID", switch_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kIdentity,
       every_switch, Form::kNumber, "number of this switch in the netlist", "bits_for(switches)"},
      {"LIB", host_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, intervals,
       Form::kNumber, "lower interval bound: first destination that may leave by this port",
       "bits_for(hosts)"},
      {"UIB", host_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, intervals,
       Form::kNumber,
       "upper interval bound: last destination that may leave by this port; LIB > UIB is a cyclic "
       "interval through node 0",
       "bits_for(hosts)"},
      {"MR", host_bits, Scope::kPort, ~std::uint32_t{0}, Access::kReadWrite, Class::kRouting, fir,
       Form::kBits,
       "mask: the bits of the node number that are compared with the interval, the others count as "
       "0",
       "bits_for(hosts)"},
      {"OPERAND",
       one_bit,
       Scope::kPort,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kFirSource},
       Form::kNumber,
       "node number that is masked and compared: 0 = destination, 1 = source",
       "1"},
      {"RRR", port_count, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, fir, Form::kBits,
       "routing restrictions: bit j set = this port is not offered where port j matches", "ports"},
      {"ELIB",
       host_bits,
       Scope::kExclusion,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kFt2ei},
       Form::kNumber,
       "lower bound of an exclusion interval: first destination that may not leave by this port",
       "bits_for(hosts)"},
      {"EUIB",
       host_bits,
       Scope::kExclusion,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kFt2ei},
       Form::kNumber,
       "upper bound of an exclusion interval: last destination that may not leave by this port; "
       "ELIB > EUIB is a cyclic interval through node 0",
       "bits_for(hosts)"},
      {"EENABLE",
       one_bit,
       Scope::kExclusion,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kFt2ei},
       Form::kNumber,
       "1 = the exclusion interval is in force",
       "1"},
      {"MISROUTE_ENABLE",
       one_bit,
       Scope::kSwitch,
       1,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kMisrouting},
       Form::kNumber,
       "1 = packets may leave the minimal path",
       "1"},
      {"MISROUTE_THRESHOLD",
       percent_bits,
       Scope::kSwitch,
       45,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kMisrouting},
       Form::kNumber,
       "a packet may be misrouted to an output whose occupancy, the share of the buffer behind it "
       "that is filled, is less than so many percent of that of its minimal output",
       "8"},
      {"UGAL_THRESHOLD",
       half_word_bits,
       Scope::kSwitch,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kUgal, Set::kPiggyback, Set::kPbAcor, Set::kTpr, Set::kLia},
       Form::kNumber,
       "T in phits, two's complement: a packet goes minimally if Q_MIN <= 2 Q_VLB + T",
       "16"},
      {"PB_FACTOR", half_word_bits, Scope::kSwitch, 120, Access::kReadWrite, Class::kRouting,
       piggyback, Form::kNumber,
       "F in percent: a global link is saturated if its queue is longer than F of the mean of the "
       "switch's global links, and Z",
       "16"},
      {"PB_OFFSET", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite, Class::kRouting,
       piggyback, Form::kNumber, "Z in phits: see PB_FACTOR", "16"},
      {"ACOR_INTERVAL", half_word_bits, Scope::kSwitch, 500, Access::kReadWrite, Class::kRouting,
       acor, Form::kNumber,
       "cycles after which path A becomes shorter if few packets were blocked; 0 counts as 1",
       "16"},
      {"ACOR_INCREASE_1", half_word_bits, Scope::kSwitch, 15, Access::kReadWrite, Class::kRouting,
       acor, Form::kNumber, "more blocked packets than this lengthen path A from -G- to -GL", "16"},
      {"ACOR_INCREASE_2", half_word_bits, Scope::kSwitch, 50, Access::kReadWrite, Class::kRouting,
       acor, Form::kNumber, "more blocked packets than this lengthen path A from -GL to LGL", "16"},
      {"ACOR_DECREASE_1", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite, Class::kRouting,
       acor, Form::kNumber, "fewer blocked packets than this shorten path A from -GL to -G-", "16"},
      {"ACOR_DECREASE_2", half_word_bits, Scope::kSwitch, 15, Access::kReadWrite, Class::kRouting,
       acor, Form::kNumber, "fewer blocked packets than this shorten path A from LGL to -GL", "16"},
      {"ACOR_LEVEL", two_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kCounters, acor,
       Form::kNumber, "present path A: 0 = -G-, 1 = -GL, 2 = LGL", "2"},
      {"ACOR_BLOCKED", half_word_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kCounters, acor,
       Form::kNumber, "packets blocked at injection in the present interval", "16"},
      {"UGAL_BENIGN", half_word_bits, Scope::kSwitch, 150, Access::kReadWrite, Class::kRouting,
       counting, Form::kNumber, "T as in UGAL_THRESHOLD for packets to a group with little traffic",
       "16"},
      {"UGAL_MIXED", half_word_bits, Scope::kSwitch, 0xffe2, Access::kReadWrite, Class::kRouting,
       counting, Form::kNumber, "the same for a group whose counter is above LOAD_LOW", "16"},
      {"UGAL_ADVERSARIAL", half_word_bits, Scope::kSwitch, 0xff6a, Access::kReadWrite,
       Class::kRouting, counting, Form::kNumber,
       "the same for a group whose counter is above LOAD_HIGH", "16"},
      {"LOAD_LOW", half_word_bits, Scope::kSwitch, 3, Access::kReadWrite, Class::kRouting, counting,
       Form::kNumber, "LI_l in packets: up to this, traffic to a group is benign", "16"},
      {"LOAD_HIGH", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite, Class::kRouting,
       counting, Form::kNumber, "LI_h in packets: above this, traffic to a group is adversarial",
       "16"},
      {"INJECTED_WEIGHT", weight_bits, Scope::kSwitch, 100, Access::kReadWrite, Class::kRouting,
       lia, Form::kNumber, "percent: weight of an injected packet in an extended counter", "7"},
      {"STORED_WEIGHT", weight_bits, Scope::kSwitch, 10, Access::kReadWrite, Class::kRouting, lia,
       Form::kNumber, "w in percent: weight of a stored packet in an extended counter", "7"},
      {"GLOBAL_LIMIT", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite, Class::kRouting, lia,
       Form::kNumber,
       "GPSTh in packets: above this, the extended counter of a group behind an own global link "
       "counts for SATURATED_LINKS",
       "16"},
      {"SATURATED_LINKS", half_word_bits, Scope::kSwitch, 3, Access::kReadWrite, Class::kRouting,
       lia, Form::kNumber,
       "SGC: with so many such counters, path A has a local hop in the source group", "16"},
      {"REMOTE_LIMIT", half_word_bits, Scope::kSwitch, 20, Access::kReadWrite, Class::kRouting, lia,
       Form::kNumber,
       "RCTh in packets: above this, a remote counter gives path A a local hop in the intermediate "
       "group",
       "16"},
      {"WINDOW_BUCKET", bucket_bits, Scope::kBucket, 0, Access::kReadOnly, Class::kCounters,
       counting, Form::kNumber, "packets injected to a group in one bucket of the window",
       "bits_for(injection_ports * bucket + 1)"},
      {"INJECTED_PACKETS", injected_bits, Scope::kOffset, 0, Access::kReadOnly, Class::kCounters,
       counting, Form::kNumber, "packets injected to a group within the window",
       "bits_for(injection_ports * window + 1)"},
      {"STORED_PACKETS", stored_bits, Scope::kOffset, 0, Access::kReadOnly, Class::kCounters, lia,
       Form::kNumber, "packets to a group that are in the injection queues",
       "bits_for(injection_ports * vcs * input_buffer + 1)"},
      {"EXTENDED_COUNTER", extended_bits, Scope::kOffset, 0, Access::kReadOnly, Class::kCounters,
       lia, Form::kNumber,
       "G in hundredths of a packet: INJECTED_WEIGHT injected + STORED_WEIGHT stored",
       "bits_for(100 * injection_ports * (window + vcs * input_buffer) + 1)"},
      {"REMOTE_COUNTER", remote_bits, Scope::kRemote, 0, Access::kReadOnly, Class::kCounters, lia,
       Form::kNumber,
       "h R_k in hundredths of a packet: sum over j = 1-h ... h-1 of (h - |j|) G at the offset "
       "k h + j",
       "bits_for(100 * injection_ports * (window + vcs * input_buffer) + 1) + "
       "bits_for(global_links * global_links)"},
      {"NODE_ID",
       switch_bits,
       Scope::kSwitch,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kDavc},
       Form::kNumber,
       "id of this switch that DAVC compares",
       "bits_for(switches)"},
      {"PORT_ID",
       port_bits,
       Scope::kPort,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kDavc},
       Form::kNumber,
       "id of this port that DAVC compares",
       "bits_for(ports)"},
      {"NEIGHBOUR_ID",
       switch_bits,
       Scope::kPort,
       0,
       Access::kReadOnly,
       Class::kRouting,
       {Set::kDavc},
       Form::kNumber,
       "NODE_ID of the switch behind this output port, learnt when the link came up; 0 behind "
       "ports "
       "to hosts",
       "bits_for(switches)"},
      {"NEIGHBOUR_PORT",
       largest_port_bits,
       Scope::kPort,
       0,
       Access::kReadOnly,
       Class::kRouting,
       {Set::kDavc},
       Form::kNumber,
       "PORT_ID with which the sender sends to this input port, learnt when the link came up; 0 "
       "at ports of hosts",
       "8"},
      {"CREDITS", credit_bits, Scope::kPortVc, 0, Access::kReadOnly, Class::kCredits, every_switch,
       Form::kNumber, "phits free in the input buffer behind this output port and VC",
       "bits_for(input_buffer + 1)"},
      {"ROUND_ROBIN_IN", vc_bits, Scope::kPort, 0, Access::kReadOnly, Class::kArbitration,
       every_switch, Form::kNumber, "VC of this input port that its arbiter looks at first",
       "bits_for(vcs)"},
      {"ROUND_ROBIN_OUT", port_bits, Scope::kPort, 0, Access::kReadOnly, Class::kArbitration,
       every_switch, Form::kNumber,
       "input port that the arbiter of this output port looks at first", "bits_for(ports)"},
      {"CYCLIC_PORT", port_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kArbitration,
       every_switch, Form::kNumber,
       "output port at which the cyclic selection (cp) begins its next search", "bits_for(ports)"},
  };
  return table;
}

std::uint32_t RegisterInfo::word_mask(const SwitchShape& shape, int word) const {
  const int left = bits(shape) - 32 * word;
  return left >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << left) - 1;
}

int RegisterInfo::count(const SwitchShape& shape) const {
  switch (scope) {
    case RegisterScope::kSwitch:
      return 1;
    case RegisterScope::kPort:
      return shape.ports;
    case RegisterScope::kPortVc:
      return shape.ports * shape.vcs;
    case RegisterScope::kExclusion:
      return shape.up_ports * shape.exclusion_intervals;
    case RegisterScope::kOffset:
      return shape.offsets;
    case RegisterScope::kBucket:
      return shape.bucket == 0 ? 0 : shape.offsets * (shape.window / shape.bucket);
    case RegisterScope::kRemote:
      return shape.remote_counters;
  }
  return 0;
}

const std::vector<RegisterInfo>& registers_of(RegisterSet set, bool davc) {
  static const auto all = [] {
    std::map<std::pair<RegisterSet, bool>, std::vector<RegisterInfo>> result;
    for (const RegisterInfo& info : register_table()) {
      const auto in = [&info](RegisterSet each) {
        return info.sets.empty() ||
               std::find(info.sets.begin(), info.sets.end(), each) != info.sets.end();
      };
      const auto add = [&](RegisterSet each) {
        if (in(each)) result[{each, false}].push_back(info);
        if (in(each) || in(RegisterSet::kDavc)) result[{each, true}].push_back(info);
      };
      add(RegisterSet::kNone);
      for (const RegisterSet each : register_sets()) add(each);
    }
    return result;
  }();
  return all.at({set, davc});
}

std::string register_text(const RegisterInfo& info, const std::vector<std::uint32_t>& words) {
  if (info.form == RegisterForm::kNumber) return std::to_string(words.front());
  std::string text = "0x";
  bool leading = true;
  for (std::size_t i = words.size(); i-- > 0;) {
    if (leading && words[i] == 0 && i > 0) continue;
    char digits[9];
    std::snprintf(digits, sizeof(digits), leading ? "%x" : "%08x", static_cast<unsigned>(words[i]));
    text += digits;
    leading = false;
  }
  return text;
}

}  // namespace netloom
