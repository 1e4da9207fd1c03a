#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"
#include "rtl/export/network_recording.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A network in SystemVerilog, with all of its switches and links, and what a bench feeds it with.
class NetworkText {
 public:
  /// The netlist and the recording outlive it; the recording is of all switches, and its events and
  /// changes are sorted.
  NetworkText(const Netlist& netlist, NetworkRecording& recording);

  /// A kind of switch: `netloom_switch` with its parameters.
  struct Kind {
    std::string module;  ///< netloom_switch_0
    std::vector<SwitchId> switches;
    std::string text;
  };
  const std::vector<Kind>& kinds() const { return kinds_; }

  // Bits of a phit, of a VC's number and of a flit's size, and credits that a link carries in a
  // cycle.
  int phit_bits() const { return first().kind.phit_bits; }
  int vc_bits() const { return vc_bits_; }
  int phits_bits() const { return phits_bits_; }
  int lanes() const { return first().lanes; }

  /// The package netloom_network_pkg: sizes.
  std::string package() const;
  /// The module netloom_network.
  std::string network() const;
  /// The package netloom_bench_pkg: how much there is to replay.
  std::string bench_package() const;

  // What the bench reads, a word in each line, in hexadecimal digits: its fields are in
  // rtl/export/bench/netloom_bench.sv and netloom_events.sv.

  /// Registers and tables, as they are written before the first cycle, and what changes meanwhile.
  std::string program() const;
  std::string stimulus() const { return events_text(recording_.in); }
  std::string expected() const { return events_text(recording_.out); }

 private:
  void make_kinds();
  std::string kind_text(const Kind& kind) const;
  /// `first_input`: as inputs_of() the switches before it counts them.
  std::string switch_text(SwitchId id, const std::string& module, std::size_t first_input) const;
  /// Of a pin that has a bit for each link, those of a switch's output links, port 0 lowest.
  std::string links_out(SwitchId id, const char* pin) const;
  std::string link_text(const Link& link) const;
  /// Words of the program.
  std::size_t accesses() const;
  std::string events_text(const std::vector<HostEvent>& events) const;
  const RecordedSwitch& first() const { return recording_.switches.front(); }
  /// VCs of its input ports.
  static std::size_t inputs_of(const RecordedSwitch& of);
  /// Bits of learn_addr_i and table_addr_i.
  static int learn_bits(const RecordedSwitch& of);
  static int table_bits(const RecordedSwitch& of);

  const Netlist& netlist_;
  const NetworkRecording& recording_;
  PortMap ports_;
  std::vector<Kind> kinds_;
  int vc_bits_, phits_bits_;
};

}  // namespace rtl
}  // namespace netloom
