#include "sim/cli/register_readout.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "sim/report/text_columns.h"

namespace netloom {
namespace {

std::uint32_t width_mask(const RegisterInfo& info, const SwitchShape& shape) {
  const int bits = info.bits(shape);
  return bits >= 32 ? 0xffffffffu : (std::uint32_t{1} << bits) - 1;
}

}  // namespace

std::string register_table_text(const Config& config, Fabric& fabric) {
  std::vector<std::vector<std::string>> rows;
  const auto switches = static_cast<SwitchId>(config.netlist.switches.size());
  for (SwitchId id = 0; id < switches; ++id) {
    const RegisterFile& file = fabric.network().registers(id);
    std::vector<std::string> header = {"switch", "port"};
    std::vector<const RegisterInfo*> of_ports;
    for (const RegisterInfo& info : file.registers()) {
      if (info.register_class != RegisterClass::kRouting) continue;
      if (info.scope == RegisterScope::kPort) {
        header.push_back(info.name);
        of_ports.push_back(&info);
      } else if (info.scope == RegisterScope::kSwitch) {
        rows.push_back({config.netlist.switches[id].name, "-", info.name,
                        std::to_string(fabric.manager().read(id, info.name, 0))});
      }
    }
    if (id == 0) rows.insert(rows.begin(), header);
    if (of_ports.empty()) continue;
    for (int port = 0; port < file.shape().ports; ++port) {
      std::vector<std::string> row = {config.netlist.switches[id].name, std::to_string(port)};
      for (const RegisterInfo* info : of_ports) {
        row.push_back(std::to_string(fabric.manager().read(id, info->name, port)));
      }
      rows.push_back(std::move(row));
    }
  }
  return aligned_columns(rows, {0});
}

RegisterCheck check_registers(const Config& config, Fabric& fabric) {
  RegisterCheck result;
  const auto switches = static_cast<SwitchId>(config.netlist.switches.size());
  for (SwitchId id = 0; id < switches; ++id) {
    const RegisterFile& file = fabric.network().registers(id);
    std::map<std::pair<std::string, int>, std::uint32_t> program;
    for (const RegisterWrite& write : fabric.routing().register_program(id)) {
      program[{write.name, write.index}] = write.value;
    }
    for (const RegisterInfo& info : file.registers()) {
      if (info.access != RegisterAccess::kReadWrite) continue;
      for (int index = 0; index < file.count(info); ++index) {
        const auto written = program.find({info.name, index});
        const std::uint32_t expected = (written == program.end() ? info.reset : written->second) &
                                       width_mask(info, file.shape());
        const std::uint32_t found = fabric.manager().read(id, info.name, index);
        ++result.words;
        if (found == expected) continue;
        result.differences.push_back(fmt::format("switch {}: {}[{}] is {} and not {}",
                                                 config.netlist.switches[id].name, info.name, index,
                                                 found, expected));
      }
    }
  }
  return result;
}

}  // namespace netloom
