// Writes what follows from the register table: rtl/generated/netloom_regs_pkg.sv and
// docs/reference/registers.md. With --check it compares instead, and fails if a file is not what
// the table says.

#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/registers/register_table.h"
#include "rtl/generation.h"
#include "rtl/port_addresses.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Where registers are declared, for people.
constexpr const char* kSources = "routing/registers/NAME_registers.cpp";

const char* scope_name(RegisterScope scope) {
  switch (scope) {
    case RegisterScope::kSwitch:
      return "switch";
    case RegisterScope::kPort:
      return "port";
    case RegisterScope::kPortVc:
      return "port and VC";
    case RegisterScope::kExclusion:
      return "exclusion interval of an up port";
    case RegisterScope::kOffset:
      return "other group";
    case RegisterScope::kBucket:
      return "other group and bucket";
    case RegisterScope::kRemote:
      return "remote counter";
    case RegisterScope::kDestination:
      return "destination";
  }
  return "";
}

/// The sets that have the register: "interval, fir".
std::string set_names(const RegisterInfo& info) {
  return info.sets.empty() ? "all" : joined(info.sets);
}

/// The reset value of each word, as people write it.
std::string reset_text(const RegisterInfo& info) {
  if (info.reset == ~std::uint32_t{0}) return "all ones";
  return std::to_string(info.reset);
}

/// Addresses of the registers that a set has once in a switch, one word each.
void write_switch_addresses(const std::string& name, const std::string& prefix,
                            const std::vector<RegisterInfo>& registers, std::ostream& out) {
  if (registers.empty()) return;
  const int width = bits_for(registers.size());
  out << "\n  // Word addresses of the registers of the switch, register set " << name << ".\n"
      << "  parameter int " << prefix << "SwitchAddrWidth = " << width << ";\n"
      << "  typedef enum logic [" << width - 1 << ":0] {\n";
  for (std::size_t i = 0; i < registers.size(); ++i) {
    out << "    " << prefix << "Switch" << camel_case(registers[i].name) << " = " << width << "'d"
        << i << (i + 1 < registers.size() ? ",\n" : "\n");
  }
  out << "  } " << name << "_switch_addr_e;\n";
}

std::string systemverilog_package() {
  std::ostringstream out;
  out << "// Generated from " << kSources
      << " by netloom_generate_registers. Do not edit.\n"
         "package netloom_regs_pkg;\n"
         "\n"
         "  // Every user of the package needs some of it, none all.\n"
         "  /* verilator lint_off UNUSEDPARAM */\n"
         "\n"
         "  // Bits that hold the values 0 ... count-1 (at least 1).\n"
         "  function automatic integer bits_for(input integer count);\n"
         "    bits_for = (count <= 2) ? 1 : $clog2(count);\n"
         "  endfunction\n";

  for (const RegisterInfo& info : register_table()) {
    const std::string function = lower_case(info.name) + "_bits";
    std::string arguments;
    for (const std::string& size : sizes_in(info.width)) {
      arguments += (arguments.empty() ? "input integer " : ", input integer ") + size;
    }
    char reset[16];
    std::snprintf(reset, sizeof(reset), "32'h%08x", static_cast<unsigned>(info.reset));
    out << "\n  // " << info.name << " (per " << scope_name(info.scope) << ", "
        << (info.access == RegisterAccess::kReadOnly ? "read-only" : "read-write")
        << "): " << info.meaning << ".\n"
        << "  parameter logic [31:0] " << camel_case(info.name) << "Reset = " << reset << ";\n";
    // Functions need an argument.
    if (arguments.empty()) {
      out << "  parameter int " << camel_case(info.name) << "Bits = " << info.width << ";\n";
      continue;
    }
    out << "  function automatic integer " << function << "(" << arguments << ");\n"
        << "    " << function << " = " << info.width << ";\n"
        << "  endfunction\n";
  }

  for (const std::string& name : register_sets()) {
    const std::string prefix = camel_case(name);
    write_switch_addresses(name, prefix, set_registers(name, RegisterScope::kSwitch), out);
    std::vector<RegisterInfo> registers = set_registers(name, RegisterScope::kPort);
    const std::vector<RegisterInfo> exclusion = set_registers(name, RegisterScope::kExclusion);
    if (registers.empty() && exclusion.empty()) continue;
    // One word each, interval after interval.
    registers.insert(registers.end(), exclusion.begin(), exclusion.end());
    const int width = port_address_bits(name);
    out << "\n  // Word addresses of the registers of one port, register set " << name << ".\n"
        << "  parameter int " << prefix << "AddrWidth = " << width << ";\n";
    if (!exclusion.empty()) {
      out << "  // From a register of one exclusion interval to that of the next.\n"
          << "  parameter int " << prefix << "ExclusionWords = " << exclusion.size() << ";\n";
    }
    out << "  typedef enum logic [" << width - 1 << ":0] {\n";
    int address = 0;
    for (std::size_t i = 0; i < registers.size(); ++i) {
      const bool wide = most_words(registers[i]) > 1;
      out << "    " << prefix << camel_case(registers[i].name) << " = " << width << "'d" << address
          << (i + 1 < registers.size() ? "," : "")
          << (wide ? "  // and the words after it, lowest bits first"
              : registers[i].scope == RegisterScope::kExclusion ? "  // of exclusion interval 0"
                                                                : "")
          << "\n";
      if (wide && i + 1 < registers.size()) {
        throw Error("register " + registers[i].name + " can take several words, so in the set " +
                    name + " it has to come after all others");
      }
      ++address;
    }
    out << "  } " << name << "_addr_e;\n";
  }
  out << "\n  /* verilator lint_on UNUSEDPARAM */\n\nendpackage\n";
  return out.str();
}

std::string documentation() {
  std::ostringstream out;
  out << "# Registers\n"
         "\n"
         "<!-- Generated from "
      << kSources
      << " by netloom_generate_registers. Do not edit. -->\n"
         "\n"
         "Every register of a switch is declared once, in a file `"
      << kSources
      << "`. The model's register file, the TLM address map, the SystemVerilog package "
         "`rtl/generated/netloom_regs_pkg.sv`, the cost report and this page come from there.\n"
         "\n"
         "A register takes as many consecutive 32-bit little-endian words as its width needs, "
         "lowest bits first; all but RRR in switches of more than 32 ports need one. The words "
         "follow each other from byte address 0, in the order of the table below, registers that "
         "the switch does not have left out: one instance for a register of a switch, one per port "
         "(index = port), one per pair of port and VC (index = port * vcs + VC, `vcs` being the "
         "largest number of VCs of any port), one per exclusion interval of each up port (index "
         "= up port, counted from 0, * exclusion_intervals + interval), or one per destination "
         "(index = node). Bits above the width read "
         "as 0 and are ignored in writes. A write to a read-only register is answered with "
         "`TLM_COMMAND_ERROR_RESPONSE`.\n"
         "\n"
         "Which routing registers a switch has follows from the routing function and its "
         "parameters: one of these sets, or none.\n"
         "\n"
         "| set | what it is |\n"
         "| --- | --- |\n";
  for (const std::string& set : register_sets()) {
    out << "| " << set << " | " << RegisterSetRegistry::instance().find(set).meaning << " |\n";
  }
  out << "\n"
         "`bits_for(n)` is the number of bits that hold 0 … n-1, at least 1.\n"
         "\n"
         "| register | per | width | reset | access | class | sets | meaning |\n"
         "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const RegisterInfo& info : register_table()) {
    out << "| `" << info.name << "` | " << scope_name(info.scope) << " | `" << info.width << "` | "
        << reset_text(info) << " | "
        << (info.access == RegisterAccess::kReadOnly ? "read" : "read, write") << " | "
        << register_class_name(info.register_class) << " | " << set_names(info) << " | "
        << info.meaning << " |\n";
  }
  out << "\n"
         "Registers of the class `identity` are wired constants: they have an address but no "
         "flip-flops, and the cost report does not count them.\n"
         "\n"
         "After reset LIB = UIB = 0 and MR is all ones, so that a port which was not programmed "
         "matches node 0 and no other: no pair of bounds is an empty interval, and one node is the "
         "least it can "
         "allow. A port without a link is never offered, whatever its registers say.\n";
  return out.str();
}

}  // namespace
}  // namespace rtl
}  // namespace netloom

int main(int argc, char** argv) {
  return netloom::generate(argc, argv, netloom::kSources,
                           {{"rtl/generated/netloom_regs_pkg.sv", netloom::systemverilog_package},
                            {"docs/reference/registers.md", netloom::documentation}});
}
