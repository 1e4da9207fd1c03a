#include "rtl/block_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "rtl/own_blocks.h"
#include "rtl/rtl_folders.h"

namespace netloom {
inline namespace rtl {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSuffix = ".so";

RtlBlockEntry load(const std::string& path) {
  const bool is_own = fs::path(path).parent_path() == own_block_folder();
  const auto block = std::make_shared<const BlockObject>(
      path, is_own ? BlockObject::Trust::kNetlooms : BlockObject::Trust::kNone);
  const auto& decisions = RtlDecisionRegistry::instance();
  if (!decisions.contains(block->decision())) {
    throw Error(fmt::format("{}: makes the decision '{}'; allowed: {}", path, block->decision(),
                            joined(decisions.names())));
  }
  RtlBlockEntry entry = decisions.find(block->decision()).adapt(block);
  entry.block = block->decision();
  entry.module = block->module();
  entry.summary = block->summary();
  entry.sources = block->sources();
  return entry;
}

}  // namespace

bool is_block_path(const std::string& name) {
  return name.find('/') != std::string::npos || fs::path(name).extension() == kSuffix;
}

std::string rtl_block_file(const std::string& name) {
  if (is_block_path(name)) return name;
  std::error_code failure;
  for (const std::string& folder : rtl_block_folders()) {
    const fs::path path = fs::path(folder) / (name + kSuffix);
    if (fs::exists(path, failure)) return path;
  }
  return {};
}

RtlBlockRegistry& RtlBlockRegistry::instance() {
  static RtlBlockRegistry registry;
  return registry;
}

RtlBlockRegistry::Registration::Registration(const std::string& name, RtlBlockEntry entry) {
  instance().entries_.emplace(name, std::move(entry));
}

const RtlBlockEntry& RtlBlockRegistry::find(const std::string& name) const {
  const auto known = entries_.find(name);
  if (known != entries_.end()) return known->second;
  const std::string path = rtl_block_file(name);
  if (path.empty()) {
    const std::vector<std::string> own = own_block_names();
    if (std::find(own.begin(), own.end(), name) != own.end()) throw Error(not_built_text({name}));
    throw Error(
        fmt::format("unknown RTL block implementation '{}'; known: {} (in {}), or the path "
                    "of a shared object",
                    name, joined(names()), joined(rtl_block_folders())));
  }
  return entries_.emplace(name, load(path)).first->second;
}

bool RtlBlockRegistry::contains(const std::string& name) const {
  return entries_.count(name) != 0 || !rtl_block_file(name).empty();
}

std::vector<std::string> RtlBlockRegistry::names() const {
  std::set<std::string> result;
  for (const auto& [name, entry] : entries_) {
    if (!is_block_path(name)) result.insert(name);
  }
  for (const std::string& folder : rtl_block_folders()) {
    std::error_code failure;
    for (const fs::directory_entry& each : fs::directory_iterator(folder, failure)) {
      if (each.path().extension() == kSuffix) result.insert(each.path().stem());
    }
  }
  return {result.begin(), result.end()};
}

std::vector<std::string> rtl_implementations(const std::string& block) {
  std::vector<std::string> result;
  const auto& registry = RtlBlockRegistry::instance();
  for (const std::string& name : registry.names()) {
    try {
      if (registry.find(name).block == block) result.push_back(name);
    } catch (const Error&) {
      // Asked for by its name, it says what is wrong with it.
    }
  }
  return result;
}

}  // namespace rtl
}  // namespace netloom
