#include "sim/study/export_readme.h"

#include <fmt/format.h>

#include "routing/registers/packet_header.h"

namespace netloom {
inline namespace sim {
namespace {

/// The fields of the header, as they lie in a packet's first phit.
std::string header_table(const HeaderShape& shape) {
  std::string rows;
  int last = header_bits(shape);
  for (const PacketFieldInfo& field : kPacketFields) {
    const int bits = field.bits(shape);
    if (field.carrier != FieldCarrier::kHeader || bits == 0) continue;
    rows +=
        fmt::format("| `{}` | {}:{} | {} |\n", field.name, last - 1, last - bits, field.meaning);
    last -= bits;
  }
  return "| field | bits | meaning |\n| --- | --- | --- |\n" + rows;
}

std::string kinds_table(const NetworkText& text, const NetworkRecording& recording,
                        const Netlist& netlist) {
  std::string rows = "| module | ports | switches | the first |\n| --- | ---: | ---: | --- |\n";
  for (const NetworkText::Kind& kind : text.kinds()) {
    const SwitchId first = kind.switches.front();
    rows += fmt::format("| `{}` | {} | {} | {} |\n", kind.module, recording.switches[first].ports,
                        kind.switches.size(), netlist.switches[first].name);
  }
  return rows;
}

}  // namespace

std::string export_readme(const Config& config, const NetworkExport& request,
                          const NetworkRecording& recording, const NetworkText& text) {
  const Netlist& netlist = config.netlist;
  std::string result = fmt::format(
      "# A network of {} switches and {} hosts in SystemVerilog\n\n"
      "Written by `netloom rtl` from the configuration in `configuration.yaml`. Nothing here needs "
      "Netloom.\n\n"
      "```sh\n"
      "make          # lints it, and runs its bench: Verilator 5 or later, a C++ compiler\n"
      "make systemc  # the same bench as a SystemC module: SystemC\n"
      "make icarus   # Icarus Verilog 11 or later reads it\n"
      "make area     # gates of each kind of switch, by modules: Yosys; LIBERTY=FILE: of a "
      "library\n"
      "```\n\n"
      "The bench programs the switches, replays what the hosts sent in the first {} cycles of a "
      "run "
      "of Netloom's model (seed {}), and compares what comes out of the network with what came out "
      "of the model, pin by pin in each cycle. It ends with exit status 1, cycle, host and pin at "
      "the first difference, or with what a switch does against the rules of its links "
      "(`make bench MONITOR=` leaves that out).\n\n",
      netlist.switches.size(), netlist.hosts.size(), request.cycles, request.seed);
  result += fmt::format(
      "## Files\n\n"
      "- `rtl/netloom_network.sv`: all switches, with their straps, and a `link_pipeline` in each "
      "direction of each link, of as many stages as its latency has cycles.\n"
      "- `rtl/netloom_switch_N.sv`: the kinds of switches, each `netloom_switch` with its "
      "parameters:\n\n{}\n"
      "- `rtl/netloom_switch.sv` and the rest of `rtl/`: the modules of a switch.\n"
      "- `files.f`: all of these, in the order in which they are read.\n"
      "- `monitor/`: what watches the pins of each switch while the bench runs, and says which "
      "rule "
      "is broken, where, and by whom; `monitor_bind.sv` binds it.\n"
      "- `area/`: what `make area` has Yosys do, `liberty.awk`, which reads a library, and "
      "`table.awk`, which counts.\n"
      "- `bench/`: `netloom_bench.sv` and what it is made of, and clocks for it: `bench.cc`, "
      "`bench_systemc.cc`; `program.hex`, `stimulus.hex` and `expected.hex`, "
      "which it reads, so that it has to be started in the folder of the `Makefile`.\n\n",
      kinds_table(text, recording, netlist));
  result += fmt::format(
      "## Pins\n\n"
      "`netloom_network` has the pins of {0} links, one for each host, at the host's end; host 0 "
      "is "
      "lowest in each vector. What a host sends goes into `flit_*_i`, and what it receives comes "
      "out "
      "of `flit_*_o`.\n\n"
      "| pin | bits of a host | meaning |\n| --- | ---: | --- |\n"
      "| `flit_valid` | 1 | a phit in this cycle |\n"
      "| `flit_vc` | {1} | its VC |\n"
      "| `flit_head`, `flit_tail` | 1, 1 | the first and the last phit of a flit; between them "
      "there is no cycle without one |\n"
      "| `flit_first`, `flit_last` | 1, 1 | the flit is the first, the last of its packet |\n"
      "| `flit_data` | {2} | the phit; the first one of a packet has the header in its lowest bits "
      "|\n"
      "| `credit_valid`, `credit_vc`, `credit_phits` | {3}, {4}, {5} | against the direction of "
      "the "
      "flits: so many phits of the buffer of this VC are free again |\n\n",
      netlist.hosts.size(), text.vc_bits(), text.phit_bits(), text.lanes(),
      text.lanes() * text.vc_bits(), text.lanes() * text.phits_bits());
  result += fmt::format(
      "The header:\n\n{}\n"
      "`psel_i` has a bit for each switch, switch 0 lowest; the other pins of APB4 are those of "
      "all. "
      "Registers are at the addresses of `rtl/netloom_regs_pkg.sv`. With `learn_i` a word of what "
      "links say of the neighbours is loaded into a switch, with `table_we_i` one of a forwarding "
      "table, at `load_addr_i` and before packets are routed: `bench/program.hex` has all of "
      "them.\n",
      header_table(recording.switches.front().kind.header));
  result +=
      "\n`link_dead_i` and `link_failed_i` have a bit for each link, that of `u_flits_0` "
      "lowest: ";
  result += config.network.has_live_faults()
                ? "links from switches that move nothing any more, and those of which the switch "
                  "knows it. The bench has them from the run, and what the fabric manager writes "
                  "because of them, in `bench/program.hex` behind the start.\n"
                : "0, since no link of this network fails while it runs.\n";
  result +=
      "\n`watch_drops_o` is for who looks, and has a bit for each VC of each input of each "
      "switch: ";
  result += config.network.has_live_faults()
                ? "a packet that failed links have left no way is dropped, it begins to leave its "
                  "buffer for nowhere. The bench counts them and says how many there are, which "
                  "has to be as many as in the run.\n"
                : "it stays 0, since packets are dropped only where links fail.\n";
  return result;
}

}  // namespace sim
}  // namespace netloom
