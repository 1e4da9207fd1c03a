#include "sim/study/network_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "routing/registers/packet_header.h"
#include "rtl/export/network_text.h"
#include "rtl/export/recording_model.h"
#include "rtl/rtl_folders.h"
#include "sim/base/progress.h"
#include "sim/config/fault_plan.h"
#include "sim/rtl/rtl_views.h"
#include "sim/run/make_workload.h"
#include "sim/run/network_check.h"
#include "sim/run/point.h"
#include "sim/study/export_readme.h"
#include "sim/study/switch_kinds.h"
#include "sim/study/switch_script.h"
#include "sim/study/switch_state.h"

namespace netloom {
inline namespace sim {
namespace {

namespace fs = std::filesystem;

void require_empty(const std::string& folder) {
  std::error_code failure;
  if (!fs::exists(folder, failure)) return;
  if (!fs::is_directory(folder, failure) || !fs::is_empty(folder, failure)) {
    throw Error(fmt::format(
        "--output {}: it is there already; allowed: a folder that is new or empty", folder));
  }
}

/// Runs the network, all switches of which are recorded.
NetworkRecording recording_of(const Config& config, const NetworkExport& request) {
  NetworkRecording recording;
  recording.cycles = request.cycles;
  recording.switches.resize(config.netlist.switches.size());
  // What leaves the network in the last cycle was seen by a switch before; what goes into a switch
  // then has left a host before.
  Cycle latest = 0;
  for (const Link& link : config.netlist.links) {
    latest = std::max(latest, static_cast<Cycle>(link.latency));
  }
  Config shorter = config;
  shorter.run = RunConfig();
  shorter.run.warmup = 0;
  shorter.run.measure = request.cycles + latest;
  shorter.run.seeds = {request.seed};
  shorter.run.completion_limit = config.run.completion_limit;
  shorter.run.memory_limit = config.run.memory_limit;
  // The model decides, and what the fabric manager will write is announced.
  shorter.rtl.mode = RtlConfig::Mode::kLockstep;
  RtlViewPlan plan = rtl_view_plan(shorter);
  plan.make = [&](const SwitchPlan& of, structural::Clock& clock, Arena& arena, SwitchKind kind,
                  const SwitchStraps& straps) -> SwitchModelPtr {
    if (request.phit_bits > 0) {
      kind.phit_bits = request.phit_bits;
      set_phit_bits(kind.parameters, header_bits(kind.header), kind.phit_bits);
    }
    return arena.make<RecordingModel>(of, clock, kind, straps, shorter.netlist, recording);
  };
  PointRequest point = points_of(shorter, false).front();
  point.cut = true;
  point.rtl_view = make_rtl_view_hook(plan);
  const auto cycles = static_cast<double>(shorter.run.measure);
  Progress progress(request.progress, 1, cycles, "runs");
  const Json result = simulate_point(shorter, point, load_trace(shorter),
                                     [&](double share) { progress.underway(share * cycles); });
  if (!succeeded(result)) {
    const Json& failure = result.at("failure");
    // An error is about the configuration, and anything else about this run.
    throw Error(failure.at("kind") == "error" ? failure.at("message").get<std::string>()
                                              : failure_text(result));
  }
  return recording;
}

/// A folder, and what is written into it. What is there goes again if it is not said to be whole.
class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {
    std::error_code failure;
    is_new_ = !fs::exists(path_, failure);
    fs::create_directories(path_, failure);
    if (failure) throw WriteError(fmt::format("{}: {}", path_, failure.message()));
  }
  ~Folder() {
    if (whole_) return;
    std::error_code ignored;
    if (is_new_) {
      fs::remove_all(path_, ignored);
      return;
    }
    for (const auto& entry : fs::directory_iterator(path_, ignored)) {
      fs::remove_all(entry.path(), ignored);
    }
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) {
    const fs::path file = fs::path(path_) / name;
    std::error_code failure;
    fs::create_directories(file.parent_path(), failure);
    if (failure) {
      throw WriteError(fmt::format("{}: {}", file.parent_path().string(), failure.message()));
    }
    write_file(file, text);
  }
  void copy(const std::string& from, const std::string& name) { write(name, read_text(from)); }
  void is_whole() { whole_ = true; }

 private:
  std::string path_;
  bool is_new_ = false;
  bool whole_ = false;
};

/// Netloom's own modules, in the order in which they are read: packages first.
std::vector<std::string> copy_modules(Folder& folder) {
  std::vector<std::string> packages, modules;
  for (const char* const own : {"generated", "", "switch"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(rtl_folder()) / own)) {
      const fs::path& file = entry.path();
      if (file.extension() != ".sv" && file.extension() != ".svh") continue;
      const std::string name = "rtl/" + file.filename().string();
      folder.copy(file, name);
      if (file.extension() == ".svh") continue;
      (*own == 'g' ? packages : modules).push_back(name);
    }
  }
  std::sort(packages.begin(), packages.end());
  std::sort(modules.begin(), modules.end());
  packages.insert(packages.end(), modules.begin(), modules.end());
  return packages;
}

/// What watches the pins of each switch while the bench runs.
void copy_monitors(Folder& folder) {
  for (const auto& entry : fs::directory_iterator(fs::path(rtl_folder()) / "monitor")) {
    folder.copy(entry.path(), "monitor/" + entry.path().filename().string());
  }
}

/// How Yosys counts the area of each kind of switch, as for `netloom cost --switch --synth`.
void write_area(Folder& folder, const NetworkText& text, const NetworkRecording& recording) {
  const ModuleFolders folders = {"rtl", "rtl", {"rtl"}};
  folder.write("area/read.ys", reading_script(folders));
  folder.write("area/modules.ys", hierarchy_script(folders) + coarse_script() + fine_script());
  folder.write("area/cmos.ys", cmos_script());
  folder.write("area/library.ys", library_script("cells.lib"));
  std::string copies;
  for (const NetworkText::Kind& kind : text.kinds()) {
    const SwitchKind& of = recording.switches[kind.switches.front()].kind;
    for (const ModuleState& each : switch_state(ElaboratedSwitch(of.parameters))) {
      if (each.copied_flip_flops == 0) continue;
      copies += fmt::format("{} {} {}\n", kind.module, each.module, each.copied_flip_flops);
    }
  }
  folder.write("area/copies.txt", copies);
  for (const char* const file : {"liberty.awk", "table.awk"}) {
    folder.copy(fmt::format("{}/export/area/{}", rtl_folder(), file), fmt::format("area/{}", file));
  }
}

}  // namespace

void export_network(LoadedConfig& loaded, const NetworkExport& request) {
  const Config& config = loaded.config();
  require_empty(request.folder);
  require_rtl_folder("netloom rtl");
  if (!config.rtl.switch_files.empty()) {
    throw Error(
        "rtl.switch: a network is written with Netloom's own switch, whose files are known, and "
        "not with all that yours may need; allowed: none, and then yours in the folder in the "
        "place of rtl/netloom_switch.sv");
  }
  for (const FaultConfig& each : config.faults) {
    const std::optional<Cycle> cycle = fails_later(each);
    if (!cycle || *cycle < request.cycles) continue;
    throw Error(fmt::format(
        "faults: the bench replays {} cycles, and a link fails in cycle {}; allowed: --cycles {} "
        "or more",
        request.cycles, *cycle, *cycle + 1));
  }
  require_enough_vcs(loaded);
  Folder folder(request.folder);
  NetworkRecording recording = recording_of(config, request);
  const NetworkText text(config.netlist, recording);
  std::vector<std::string> files = copy_modules(folder);
  folder.write("rtl/netloom_network_pkg.sv", text.package());
  files.insert(files.begin(), "rtl/netloom_network_pkg.sv");
  for (const NetworkText::Kind& kind : text.kinds()) {
    files.push_back(fmt::format("rtl/{}.sv", kind.module));
    folder.write(files.back(), kind.text);
  }
  files.emplace_back("rtl/netloom_network.sv");
  folder.write(files.back(), text.network());
  std::string list = "+incdir+rtl\n";
  for (const std::string& file : files) list += file + '\n';
  folder.write("files.f", list);
  copy_monitors(folder);
  folder.write("bench/netloom_bench_pkg.sv", text.bench_package());
  folder.write("bench/program.hex", text.program());
  folder.write("bench/stimulus.hex", text.stimulus());
  folder.write("bench/expected.hex", text.expected());
  const std::string bench = rtl_folder() + "/export/bench/";
  for (const char* const file : {"netloom_files.sv", "netloom_events.sv", "netloom_bench.sv",
                                 "bench.cc", "bench_systemc.cc"}) {
    folder.copy(bench + file, fmt::format("bench/{}", file));
  }
  folder.copy(bench + "Makefile", "Makefile");
  write_area(folder, text, recording);
  folder.write("configuration.yaml", print_config(config));
  folder.write("README.md", export_readme(config, request, recording, text));
  folder.is_whole();
}

}  // namespace sim
}  // namespace netloom
