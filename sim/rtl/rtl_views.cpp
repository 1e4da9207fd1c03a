#include "sim/rtl/rtl_views.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "hw/structural/structural_model.h"
#include "routing/base/error.h"
#include "routing/base/hash_of.h"
#include "routing/base/output_file.h"
#include "rtl/rtl_folders.h"
#include "rtl/view/lockstep_model.h"
#include "rtl/view/rtl_model.h"
#include "rtl/view/switch_instance.h"
#include "sim/base/file_bytes.h"
#include "sim/config/views.h"
#include "sim/rtl/block_build.h"

namespace netloom {
inline namespace sim {
namespace {

namespace fs = std::filesystem;

/// Of what a switch is made by, the compiler and its options too, and of the names of the files
/// that it may be made from: these sources, what is beside them, where modules are looked for, and
/// Netloom's own. Their contents count where Verilator has read them.
std::uint64_t hash_of_sources(const std::vector<std::string>& sources) {
  const std::string rtl = require_rtl_folder("a switch in RTL");
  std::uint64_t hash = hash_of(file_bytes(rtl + "/build_block"), 0);
  for (const char* const header : {"block_interface.h", "verilated_block.h"}) {
    hash = hash_of(file_bytes(rtl + "/loadable/" + header), hash);
  }
  for (const char* const variable : {"CXX", "CXXFLAGS"}) {
    const char* const value = std::getenv(variable);
    hash = hash_of(std::string(value == nullptr ? "" : value) + '/', hash);
  }
  std::set<fs::path> folders;
  for (const char* const own : {"", "generated", "monitor", "switch"}) {
    folders.insert(fs::path(rtl) / own);
  }
  std::set<std::string> names;
  for (const std::string& source : sources) folders.insert(fs::absolute(source).parent_path());
  const std::set<std::string> kinds = {".sv", ".svh", ".v", ".vh"};
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (kinds.count(entry.path().extension()) > 0) names.insert(entry.path());
    }
  }
  for (const std::string& name : names) hash = hash_of(name + '/', hash);
  // Of the files of one folder these are the switch's, and the first says which module it is. What
  // they include is found from where they are.
  for (const std::string& source : sources) {
    hash = hash_of(fs::absolute(source).lexically_normal().string() + '/', hash);
  }
  return hash;
}

/// Where the object is kept that was made from files with these names, one a line, as they are now.
/// Error: one of them cannot be read.
std::string object_file(const std::string& stem, const std::string& names) {
  std::uint64_t hash = 0;
  std::istringstream lines(names);
  for (std::string name; std::getline(lines, name);) {
    hash = hash_of(file_bytes(name), hash_of(name + '/', hash));
  }
  return fmt::format("{}_{:016x}.so", stem, hash);
}

/// The one that is kept, if all files are as they were when it was made; empty: there is none.
std::string kept_object(const std::string& stem, const std::string& names_file) {
  try {
    const std::string file = object_file(stem, file_bytes(names_file));
    std::error_code failure;
    return fs::exists(file, failure) ? file : "";
  } catch (const Error&) {
    return "";  // nothing is kept, or a file is not there any more
  }
}

/// The object in a file of switch_object_folder(); null: it cannot be loaded, as something has cut
/// it off, and there has to be another.
SharedBlock loaded_object(const std::string& file) {
  try {
    return std::make_shared<const BlockObject>(file, BlockObject::Trust::kNetlooms);
  } catch (const Error&) {
    return nullptr;
  }
}

/// Error: nothing can be kept in it.
void make_object_folder(const std::string& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (!failure && access(folder.c_str(), W_OK) != 0) {
    failure = std::error_code(errno, std::generic_category());
  }
  if (!failure) return;
  throw Error(fmt::format(
      "switches in RTL are kept in {}, which cannot be written: {}; allowed: another folder, by "
      "XDG_CACHE_HOME",
      folder, failure.message()));
}

/// The sources: of a user, or Netloom's own; and hash_of_sources().
SharedBlock object_of(const SwitchKind& kind, const std::vector<std::string>& sources,
                      std::uint64_t hash, bool monitored) {
  const std::string folder = switch_object_folder();
  const std::string stem =
      fmt::format("{}/{}_{:016x}{}", folder, kind.name(), hash, monitored ? "_monitored" : "");
  const std::string names_file = stem + ".read";
  if (const std::string file = kept_object(stem, names_file); !file.empty()) {
    if (SharedBlock kept = loaded_object(file)) return kept;
  }
  make_object_folder(folder);
  BlockBuild build;
  build.sources = sources;
  build.decision = "switch";
  build.name = kind.name();
  build.parameters = kind.parameters;
  build.summary = "a whole switch";
  build.monitored = monitored;
  const BuiltSwitch built = switch_object(build, isatty(STDERR_FILENO) != 0);
  const std::string file = object_file(stem, built.read);
  write_file(file, built.object);
  write_file(names_file, built.read);
  return std::make_shared<const BlockObject>(file, BlockObject::Trust::kNetlooms);
}

/// The shared objects of a network's kinds of switches, each of which is asked for once.
class SwitchObjects {
 public:
  /// `sources`: of a user; empty: Netloom's own.
  SwitchObjects(std::vector<std::string> sources, bool monitored)
      : sources_(std::move(sources)), monitored_(monitored) {
    if (sources_.empty()) sources_.push_back(rtl_folder() + "/switch/netloom_switch.sv");
    hash_ = hash_of_sources(sources_);
  }

  const SharedBlock& of(const SwitchKind& kind) {
    SharedBlock& object = objects_[kind.name()];
    if (object == nullptr) object = object_of(kind, sources_, hash_, monitored_);
    return object;
  }

 private:
  std::vector<std::string> sources_;
  bool monitored_;
  std::uint64_t hash_;
  std::map<std::string, SharedBlock> objects_;  ///< by the name of their kind
};

std::shared_ptr<SwitchObjects> switch_objects(const Config& config) {
  const bool monitored =
      config.rtl.mode == RtlConfig::Mode::kLockstep || config.network.simulation.check_invariants;
  return std::make_shared<SwitchObjects>(config.rtl.switch_files, monitored);
}

}  // namespace

std::string switch_object_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fmt::format("{}/netloom/switches", cache);
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fmt::format("{}/.cache/netloom/switches", home);
  throw Error(
      "there is no folder for switches in RTL; allowed: an absolute path in XDG_CACHE_HOME or "
      "HOME");
}

RtlViewPlan rtl_view_plan(const Config& config) {
  return {&config.netlist,
          config.routing_function,
          config.network.switches.selection,
          config.vc_policy,
          [&config](DecisionHooks hooks) { return make_routing(config, std::move(hooks)); },
          config.vcs,
          {}};
}

RtlViewHook rtl_view_hook(const Config& config) {
  if (!has_rtl_view(config)) return {};
  RtlViewPlan plan = rtl_view_plan(config);
  plan.make = [objects = switch_objects(config),
               lockstep = config.rtl.mode == RtlConfig::Mode::kLockstep](
                  const SwitchPlan& of, structural::Clock& clock, Arena& arena,
                  const SwitchKind& kind, const SwitchStraps& straps) -> SwitchModelPtr {
    const SharedBlock& object = objects->of(kind);
    if (lockstep) return arena.make<LockstepModel>(of, clock, object, kind, straps);
    return arena.make<RtlModel>(of, clock, object, kind, straps);
  };
  return make_rtl_view_hook(plan);
}

RtlKinds::RtlKinds(const Config& config) : config_(config) {}

RtlViewHook RtlKinds::hook() {
  RtlViewPlan plan = rtl_view_plan(config_);
  plan.make = [this](const SwitchPlan& of, structural::Clock& clock, Arena& arena,
                     const SwitchKind& kind, const SwitchStraps& /*straps*/) -> SwitchModelPtr {
    kinds_.emplace(kind.name(), kind);
    return arena.make<structural::StructuralModel>(of, clock);
  };
  return make_rtl_view_hook(plan);
}

std::vector<std::string> RtlKinds::build() {
  const auto objects = switch_objects(config_);
  std::vector<std::string> names;
  for (const auto& [name, kind] : kinds_) {
    const SharedBlock& object = objects->of(kind);
    if (config_.rtl.mode != RtlConfig::Mode::kLockstep) require_watch_pins(*object);
    watched_ = watched_ && has_watch_pins(*object);
    names.push_back(fs::path(object->path()).filename());
  }
  return names;
}

}  // namespace sim
}  // namespace netloom
