#include "sim/sweep/identity.h"

#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "routing/base/program_file.h"
#include "routing/netlist/netlist_io.h"
#include "rtl/block_registry.h"
#include "sim/base/file_bytes.h"
#include "sim/base/json.h"
#include "sim/config/views.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;

/// Keys of the section `simulation` that change no result, or list points.
constexpr std::array kNotPartOfResults = {"seeds",        "quantum",          "idle_skipping",
                                          "shuffle",      "specialised",      "mixed_cores",
                                          "memory_limit", "check_invariants", "regions",
                                          "regions_file", "threads"};

/// FNV-1a, of what is added one after the other.
class ContentHash {
 public:
  void add(std::string_view bytes) {
    // The 128-bit prime is 2^88 + 0x13b; the product is put together from 64-bit halves.
    constexpr std::uint64_t kLowFactor = 0x13b;
    for (const char c : bytes) {
      low_ ^= static_cast<unsigned char>(c);
      const std::uint64_t low_part = (low_ & 0xffffffffu) * kLowFactor;
      const std::uint64_t middle = (low_ >> 32) * kLowFactor + (low_part >> 32);
      high_ = high_ * kLowFactor + (middle >> 32) + (low_ << 24);
      low_ = middle << 32 | (low_part & 0xffffffffu);
    }
  }
  std::string text() const { return fmt::format("{:016x}{:016x}", high_, low_); }

 private:
  std::uint64_t high_ = 0x6c62272e07bb0142u;
  std::uint64_t low_ = 0x62b821756295c58du;
};

std::string file_hash(const std::string& path) {
  ContentHash hash;
  read_blocks(path, [&hash](std::string_view block) { hash.add(block); });
  return hash.text();
}

/// Files of the layers, where they are shared libraries.
std::vector<std::string> own_libraries() {
  std::vector<std::string> found;
  const auto add = [](dl_phdr_info* info, std::size_t, void* files) {
    const std::string_view path = info->dlpi_name;
    constexpr std::string_view kBeginning = "libnetloom_";
    if (path.substr(path.rfind('/') + 1).substr(0, kBeginning.size()) == kBeginning) {
      static_cast<std::vector<std::string>*>(files)->emplace_back(path);
    }
    return 0;
  };
  dl_iterate_phdr(add, &found);
  std::sort(found.begin(), found.end());
  return found;
}

const std::string& program_hash() {
  static const std::string hash = [] {
    const std::vector<std::string> libraries = own_libraries();
    std::string all = file_hash(program_file());
    if (libraries.empty()) return all;
    for (const std::string& library : libraries) all += file_hash(library);
    return content_hash(all);
  }();
  return hash;
}

/// Hashes of the files that parameters name: by convention `file` and `…_file`.
void add_files(const ParameterMap& parameters, json& files) {
  for (const auto& [name, value] : parameters) {
    const auto* path = std::get_if<std::string>(&value);
    const std::string suffix = "_file";
    const bool names_file =
        name == "file" || (name.size() > suffix.size() &&
                           name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0);
    if (path != nullptr && names_file) files.push_back(file_hash(*path));
  }
}

/// `any_build`: RTL blocks that are part of the build do not count.
json files_of(const Config& config, bool any_build) {
  json files = json::array();
  add_files(config.routing_parameters, files);
  for (const TrafficConfig::Phase& phase : config.traffic.phases) {
    for (const TrafficConfig::Pattern& pattern : phase.patterns) {
      add_files(pattern.parameters, files);
    }
  }
  if (config.davc) {
    std::ostringstream ids;
    write_davc_ids(config.netlist, config.davc->ids, ids);
    files.push_back(content_hash(ids.str()));
  }
  if (!config.traffic.trace.empty()) files.push_back(file_hash(config.traffic.trace));
  for (const RtlConfig::Block& block : config.rtl.blocks) {
    const std::string file = rtl_block_file(block.implementation);
    const bool counts = !any_build || is_block_path(block.implementation);
    if (counts && !file.empty()) files.push_back(file_hash(file));
  }
  return files;
}

std::string hash_of(const Netlist& netlist) {
  std::ostringstream text;
  write_netlist(netlist, NetlistFormat::kJson, text);
  return content_hash(text.str());
}

/// The hash of a netlist. Those that a topology makes follow from the section: many curves of an
/// experiment have the same, whose text has megabytes.
std::string netlist_hash(const Config& config) {
  const json& section = config.resolved.at("network");
  if (section.contains("file")) return hash_of(config.netlist);
  static std::map<std::string, std::string> known;
  const auto [found, is_new] = known.try_emplace(json_text(section));
  if (is_new) found->second = hash_of(config.netlist);
  return found->second;
}

/// Takes the values of keys that name files out of a section: their contents count.
void remove_file_names(json& value) {
  if (value.is_array()) {
    for (json& each : value) remove_file_names(each);
  }
  if (!value.is_object()) return;
  for (const char* name : {"file", "trace", "ids_file", "regions_file"}) {
    if (value.contains(name) && value.at(name).is_string()) value.erase(name);
  }
  for (json& each : value) remove_file_names(each);
}

}  // namespace

const char* version() {
  return NETLOOM_VERSION;
}

std::string identity_of(const Config& config, bool any_build,
                        const std::vector<std::string>& switches) {
  json resolved = config.resolved;
  for (const char* name : kNotPartOfResults) resolved["simulation"].erase(name);
  const bool in_rtl = has_rtl_view(config);
  if (!in_rtl) resolved.erase("views");
  resolved["traffic"].erase("load");
  resolved.erase("cost");
  remove_file_names(resolved["network"]);
  remove_file_names(resolved["routing"]);
  remove_file_names(resolved["traffic"]);
  json identity = {{"version", version()},
                   {"program", any_build ? "any" : program_hash()},
                   {"config", resolved},
                   {"netlist", netlist_hash(config)},
                   {"files", files_of(config, any_build)}};
  if (in_rtl) identity["switches"] = switches;
  return json_text(identity);
}

std::string identity_of(const std::string& kind, const Json& settings, bool any_build) {
  return json_text(Json{{"version", version()},
                        {"program", any_build ? "any" : program_hash()},
                        {"kind", kind},
                        {"settings", settings}});
}

Json inputs_of_run(const Config& config) {
  json resolved = config.resolved;
  remove_file_names(resolved);
  Json files = Json::object();
  for (const InputFile& file : config.inputs) {
    // Of the configuration counts what has been read, and a pipe is read once.
    if (&file == &config.inputs.front() || !std::filesystem::is_regular_file(file.path)) continue;
    files[file.what] = file_hash(file.path);
  }
  return {{"program", program_hash()}, {"configuration", resolved}, {"files", files}};
}

std::string content_hash(std::string_view text) {
  ContentHash hash;
  hash.add(text);
  return hash.text();
}

}  // namespace sim
}  // namespace netloom
