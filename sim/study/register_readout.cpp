#include "sim/study/register_readout.h"

#include <fmt/format.h>

#include <map>
#include <tuple>
#include <utility>

#include "sim/base/progress.h"
#include "sim/base/text_columns.h"
#include "sim/study/programmed_fabric.h"

namespace netloom {
inline namespace sim {
namespace {

/// A register's value now, read over TLM, as text.
std::string read_text(Fabric& fabric, SwitchId id, const RegisterInfo& info, int index) {
  return register_text(info, fabric.manager().read_words(id, info, index));
}

}  // namespace

std::string register_table_text(LoadedConfig& loaded, bool progress) {
  const Config& config = loaded.config();
  const auto switches = static_cast<SwitchId>(config.netlist.switches.size());
  Progress line(progress, switches, static_cast<double>(switches), "switches read");
  ProgrammedFabric programmed(loaded);
  Fabric& fabric = programmed.fabric;
  std::vector<std::vector<std::string>> rows;
  for (SwitchId id = 0; id < switches; ++id, line.finished(1)) {
    const RegisterFile& file = fabric.network().registers(id);
    const SwitchShape& shape = file.shape();
    std::vector<std::string> header = {"switch", "port"};
    std::vector<const RegisterInfo*> of_ports;
    std::vector<const RegisterInfo*> of_exclusions;
    for (const RegisterInfo& info : file.registers()) {
      if (info.register_class != RegisterClass::kRouting) continue;
      if (info.scope == RegisterScope::kPort) {
        header.push_back(info.name);
        of_ports.push_back(&info);
        continue;
      }
      if (info.scope == RegisterScope::kExclusion) {
        of_exclusions.push_back(&info);
        continue;
      }
      for (int index = 0; index < file.count(info); ++index) {
        rows.push_back({config.netlist.switches[id].name, "-",
                        fmt::format("{}[{}]", info.name, index),
                        read_text(fabric, id, info, index)});
      }
    }
    for (int i = 0; i < shape.exclusion_intervals; ++i) {
      for (const RegisterInfo* info : of_exclusions) {
        header.push_back(fmt::format("{}[{}]", info->name, i));
      }
    }
    if (id == 0) rows.insert(rows.begin(), header);
    if (of_ports.empty()) continue;
    for (int port = 0; port < shape.ports; ++port) {
      std::vector<std::string> row = {config.netlist.switches[id].name, std::to_string(port)};
      for (const RegisterInfo* info : of_ports) {
        row.push_back(read_text(fabric, id, *info, port));
      }
      const int up = port - shape.first_up_port;
      for (int i = 0; i < shape.exclusion_intervals; ++i) {
        for (const RegisterInfo* info : of_exclusions) {
          const bool there = up >= 0 && up < shape.up_ports;
          row.push_back(there ? read_text(fabric, id, *info, up * shape.exclusion_intervals + i)
                              : "-");
        }
      }
      rows.push_back(std::move(row));
    }
  }
  return aligned_columns(rows, {0});
}

RegisterCheck check_registers(LoadedConfig& loaded) {
  const Config& config = loaded.config();
  ProgrammedFabric programmed(loaded);
  Fabric& fabric = programmed.fabric;
  RegisterCheck result;
  const auto switches = static_cast<SwitchId>(config.netlist.switches.size());
  for (SwitchId id = 0; id < switches; ++id) {
    const RegisterFile& file = fabric.network().registers(id);
    std::map<std::tuple<std::string, int, int>, std::uint32_t> program;
    for (const RegisterWrite& write : fabric.routing().register_program(id)) {
      program[{write.name, write.index, write.word}] = write.value;
    }
    for (const RegisterInfo& info : file.registers()) {
      if (info.access != RegisterAccess::kReadWrite) continue;
      for (int index = 0; index < file.count(info); ++index) {
        const std::vector<std::uint32_t> found = fabric.manager().read_words(id, info, index);
        std::vector<std::uint32_t> expected;
        for (int word = 0; word < static_cast<int>(found.size()); ++word) {
          const auto written = program.find({info.name, index, word});
          const std::uint32_t value = written == program.end() ? info.reset : written->second;
          expected.push_back(value & info.word_mask(file.shape(), word));
        }
        result.words += found.size();
        if (found == expected) continue;
        result.differences.push_back(fmt::format(
            "switch {}: {}[{}] is {} and not {}", config.netlist.switches[id].name, info.name,
            index, register_text(info, found), register_text(info, expected)));
      }
    }
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
