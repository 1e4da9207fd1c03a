#include "rtl/export/network_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "routing/base/bits.h"
#include "rtl/export/word_text.h"

namespace netloom {
inline namespace rtl {
namespace {

constexpr const char* kHead =
    "// Written by `netloom rtl`. What the pins mean: README.md, and rtl/netloom_switch.sv.\n";

/// What the bench does with a word of a program.
enum Access { kOverApb = 0, kLearn = 1, kTable = 2, kDead = 3, kFailed = 4, kStart = 15 };
constexpr int kAccessBits = 4;
/// A cycle that does not come.
constexpr Cycle kNever = 0xffffffff;

Access access_of(NetworkChange::Kind kind) {
  switch (kind) {
    case NetworkChange::Kind::kDead:
      return kDead;
    case NetworkChange::Kind::kFailed:
      return kFailed;
    default:
      return kOverApb;
  }
}

/// A pin of a link, as vectors of ports have it.
struct Pin {
  const char* name;
  const char* width;  ///< bits; empty: 1
};
/// In the direction of its flits.
constexpr Pin kFlitPins[] = {{"flit_valid", ""},        {"flit_vc", "VcWidth"}, {"flit_head", ""},
                             {"flit_tail", ""},         {"flit_first", ""},     {"flit_last", ""},
                             {"flit_data", "PhitWidth"}};
/// Against it, for each lane.
constexpr Pin kCreditPins[] = {
    {"credit_valid", ""}, {"credit_vc", "VcWidth"}, {"credit_phits", "PhitsWidth"}};

/// Bits of so many fields.
std::string range(const std::string& count, const Pin& pin) {
  return fmt::format("[{}{}{}-1:0]", count, *pin.width == '\0' ? "" : "*", pin.width);
}

/// The pins of a port or host in the vectors PREFIX_pin_SUFFIX, with commas between them.
template <std::size_t kCount>
std::string slices(const Pin (&pins)[kCount], const std::string& prefix, const char* suffix,
                   std::uint32_t index) {
  const bool lanes = pins == static_cast<const Pin*>(kCreditPins);
  std::string result;
  for (const Pin& pin : pins) {
    std::string bits = lanes ? "Lanes" : "";
    if (*pin.width != '\0') bits += fmt::format("{}{}", lanes ? "*" : "", pin.width);
    if (!result.empty()) result += ", ";
    result += fmt::format("{}{}{}", prefix, pin.name, suffix);
    result +=
        bits.empty() ? fmt::format("[{}]", index) : fmt::format("[{}*{} +: {}]", index, bits, bits);
  }
  return result;
}

/// The end of a link from which something comes, or to which it goes. Pins of a host are those of
/// the network.
template <std::size_t kCount>
std::string end_text(const Pin (&pins)[kCount], const Endpoint& end, bool comes) {
  const bool host = end.type == Endpoint::Type::kHost;
  const std::string prefix = host ? "" : fmt::format("s{}_", end.index);
  return slices(pins, prefix, comes != host ? "_o" : "_i",
                host ? end.index : static_cast<std::uint32_t>(end.port));
}

std::string value_of(const SwitchKind& kind, const std::string& parameter) {
  for (const std::string& each : kind.parameters) {
    const std::size_t equals = each.find('=');
    if (each.substr(0, equals) == parameter) return each.substr(equals + 1);
  }
  return "0";
}

std::string strap(const BitVector& value, int bits) {
  return fmt::format("{}'h{}", bits, hex_digits(value, static_cast<std::size_t>(bits)));
}

}  // namespace

NetworkText::NetworkText(const Netlist& netlist, NetworkRecording& recording)
    : netlist_(netlist), recording_(recording), ports_(netlist) {
  const auto earlier = [](const HostEvent& a, const HostEvent& b) {
    return std::make_tuple(a.cycle, a.host, a.credit, a.vc) <
           std::make_tuple(b.cycle, b.host, b.credit, b.vc);
  };
  std::sort(recording.in.begin(), recording.in.end(), earlier);
  std::sort(recording.out.begin(), recording.out.end(), earlier);
  std::sort(recording.changes.begin(), recording.changes.end(),
            [](const NetworkChange& a, const NetworkChange& b) {
              return std::make_tuple(a.cycle, a.kind, a.address) <
                     std::make_tuple(b.cycle, b.kind, b.address);
            });
  vc_bits_ = bits_for(static_cast<std::uint64_t>(first().vcs));
  phits_bits_ = bits_for(static_cast<std::uint64_t>(first().largest_flit) + 1);
  make_kinds();
}

// ---- Kinds of switches.

void NetworkText::make_kinds() {
  std::map<std::string, std::size_t> known;  // by the name of the kind
  for (SwitchId id = 0; id < recording_.switches.size(); ++id) {
    const auto [at, is_new] = known.emplace(recording_.switches[id].kind.name(), kinds_.size());
    if (is_new) kinds_.push_back({fmt::format("netloom_switch_{}", kinds_.size()), {}, ""});
    kinds_[at->second].switches.push_back(id);
  }
  for (Kind& each : kinds_) each.text = kind_text(each);
}

std::string NetworkText::kind_text(const Kind& kind) const {
  const RecordedSwitch& of = recording_.switches[kind.switches.front()];
  std::string text = fmt::format(
      "{}// A kind of switch: netloom_switch with its parameters. Of this kind: ", kHead);
  std::vector<std::string> names;
  for (const SwitchId id : kind.switches) names.push_back(netlist_.switches[id].name);
  constexpr std::size_t kMostNames = 8;
  const std::size_t shown = std::min(names.size(), kMostNames);
  text +=
      fmt::format("{}{}.\n", fmt::join(names.begin(), names.begin() + shown, ", "),
                  shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "");
  text += fmt::format("module {} #(\n", kind.module);
  const auto parameter = [&](const char* name, const std::string& value, bool last = false) {
    text += fmt::format("  localparam int {} = {}{}\n", name, value, last ? "" : ",");
  };
  parameter("Ports", std::to_string(of.ports));
  parameter("Lanes", "netloom_network_pkg::Lanes");
  parameter("VcWidth", "netloom_network_pkg::VcWidth");
  parameter("PhitWidth", "netloom_network_pkg::PhitWidth");
  parameter("PhitsWidth", "netloom_network_pkg::PhitsWidth");
  parameter("Channels", fmt::format("Ports * {}", of.vcs));
  parameter("PortWidth", "netloom_regs_pkg::bits_for(Ports)");
  parameter("PlaceWidth", std::to_string(of.straps.place_bits));
  parameter("LearnWidth", std::to_string(learn_bits(of)));
  parameter("TableWidth", std::to_string(table_bits(of)), true);
  text += ") (\n  input  logic                 clk_i,\n  input  logic                 rst_ni,\n";
  std::vector<std::string> pins = {"clk_i", "rst_ni"};
  const auto pin = [&](const char* direction, const std::string& bits, const std::string& name) {
    text += fmt::format("  {:<6} logic {} {},\n", direction, bits, name);
    pins.push_back(name);
  };
  for (const Pin& each : kFlitPins) {
    pin("input", range("Ports", each), fmt::format("{}_i", each.name));
    pin("output", range("Ports", each), fmt::format("{}_o", each.name));
  }
  for (const Pin& each : kCreditPins) {
    pin("input", range("Ports*Lanes", each), fmt::format("{}_i", each.name));
    pin("output", range("Ports*Lanes", each), fmt::format("{}_o", each.name));
  }
  for (const char* const name : {"psel_i", "penable_i", "pwrite_i"}) pin("input", "[0:0]", name);
  pin("input", "[31:0]", "paddr_i");
  pin("input", "[31:0]", "pwdata_i");
  pin("input", "[3:0]", "pstrb_i");
  pin("output", "[0:0]", "pready_o");
  pin("output", "[31:0]", "prdata_o");
  pin("output", "[0:0]", "pslverr_o");
  pin("input", "[0:0]", "learn_i");
  pin("input", "[LearnWidth-1:0]", "learn_addr_i");
  pin("input", "[31:0]", "learn_data_i");
  pin("input", "[0:0]", "table_we_i");
  pin("input", "[TableWidth-1:0]", "table_addr_i");
  pin("input", "[31:0]", "table_wdata_i");
  pin("output", "[31:0]", "table_rdata_o");
  pin("input", "[0:0]", "random_load_i");
  pin("input", "[63:0]", "random_word_i");
  pin("input", "[31:0]", "switch_id_i");
  pin("input", "[Channels-1:0]", "offered_i");
  pin("input", "[PortWidth-1:0]", "preferred_base_i");
  pin("input", "[0:0]", "preferred_source_i");
  pin("input", "[4:0]", "preferred_shift_i");
  pin("input", "[PortWidth-1:0]", "preferred_mask_i");
  pin("input", "[PlaceWidth-1:0]", "place_i");
  pin("input", "[Ports-1:0]", "link_dead_i");
  pin("input", "[Ports-1:0]", "link_failed_i");
  pin("output", "[Channels-1:0]", "watch_drops_o");
  text.erase(text.size() - 2, 1);  // the last comma
  text += ");\n\n  netloom_switch #(\n";
  for (const std::string& each : of.kind.parameters) {
    const std::size_t equals = each.find('=');
    text += fmt::format("    .{}({}){}\n", each.substr(0, equals), each.substr(equals + 1),
                        &each == &of.kind.parameters.back() ? "" : ",");
  }
  text += "  ) u_switch (\n";
  for (const std::string& each : pins) text += fmt::format("    .{}({}),\n", each, each);
  const char* const watched[] = {"ready", "candidates", "minimal", "entering", "taken",
                                 "input", "output_vc",  "credits", "room",     "deviates"};
  text += "    // For who looks: nobody does.\n    /* verilator lint_off PINCONNECTEMPTY */\n";
  for (const char* const each : watched) {
    text += fmt::format("    .watch_{}_o(){}\n", each, each == std::end(watched)[-1] ? "" : ",");
  }
  text += "    /* verilator lint_on PINCONNECTEMPTY */\n";
  return text + "  );\n\nendmodule\n";
}

// ---- The network.

std::string NetworkText::package() const {
  std::string text =
      fmt::format("{}// Sizes of the network.\npackage netloom_network_pkg;\n\n", kHead);
  const auto add = [&text](const char* name, std::uint64_t value, const char* meaning = "") {
    text += fmt::format("  localparam int {:<10} = {};{}\n", name, value, meaning);
  };
  std::size_t inputs = 0;
  for (const RecordedSwitch& each : recording_.switches) inputs += inputs_of(each);
  add("Switches", netlist_.switches.size());
  add("Hosts", netlist_.hosts.size());
  add("Links", netlist_.links.size(), "  // each in one direction");
  add("Inputs", inputs, "  // VCs of the input ports of all switches");
  add("VcWidth", static_cast<std::uint64_t>(vc_bits_), "  // bits of a VC's number");
  add("PhitWidth", static_cast<std::uint64_t>(phit_bits()), "  // bits of a phit");
  add("PhitsWidth", static_cast<std::uint64_t>(phits_bits_), "  // bits of a flit's size in phits");
  add("Lanes", static_cast<std::uint64_t>(lanes()), "  // credits that a link carries in a cycle");
  return text + "\nendpackage\n";
}

std::string NetworkText::network() const {
  std::string text = fmt::format("{}// The network: its switches and links.\n", kHead);
  text += "module netloom_network #(\n";
  for (const char* const each :
       {"Switches", "Hosts", "Links", "Inputs", "VcWidth", "PhitWidth", "PhitsWidth", "Lanes"}) {
    text += fmt::format("  localparam int {0} = netloom_network_pkg::{0},\n", each);
  }
  text.erase(text.size() - 2, 1);
  text +=
      ") (\n  input  logic clk_i,\n  input  logic rst_ni,\n  // Hosts: the pins of a link at "
      "the host's end, host 0 lowest.\n";
  for (const Pin& each : kFlitPins) {
    text += fmt::format("  input  logic {} {}_i,\n", range("Hosts", each), each.name);
  }
  for (const Pin& each : kCreditPins) {
    text += fmt::format("  output logic {} {}_o,\n", range("Hosts*Lanes", each), each.name);
  }
  for (const Pin& each : kFlitPins) {
    text += fmt::format("  output logic {} {}_o,\n", range("Hosts", each), each.name);
  }
  for (const Pin& each : kCreditPins) {
    text += fmt::format("  input  logic {} {}_i,\n", range("Hosts*Lanes", each), each.name);
  }
  text +=
      "  // Registers, over APB4: which switch, and the rest for all of them.\n"
      "  input  logic [Switches-1:0] psel_i,\n"
      "  input  logic penable_i,\n"
      "  input  logic pwrite_i,\n"
      "  input  logic [31:0] paddr_i,\n"
      "  input  logic [31:0] pwdata_i,\n"
      "  input  logic [3:0] pstrb_i,\n"
      "  output logic pready_o,\n"
      "  output logic [31:0] prdata_o,\n"
      "  output logic pslverr_o,\n"
      "  // What links that come up say of the neighbours (DAVC), and forwarding tables: to which\n"
      "  // switch, the address, and the word.\n"
      "  input  logic [Switches-1:0] learn_i,\n"
      "  input  logic [Switches-1:0] table_we_i,\n"
      "  input  logic [31:0] load_addr_i,\n"
      "  input  logic [31:0] load_data_i,\n"
      "  // The first cycle: what random selections draw from begins.\n"
      "  input  logic random_load_i,\n"
      "  // Links from switches that fail, link 0 lowest (u_flits_0): those that move nothing any\n"
      "  // more, and those of which the switch knows.\n"
      "  input  logic [Links-1:0] link_dead_i,\n"
      "  input  logic [Links-1:0] link_failed_i,\n"
      "  // For who looks: packets that begin to leave their buffers for nowhere, a bit for each\n"
      "  // VC of each input, switch 0 lowest.\n"
      "  output logic [Inputs-1:0] watch_drops_o\n"
      ");\n\n"
      "  localparam int FlitWidth   = 5 + VcWidth + PhitWidth;\n"
      "  localparam int CreditWidth = Lanes * (1 + VcWidth + PhitsWidth);\n\n"
      "  logic [Switches-1:0]    pready;\n"
      "  logic [Switches-1:0]    pslverr;\n"
      "  logic [Switches*32-1:0] prdata;\n"
      "  logic [Switches*32-1:0] table_rdata;\n\n"
      "  always_comb begin\n"
      "    pready_o  = &(pready | ~psel_i);\n"
      "    pslverr_o = |(pslverr & psel_i);\n"
      "    prdata_o  = '0;\n"
      "    for (int i = 0; i < Switches; i++) begin\n"
      "      if (psel_i[i]) prdata_o = prdata_o | prdata[i*32 +: 32];\n"
      "    end\n"
      "  end\n";
  std::vector<const Kind*> kind_of(netlist_.switches.size());
  for (const Kind& kind : kinds_) {
    for (const SwitchId id : kind.switches) kind_of[id] = &kind;
  }
  std::size_t inputs = 0;  // of the switches so far
  for (SwitchId id = 0; id < netlist_.switches.size(); ++id) {
    text += switch_text(id, kind_of[id]->module, inputs);
    inputs += inputs_of(recording_.switches[id]);
  }
  for (const Link& link : netlist_.links) text += link_text(link);
  text +=
      "\n  logic unused;\n  assign unused = ^{load_addr_i, table_rdata, random_load_i, "
      "link_dead_i, "
      "link_failed_i";
  for (SwitchId id = 0; id < netlist_.switches.size(); ++id) {
    for (int port = 0; port < netlist_.switches[id].ports; ++port) {
      const auto at = static_cast<std::uint32_t>(port);
      const std::string prefix = fmt::format("s{}_", id);
      if (ports_.link_out(id, port) < 0) text += ", " + slices(kFlitPins, prefix, "_o", at);
      if (ports_.link_in(id, port) < 0) text += ", " + slices(kCreditPins, prefix, "_o", at);
    }
  }
  return text + "};\n\nendmodule\n";
}

std::string NetworkText::switch_text(SwitchId id, const std::string& module,
                                     std::size_t first_input) const {
  const RecordedSwitch& of = recording_.switches[id];
  std::string text = fmt::format("\n  // Switch {}.\n", netlist_.switches[id].name);
  std::string connections;
  const auto declare = [&](const Pin& pin, const char* count) {
    for (const char* const suffix : {"_i", "_o"}) {
      text += fmt::format("  logic {} s{}_{}{};\n",
                          range(fmt::format("{}{}", of.ports, count), pin), id, pin.name, suffix);
      connections += fmt::format("    .{0}{1}(s{2}_{0}{1}),\n", pin.name, suffix, id);
    }
  };
  for (const Pin& pin : kFlitPins) declare(pin, "");
  for (const Pin& pin : kCreditPins) declare(pin, "*Lanes");
  // What no link comes to.
  for (int port = 0; port < of.ports; ++port) {
    const std::string prefix = fmt::format("s{}_", id);
    const auto at = static_cast<std::uint32_t>(port);
    if (ports_.link_in(id, port) < 0) {
      text += fmt::format("  assign {{{}}} = '0;\n", slices(kFlitPins, prefix, "_i", at));
    }
    if (ports_.link_out(id, port) < 0) {
      text += fmt::format("  assign {{{}}} = '0;\n", slices(kCreditPins, prefix, "_i", at));
    }
  }
  const PreferencePins preferred = preference_pins(of.straps.preference);
  const int port_bits = bits_for(static_cast<std::uint64_t>(of.ports));
  text += fmt::format("  {} u_s{} (\n    .clk_i(clk_i),\n    .rst_ni(rst_ni),\n{}", module, id,
                      connections);
  text += fmt::format(
      "    .psel_i(psel_i[{0}]),\n    .penable_i(penable_i),\n    .pwrite_i(pwrite_i),\n"
      "    .paddr_i(paddr_i),\n    .pwdata_i(pwdata_i),\n    .pstrb_i(pstrb_i),\n"
      "    .pready_o(pready[{0}]),\n    .prdata_o(prdata[{0}*32 +: 32]),\n"
      "    .pslverr_o(pslverr[{0}]),\n"
      "    .learn_i(learn_i[{0}]),\n    .learn_addr_i(load_addr_i[{1}:0]),\n"
      "    .learn_data_i(load_data_i),\n"
      "    .table_we_i(table_we_i[{0}]),\n    .table_addr_i(load_addr_i[{2}:0]),\n"
      "    .table_wdata_i(load_data_i),\n    .table_rdata_o(table_rdata[{0}*32 +: 32]),\n"
      "    .random_load_i(random_load_i),\n    .random_word_i(64'h{10:x}),\n"
      "    .switch_id_i(32'd{0}),\n    .offered_i({3}),\n    .preferred_base_i({4}'d{5}),\n"
      "    .preferred_source_i(1'd{6}),\n    .preferred_shift_i(5'd{7}),\n"
      "    .preferred_mask_i({4}'d{8}),\n    .place_i({9}),\n"
      "    .link_dead_i({11}),\n    .link_failed_i({12}),\n"
      "    .watch_drops_o(watch_drops_o[{13} +: {14}])\n  );\n",
      id, learn_bits(of) - 1, table_bits(of) - 1, strap(of.straps.offered, of.ports * of.vcs),
      port_bits, preferred.base, preferred.source ? 1 : 0, preferred.shift, preferred.mask,
      strap(of.straps.place, of.straps.place_bits), of.random_word, links_out(id, "link_dead_i"),
      links_out(id, "link_failed_i"), first_input, inputs_of(of));
  return text;
}

std::string NetworkText::links_out(SwitchId id, const char* pin) const {
  std::string bits;
  for (int port = netlist_.switches[id].ports - 1; port >= 0; --port) {
    const int link = ports_.link_out(id, port);
    if (!bits.empty()) bits += ", ";
    bits += link < 0 ? "1'b0" : fmt::format("{}[{}]", pin, link);
  }
  return '{' + bits + '}';
}

std::string NetworkText::link_text(const Link& link) const {
  const std::string from = endpoint_name(netlist_, link.from);
  const std::size_t number = static_cast<std::size_t>(&link - netlist_.links.data());
  return fmt::format(
      "\n  // From {} to {}.\n"
      "  link_pipeline #(.Width(FlitWidth), .Stages({})) u_flits_{} (\n"
      "    .clk_i(clk_i), .rst_ni(rst_ni),\n    .data_i({{{}}}),\n    .data_o({{{}}}));\n"
      "  link_pipeline #(.Width(CreditWidth), .Stages({})) u_credits_{} (\n"
      "    .clk_i(clk_i), .rst_ni(rst_ni),\n    .data_i({{{}}}),\n    .data_o({{{}}}));\n",
      from, endpoint_name(netlist_, link.to), link.latency, number,
      end_text(kFlitPins, link.from, true), end_text(kFlitPins, link.to, false), link.latency,
      number, end_text(kCreditPins, link.to, true), end_text(kCreditPins, link.from, false));
}

std::size_t NetworkText::inputs_of(const RecordedSwitch& of) {
  return static_cast<std::size_t>(of.ports) * static_cast<std::size_t>(of.vcs);
}

int NetworkText::learn_bits(const RecordedSwitch& of) {
  return 1 + bits_for(static_cast<std::uint64_t>(of.ports)) + kDavcWordBits;
}

int NetworkText::table_bits(const RecordedSwitch& of) {
  if (value_of(of.kind, "Route") != "7") return 1;
  const auto words = static_cast<std::uint64_t>((of.ports + 31) / 32 + (of.vcs + 31) / 32);
  return bits_for(of.kind.header.hosts) + bits_for(words);
}

// ---- The bench.

std::string NetworkText::bench_package() const {
  std::string text =
      fmt::format("{}// What the bench replays.\npackage netloom_bench_pkg;\n\n", kHead);
  text += fmt::format("  localparam int Cycles   = {};\n", recording_.cycles);
  text += fmt::format("  localparam int Program  = {};  // words of program.hex\n", accesses());
  text += fmt::format("  localparam int Changes  = {};  // of them, while the network runs\n",
                      recording_.changes.size());
  text += fmt::format("  localparam int Dropped  = {};  // packets, on failed links\n",
                      recording_.dropped);
  text += fmt::format("  localparam int Stimulus = {};  // of stimulus.hex\n",
                      recording_.in.size() + 1);
  text += fmt::format("  localparam int Expected = {};  // of expected.hex\n",
                      recording_.out.size() + 1);
  return text + "\nendpackage\n";
}

std::size_t NetworkText::accesses() const {
  std::size_t result = recording_.changes.size();
  for (const RecordedSwitch& each : recording_.switches) {
    result += each.registers.size() + each.straps.table.size();
  }
  return result + 2;
}

std::string NetworkText::program() const {
  std::string text;
  const auto add = [&text](Access access, SwitchId id, std::uint64_t address, std::uint32_t value,
                           Cycle cycle = 0) {
    text += Word()
                .add(value, 32)
                .add(address, 32)
                .add(id, 32)
                .add(access, kAccessBits)
                .add(cycle, 32)
                .line();
  };
  for (SwitchId id = 0; id < recording_.switches.size(); ++id) {
    const RecordedSwitch& each = recording_.switches[id];
    for (const RecordedSwitch::Value& word : each.registers) {
      if (word.learnt >= 0) {
        add(kLearn, id, static_cast<std::uint64_t>(word.learnt), word.value);
      } else {
        add(kOverApb, id, word.address, word.value);
      }
    }
    for (const TableWord& word : each.straps.table) add(kTable, id, word.address, word.value);
  }
  add(kStart, 0, 0, 0);
  for (const NetworkChange& each : recording_.changes) {
    add(access_of(each.kind), each.switch_id, each.address, each.value, each.cycle);
  }
  add(kStart, 0, 0, 0, kNever);
  return text;
}

std::string NetworkText::events_text(const std::vector<HostEvent>& events) const {
  std::string text;
  const auto add = [&](const HostEvent& event, Cycle cycle) {
    const BitVector data = event.data.empty() ? zero_bits(phit_bits()) : event.data;
    text += Word()
                .add(data, phit_bits())
                .add(static_cast<std::uint64_t>(event.phits), phits_bits_)
                .add(static_cast<std::uint64_t>(event.vc), vc_bits_)
                .add(event.last ? 1 : 0, 1)
                .add(event.first ? 1 : 0, 1)
                .add(event.tail ? 1 : 0, 1)
                .add(event.head ? 1 : 0, 1)
                .add(event.credit ? 1 : 0, 1)
                .add(event.host, 32)
                .add(cycle, 32)
                .line();
  };
  for (const HostEvent& event : events) add(event, event.cycle);
  add({}, kNever);
  return text;
}

}  // namespace rtl
}  // namespace netloom
