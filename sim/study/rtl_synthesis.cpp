#include "sim/study/rtl_synthesis.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rtl/rtl_folders.h"
#include "sim/study/switch_script.h"
#include "sim/study/synthesis_programs.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kTop = Ice40::kTop;
/// A link to rtl_folder(), whose name may have blanks in it.
constexpr const char* kModules = "rtl";

/// Reads the circuit, makes gates of it, and then cells of an iCE40. Of the modules in
/// rtl_folder(), Yosys reads those that the circuit has: the numbers that it gives to what it reads
/// become names, and their order decides between netlists that are equally good, so that a module
/// that is not in the circuit would change the result.
std::string synthesis_script(const RtlCircuit& circuit, const std::vector<std::string>& sources) {
  std::string script;
  for (const auto& [name, text] : circuit.defines)
    script += fmt::format("verilog_defines -D{}={}\n", name, text);
  script += "read_verilog -sv -defer";
  for (const std::string& source : sources) script += ' ' + quoted(source);
  script += "\nchparam";
  for (const auto& [name, value] : circuit.parameters)
    script += fmt::format(" -set {} {}", name, value);
  script += fmt::format(" {0}\nhierarchy -check -libdir {2} -top {0}\nrename -top {1}\n",
                        circuit.module, kTop, kModules);
  script +=
      "proc\nflatten\nopt_clean\ndesign -save read\nwrite_rtlil read.il\n"
      "synth -top netloom_block\n" +
      cmos_script() + "write_json gates.json\ndesign -load read\n" + Ice40::script();
  return script;
}

}  // namespace

RtlSynthesis::RtlSynthesis(PlaceAndRoute place_and_route)
    : yosys_(require_yosys()), ice40_(yosys_, place_and_route) {}

SynthesisResult RtlSynthesis::of(const RtlCircuit& circuit,
                                 const std::vector<std::string>& more_sources) const {
  const std::string folder_of_rtl = require_rtl_folder("synthesis");
  std::vector<std::string> sources = {folder_of_rtl + "/generated/netloom_regs_pkg.sv"};
  const std::string top = folder_of_rtl + '/' + circuit.module + ".sv";
  if (fs::exists(top)) sources.push_back(top);
  sources.insert(sources.end(), more_sources.begin(), more_sources.end());

  const TemporaryFolder folder(folder_, "circuit");
  fs::create_directory_symlink(fs::absolute(folder_of_rtl), folder.file(kModules));
  run_yosys(yosys_, synthesis_script(circuit, sources), folder, circuit.module);

  SynthesisResult result;
  const auto gates = cells_of(read_json(folder, "gates.json").at("modules").at(kTop));
  for (const auto& [type, count] : gates) {
    if (!is_gate_level(type)) continue;
    (is_flip_flop(type) ? result.flip_flops : result.gates) += count;
    result.transistors += count * transistors_of(type);
  }
  result.ice40 = ice40_.of(folder, circuit.module);
  return result;
}

}  // namespace sim
}  // namespace netloom
