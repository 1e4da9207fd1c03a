#include "sim/study/whole_switch_synthesis.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "routing/base/output_file.h"
#include "rtl/rtl_folders.h"
#include "sim/base/external_program.h"
#include "sim/study/switch_script.h"
#include "sim/study/synthesis_programs.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// A link to rtl_folder(), whose name may have blanks in it.
constexpr const char* kModuleFolder = "rtl";
/// A link to the library.
constexpr const char* kLibrary = "cells.lib";
/// Of a clock that no switch meets, in ns.
constexpr double kPeriod = 1;

/// Reads the switch, with its parameters.
std::string switch_script(const std::vector<std::string>& parameters) {
  const std::string folder = kModuleFolder;
  const ModuleFolders folders = {
      folder + "/generated", folder + "/switch", {folder, folder + "/switch"}};
  std::string script = reading_script(folders) + "chparam";
  for (const std::string& each : parameters) {
    const std::size_t equals = each.find('=');
    script += fmt::format(" -set {} {}", each.substr(0, equals), each.substr(equals + 1));
  }
  return script + fmt::format(" {}\n", kSwitchModule) + hierarchy_script(folders);
}

/// "input_port", whatever its parameters are.
std::string module_name(std::string name) {
  if (name.rfind("$paramod", 0) == 0) {
    const std::size_t begin = name.find('\\') + 1;
    name = name.substr(begin, name.find('\\', begin) - begin);
  }
  return name.rfind('\\', 0) == 0 ? name.substr(1) : name;
}

std::uint64_t number_of(const json& cell, const char* parameter) {
  const json& value = cell.at("parameters").at(parameter);
  return value.is_string() ? std::stoull(value.get<std::string>(), nullptr, 2)
                           : value.get<std::uint64_t>();
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// Of a module by itself.
ModuleSynthesis synthesis_of(const json& module, const std::optional<CellLibrary>& library) {
  constexpr auto kGate = static_cast<double>(kGateTransistors);
  ModuleSynthesis result;
  for (const auto& [name, cell] : module.at("cells").items()) {
    const std::string type = cell.at("type").get<std::string>();
    double equivalents = 0;
    double enable = 0;
    std::uint64_t flip_flops = 0;
    if (type == "$mem" || type == "$mem_v2") {
      result.memory += number_of(cell, "WIDTH") * number_of(cell, "SIZE");
    } else if (is_gate_level(type)) {
      flip_flops = is_flip_flop(type) ? 1 : 0;
      equivalents = static_cast<double>(transistors_of(type)) / kGate;
      enable = static_cast<double>(kEnableTransistors) / kGate;
    } else if (type.rfind('$', 0) == 0 && type.rfind("$paramod", 0) != 0 && contains(type, "dff")) {
      flip_flops = number_of(cell, "WIDTH");  // of a netlist that has no gates yet
    } else if (library) {
      const double area = library->area(type);
      flip_flops = library->is_flip_flop(type) ? 1 : 0;
      equivalents = area / library->gate_area();
      result.area += area;
    }
    result.flip_flops += flip_flops;
    result.gate_equivalents += equivalents;
    if (flip_flops > 0) result.register_equivalents += equivalents + enable;
  }
  return result;
}

/// How often each module is there, by its name in the netlist.
void count_instances(const json& modules, const std::string& name, std::uint64_t times,
                     std::map<std::string, std::uint64_t>& instances) {
  instances[name] += times;
  for (const auto& [type, count] : cells_of(modules.at(name))) {
    if (modules.contains(type) && modules.at(type).at("cells").is_object()) {
      count_instances(modules, type, times * count, instances);
    }
  }
}

std::vector<ModuleSynthesis> modules_of(const json& netlist,
                                        const std::optional<CellLibrary>& library) {
  const json& modules = netlist.at("modules");
  std::map<std::string, std::uint64_t> instances;
  count_instances(modules, kSwitchModule, 1, instances);
  std::map<std::string, ModuleSynthesis> sums;
  for (const auto& [name, count] : instances) {
    const ModuleSynthesis one = synthesis_of(modules.at(name), library);
    ModuleSynthesis& sum = sums[module_name(name)];
    const auto times = static_cast<double>(count);
    sum.module = module_name(name);
    sum.instances += count;
    sum.flip_flops += count * one.flip_flops;
    sum.memory += count * one.memory;
    sum.gate_equivalents += times * one.gate_equivalents;
    sum.register_equivalents += times * one.register_equivalents;
    sum.area += times * one.area;
  }
  std::vector<ModuleSynthesis> result;
  for (auto& [name, sum] : sums) {
    if (sum.flip_flops + sum.memory > 0 || sum.gate_equivalents > 0) {
      result.push_back(std::move(sum));
    }
  }
  return result;
}

/// What maps logic to the cells of the library, as fast as they are.
std::string fast_cells() {
  return fmt::format(
      "dfflibmap -liberty {0}\nopt -fast\nabc -liberty {0} -constr abc.constr -D 1000\n", kLibrary);
}

/// What has OpenSTA write of the longest path into path.txt: its slack, where it begins and where
/// it ends, and then each pin that it goes through, with the time at which it gets there. Straps do
/// not change, and reset is none of the clock's.
std::string timing_script(const char* netlist) {
  return fmt::format(
      "read_liberty {}\nread_verilog {}\nlink_design {}\n"
      "create_clock -name clk -period {} [get_ports clk_i]\n"
      "set_input_delay 0 -clock clk [all_inputs]\nset_output_delay 0 -clock clk [all_outputs]\n"
      "foreach port {{rst_ni switch_id_i* offered_i* preferred_* place_i*}} {{\n"
      "  if {{[llength [get_ports -quiet $port]] > 0}} {{\n"
      "    set_false_path -from [get_ports -quiet $port]\n  }}\n}}\n"
      "set ends [find_timing_paths -path_delay max -sort_by_slack]\n"
      "set out [open path.txt w]\n"
      "if {{[llength $ends] > 0}} {{\n"
      "  set end [lindex $ends 0]\n"
      "  puts $out [get_property $end slack]\n"
      "  puts $out [get_full_name [get_property $end startpoint]]\n"
      "  puts $out [get_full_name [get_property $end endpoint]]\n"
      "  foreach point [get_property $end points] {{\n"
      "    puts $out \"[get_property $point arrival] [get_full_name [get_property $point pin]]\"\n"
      "  }}\n}}\n"
      "close $out\nexit\n",
      kLibrary, netlist, kSwitchModule, kPeriod);
}

/// The module in which a cell of a flat netlist is, which is called after the instances that it is
/// in: A.B.CELL.
std::string module_of(const json& modules, const std::string& cell) {
  std::string module = kSwitchModule;
  std::size_t place = 0;
  for (;;) {
    std::string found;
    for (const auto& [name, instance] : modules.at(module).at("cells").items()) {
      if (name.size() > found.size() && cell.compare(place, name.size() + 1, name + '.') == 0 &&
          modules.contains(instance.at("type").get<std::string>())) {
        found = name;
      }
    }
    if (found.empty()) return module_name(module);
    module = modules.at(module).at("cells").at(found).at("type").get<std::string>();
    place += found.size() + 1;
  }
}

/// The signal that a cell drives, or a pin. After `rename -wire` a cell is called SIGNAL\\TYPE, and
/// OpenSTA doubles the bar.
std::string signal_of(const std::string& pin) {
  return pin.substr(0, pin.find("\\\\"));
}

}  // namespace

WholeSwitchSynthesis::WholeSwitchSynthesis(std::optional<CellLibrary> library,
                                           std::optional<PlaceAndRoute> ice40)
    : library_(std::move(library)), yosys_(require_yosys()), sta_(library_ ? require_sta() : "") {
  if (ice40) ice40_.emplace(yosys_, *ice40);
}

WholeSwitch WholeSwitchSynthesis::of(const std::vector<std::string>& parameters,
                                     WholeSwitchScope scope) const {
  const std::string modules = require_rtl_folder("synthesis");
  const TemporaryFolder folder(folder_, "switch");
  fs::create_directory_symlink(fs::absolute(modules), folder.file(kModuleFolder));
  if (library_) fs::create_symlink(fs::absolute(library_->file()), folder.file(kLibrary));
  std::string script = switch_script(parameters) + coarse_script();
  if (scope == WholeSwitchScope::kGates) {
    script += fine_script() + (library_ ? library_script(kLibrary) : cmos_script());
  }
  run_yosys(yosys_, script + "write_json modules.json\n", folder, kSwitchModule);
  WholeSwitch result;
  result.modules = modules_of(read_json(folder, "modules.json"), library_);
  if (!library_) {
    result.no_path = "no library: --liberty";
  } else if (scope == WholeSwitchScope::kGates) {
    find_path(parameters, folder, result);
  }
  if (ice40_) {
    run_yosys(
        yosys_,
        switch_script(parameters) +
            fmt::format("flatten\nopt_clean\nrename -top {}\nwrite_rtlil read.il\n", Ice40::kTop) +
            Ice40::script(),
        folder, kSwitchModule);
    result.ice40 = ice40_->of(folder, kSwitchModule);
  }
  return result;
}

WholeSwitchSynthesis::TimedPath WholeSwitchSynthesis::time(const TemporaryFolder& folder,
                                                           const char* netlist) const {
  write_file(folder.file("path.tcl"), timing_script(netlist));
  std::filesystem::remove(folder.file("path.txt"));
  TimedPath path;
  path.status =
      run_program({sta_, "-no_splash", "-exit", "path.tcl"}, folder.path(), folder.file("log"));
  std::ifstream file(folder.file("path.txt"));
  std::string slack, end;
  std::getline(file, slack);
  std::getline(file, path.begin);
  std::getline(file, end);
  if (path.status != 0 || end.empty()) return path;
  path.end = end;
  path.period = kPeriod - std::stod(slack);
  double arrival = 0;
  std::string pin;
  while (file >> arrival >> pin) path.points.emplace_back(arrival, pin);
  return path;
}

void WholeSwitchSynthesis::find_path(const std::vector<std::string>& parameters,
                                     const TemporaryFolder& folder, WholeSwitch& result) const {
  write_file(folder.file("abc.constr"),
             fmt::format("set_driving_cell {}\nset_load 0.02\n", library_->inverter()));
  run_yosys(yosys_,
            switch_script(parameters) + "flatten\n" + coarse_script() + "memory_map\n" +
                fine_script() + fast_cells() +
                fmt::format("opt_clean -purge\nread_liberty -lib -ignore_miss_func {0}\n"
                            "rename -wire\nwrite_verilog -noattr -noexpr flat.v\n",
                            kLibrary),
            folder, kSwitchModule);
  const TimedPath timed = time(folder, "flat.v");
  if (timed.end.empty()) {
    result.no_path = "sta finds none:" + failure_text(sta_, timed.status, folder);
    return;
  }
  LongestPath path;
  path.period = timed.period;
  path.begin = signal_of(timed.begin);
  path.end = signal_of(timed.end);
  find_parts(parameters, folder, path);
  result.path = std::move(path);
}

void WholeSwitchSynthesis::find_parts(const std::vector<std::string>& parameters,
                                      const TemporaryFolder& folder, LongestPath& path) const {
  run_yosys(yosys_,
            switch_script(parameters) + coarse_script() + "memory_map\n" + fine_script() +
                fast_cells() +
                "opt_clean\nrename -enumerate\nwrite_json apart.json\n"
                "flatten\nsplitnets\nopt_clean -purge\nwrite_verilog -noattr -noexpr apart.v\n",
            folder, kSwitchModule);
  const TimedPath timed = time(folder, "apart.v");
  if (timed.end.empty()) return;
  path.apart = timed.period;
  const json netlist = read_json(folder, "apart.json");
  const auto add = [&path](const std::string& module, double ns) {
    if (ns <= 0) return;
    for (PathPart& part : path.parts) {
      if (part.module == module) {
        part.ns += ns;
        return;
      }
    }
    path.parts.push_back({module, ns});
  };
  double before = 0;
  std::string module = kSwitchModule;
  for (const auto& [arrival, pin] : timed.points) {
    const std::size_t slash = pin.rfind('/');
    module = slash == std::string::npos ? kSwitchModule
                                        : module_of(netlist.at("modules"), pin.substr(0, slash));
    add(module, arrival - before);
    before = arrival;
  }
  add(module, path.apart - before);  // the time that data has to be there before the clock
}

}  // namespace sim
}  // namespace netloom
