// Writes what follows from the table of packet fields: rtl/generated/netloom_header_pkg.sv and
// docs/reference/header.md. With --check it compares instead, and fails if a file is not what the
// table says.

#include <sstream>
#include <string>
#include <vector>

#include "hw/config/network_sizes.h"
#include "routing/registers/packet_header.h"
#include "rtl/generation.h"

namespace netloom {
inline namespace rtl {
namespace {

constexpr const char* kTable = "routing/registers/packet_header.h";

const char* carrier_name(FieldCarrier carrier) {
  switch (carrier) {
    case FieldCarrier::kHeader:
      return "header";
    case FieldCarrier::kLink:
      return "link";
    case FieldCarrier::kTag:
      return "tag";
  }
  return "";
}

/// "input integer A, input integer B"
std::string arguments(const std::vector<std::string>& sizes) {
  std::string result;
  for (const std::string& size : sizes)
    result += (result.empty() ? "" : ", ") + ("input integer " + size);
  return result;
}

std::string systemverilog_package() {
  std::ostringstream out;
  out << "// Generated from " << kTable
      << " by netloom_generate_header. Do not edit.\n"
         "package netloom_header_pkg;\n"
         "\n"
         "  // Every user of the package needs some of it, none all.\n"
         "  /* verilator lint_off UNUSEDPARAM */\n"
         "\n"
         "  // Bits that hold the values 0 ... count-1 (at least 1).\n"
         "  function automatic integer bits_for(input integer count);\n"
         "    bits_for = (count <= 2) ? 1 : $clog2(count);\n"
         "  endfunction\n";
  std::string sum, members;
  int most = 0;
  for (const PacketFieldInfo& info : kPacketFields) {
    if (info.carrier != FieldCarrier::kHeader) continue;
    const std::string name = info.name;
    out << "\n  // " << name << ": " << info.meaning << ".\n"
        << "  parameter int " << camel_case(name) << "MostBits = " << info.most_bits << ";\n";
    // Functions need an argument.
    if (const std::vector<std::string> sizes = sizes_in(info.width); !sizes.empty()) {
      out << "  function automatic integer " << name << "_bits(" << arguments(sizes) << ");\n"
          << "    " << name << "_bits = " << info.width << ";\n"
          << "  endfunction\n";
    }
    sum += (sum.empty() ? "" : "\n        + ") + std::string(info.width);
    // By numbers: iverilog 11 knows no parameters here.
    members += "    logic [" + std::to_string(info.most_bits - 1) + ":0] " + name + ";\n";
    most += info.most_bits;
  }
  out << "\n  // Bits of the header of a packet in a network.\n"
         "  function automatic integer header_bits(\n"
         "      "
      << arguments(sizes_in(sum)) << ");\n"
      << "    header_bits = " << sum
      << ";\n"
         "  endfunction\n"
         "\n"
         "  // The header with every field as wide as in any network.\n"
         "  parameter int HeaderMostBits = "
      << most
      << ";\n"
         "  typedef struct packed {\n"
      << members
      << "  } header_t;\n"
         "\n"
         "  /* verilator lint_on UNUSEDPARAM */\n"
         "\n"
         "endpackage\n";
  return out.str();
}

std::string documentation() {
  std::ostringstream out;
  out << "# What a packet has with it\n"
         "\n"
         "<!-- Generated from "
      << kTable
      << " by netloom_generate_header. Do not edit. -->\n"
         "\n"
         "Every field is declared once, in `"
      << kTable
      << "`. The flits of the model (`hw/link/flit.h`), the SystemVerilog package "
         "`rtl/generated/netloom_header_pkg.sv` and this page come from there.\n"
         "\n"
         "- `header`: in the first phit of the head flit, in this order, the first field in the "
         "highest bits.\n"
         "- `link`: on wires of the link beside each phit, or counted from them.\n"
         "- `tag`: what the simulation notes of a packet. No hardware carries it, and no switch "
         "decides by it.\n"
         "\n"
         "Widths follow from the network: `hosts`, the length of the largest packet "
         "`packet_phits`, `hop_limit`, the switches that a packet may pass (the longest way of "
         "the routing function, times `simulation.hop_factor`, times 1 and 2 more for each "
         "directed "
         "link that fails in the run or before, and with a fabric manager who writes registers "
         "then as "
         "many hops more as fit in the time that this takes; at most "
      << HopLimit::kMost
      << "), and `faults`, which is 1 with control packets of links that fail during the run, else "
         "0. `bits_for(n)` "
         "is the number of bits that hold 0 … n-1, at least 1.\n"
         "\n"
         "| field | travels in | bits | at most | meaning |\n"
         "| --- | --- | --- | ---: | --- |\n";
  for (const PacketFieldInfo& info : kPacketFields) {
    out << "| `" << info.name << "` | " << carrier_name(info.carrier) << " | `" << info.width
        << "` | " << info.most_bits << " | " << info.meaning << " |\n";
  }
  out << "\n"
         "A fault-tolerance control packet goes from switch to switch; its length is 0 in the "
         "header. The number of the fault that it is about is in its tag, for the records of the "
         "run "
         "alone.\n";
  return out.str();
}

}  // namespace
}  // namespace rtl
}  // namespace netloom

int main(int argc, char** argv) {
  return netloom::generate(argc, argv, netloom::kTable,
                           {{"rtl/generated/netloom_header_pkg.sv", netloom::systemverilog_package},
                            {"docs/reference/header.md", netloom::documentation}});
}
