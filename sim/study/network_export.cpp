#include "sim/study/network_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "rtl/export/network_text.h"
#include "rtl/export/recording_model.h"
#include "rtl/rtl_folders.h"
#include "sim/rtl/rtl_views.h"
#include "sim/run/make_workload.h"
#include "sim/run/point.h"
#include "sim/study/export_readme.h"

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
  shorter.run.warmup = 0;
  shorter.run.measure = request.cycles + latest;
  shorter.run.drain = 0;
  RtlViewPlan plan = rtl_view_plan(shorter);
  plan.make = [&](const SwitchPlan& of, structural::Clock& clock, Arena& arena,
                  const SwitchKind& kind, const SwitchStraps& straps) -> SwitchModelPtr {
    return arena.make<RecordingModel>(of, clock, kind, straps, shorter.netlist, recording);
  };
  PointRequest point = points_of(shorter, false).front();
  point.seed = request.seed;
  point.rtl_view = make_rtl_view_hook(plan);
  const Json result = simulate_point(shorter, point, load_trace(shorter));
  if (!succeeded(result)) throw Error(failure_text(result));
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

}  // namespace

void export_network(const Config& config, const NetworkExport& request) {
  require_empty(request.folder);
  require_rtl_folder("netloom rtl");
  if (!config.faults.empty()) {
    throw Error("faults: the bench of a network in RTL has no links that fail; allowed: none");
  }
  if (!config.rtl.switch_files.empty()) {
    throw Error("rtl.switch: networks are written with Netloom's own switch; allowed: none");
  }
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
  for (const char* const file :
       {"netloom_events.sv", "netloom_bench.sv", "bench.cc", "bench_systemc.cc"}) {
    folder.copy(bench + file, fmt::format("bench/{}", file));
  }
  folder.copy(bench + "Makefile", "Makefile");
  folder.write("configuration.yaml", print_config(config));
  folder.write("README.md", export_readme(config, request, recording, text));
  folder.is_whole();
}

}  // namespace sim
}  // namespace netloom
