#include "rtl/loadable/block_object.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "routing/base/error.h"
#include "rtl/loadable/register_map.h"
#include "rtl/loadable/shared_object_file.h"
#include "rtl/loadable/trial.h"

namespace netloom {
inline namespace rtl {
namespace {

constexpr const char* kHowToMake = "`netloom rtl build` makes one";

/// The first field of a module that is not what it has to be; empty: none.
std::string broken_field(const netloom_module& module) {
  if (module.size <= 0) return "size";
  if (module.variant < 0) return "variant";
  if (module.port_count > 0 && module.ports == nullptr) return "ports";
  if (module.create == nullptr) return "create";
  if (module.destroy == nullptr) return "destroy";
  if (module.storage == nullptr) return "storage";
  if (module.eval == nullptr) return "eval";
  for (std::uint32_t i = 0; i < module.port_count; ++i) {
    if (module.ports[i].name == nullptr) return fmt::format("ports[{}].name", i);
    if (module.ports[i].bits == 0) return fmt::format("ports[{}].bits", i);
  }
  return "";
}

/// The same of a block.
std::string broken_field(const netloom_block& block) {
  if (block.name == nullptr) return "name";
  if (block.decision == nullptr) return "decision";
  if (block.module == nullptr) return "module";
  if (block.summary == nullptr) return "summary";
  if (block.source_count > 0 && block.sources == nullptr) return "sources";
  for (std::uint32_t i = 0; i < block.source_count; ++i) {
    if (block.sources[i] == nullptr) return fmt::format("sources[{}]", i);
  }
  if (block.module_count == 0) return "module_count";
  if (block.modules == nullptr) return "modules";
  for (std::uint32_t i = 0; i < block.module_count; ++i) {
    const std::string field = broken_field(block.modules[i]);
    if (!field.empty()) return fmt::format("modules[{}].{}", i, field);
  }
  return "";
}

/// Error: a field of the interface is not what it has to be.
void require_whole(const std::string& path, const netloom_block& block) {
  const std::string field = broken_field(block);
  if (!field.empty()) {
    throw Error(fmt::format("{}: its RTL block is incomplete: {} is null or out of range; {}", path,
                            field, kHowToMake));
  }
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw Error(fmt::format("{}: cannot be loaded as a shared object with an RTL block ({}); {}",
                          path, reason, kHowToMake));
}

/// Whether what dlsym() has found is code, as far as the object says.
bool is_function(const void* symbol) {
  Dl_info info;
  ElfW(Sym)* entry = nullptr;
  if (dladdr1(symbol, &info, reinterpret_cast<void**>(&entry), RTLD_DL_SYMENT) == 0 ||
      entry == nullptr) {
    return true;
  }
  const unsigned type = ELF64_ST_TYPE(entry->st_info);
  return type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC;
}

/// An object, and what it exports.
struct Loaded {
  const netloom_block* block;
  const char* (*complaint)();
  const char* (*ending)();
};

/// Loads `file` and checks it; `path` is its name in messages.
Loaded loaded_block(const std::string& path, const std::string& file) {
  void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) refuse(path, dlerror());
  void* const symbol = dlsym(object, "netloom_block_interface");
  if (symbol == nullptr || !is_function(symbol)) {
    const char* const what = symbol == nullptr ? "missing" : "no function";
    dlclose(object);
    throw Error(
        fmt::format("{}: a shared object without an RTL block (the function "
                    "netloom_block_interface is {}); {}",
                    path, what, kHowToMake));
  }
  using Interface = const netloom_block* (*)();
  const netloom_block* const block = reinterpret_cast<Interface>(symbol)();
  if (block == nullptr || block->magic != NETLOOM_BLOCK_MAGIC) {
    throw Error(fmt::format("{}: what its netloom_block_interface returns is not an RTL block; {}",
                            path, kHowToMake));
  }
  if (block->version != NETLOOM_BLOCK_VERSION) {
    throw Error(
        fmt::format("{}: built for version {} of the interface of RTL blocks; allowed: {}; "
                    "`netloom rtl build` of this Netloom makes one",
                    path, block->version, NETLOOM_BLOCK_VERSION));
  }
  if (block->register_map != nullptr && std::strcmp(block->register_map, register_map()) != 0) {
    throw Error(
        fmt::format("{}: built for another register map ({}; that of this Netloom: {}); run "
                    "`netloom rtl build` again",
                    path, block->register_map, register_map()));
  }
  require_whole(path, *block);
  using Said = const char* (*)();
  return {block, reinterpret_cast<Said>(dlsym(object, "netloom_block_complaint")),
          reinterpret_cast<Said>(dlsym(object, "netloom_block_ending"))};
}

/// Does with every module of a block what a network begins with.
void use(const netloom_block& block) {
  for (std::uint32_t i = 0; i < block.module_count; ++i) {
    const netloom_module& module = block.modules[i];
    void* const instance = module.create(1);
    if (instance == nullptr) continue;
    for (std::uint32_t port = 0; port < module.port_count; ++port) module.storage(instance, port);
    module.eval(instance);
    module.destroy(instance);
  }
}

}  // namespace

BlockObject::BlockObject(const std::string& path, Trust trust)
    : path_(std::filesystem::absolute(path).lexically_normal()) {
  if (std::error_code failure; !std::filesystem::exists(path_, failure)) {
    throw Error(fmt::format("{}: there is no such file", path));
  }
  if (const std::string problem = shared_object_problem(path_); !problem.empty()) {
    refuse(path, problem);
  }
  if (trust == Trust::kNone) {
    const std::string problem = problem_of_trial([&] { use(*loaded_block(path, path_).block); });
    if (!problem.empty()) refuse(path, "trying it " + problem);
  }
  const Loaded loaded = loaded_block(path, path_);
  block_ = loaded.block;
  complaint_ = loaded.complaint;
  ending_ = loaded.ending;
}

std::vector<std::string> BlockObject::sources() const {
  return {block_->sources, block_->sources + block_->source_count};
}

std::vector<int> BlockObject::sizes(int variant) const {
  std::vector<int> result;
  for (std::uint32_t i = 0; i < block_->module_count; ++i) {
    if (block_->modules[i].variant == variant) result.push_back(block_->modules[i].size);
  }
  return result;
}

int BlockObject::largest_size(int variant) const {
  int result = 0;
  for (const int size : sizes(variant)) result = std::max(result, size);
  return result;
}

const netloom_module& BlockObject::of_size(int size, int variant) const {
  const netloom_module* best = nullptr;
  for (std::uint32_t i = 0; i < block_->module_count; ++i) {
    const netloom_module& each = block_->modules[i];
    if (each.variant != variant || each.size < size) continue;
    if (best == nullptr || each.size < best->size) best = &each;
  }
  if (best == nullptr) {
    throw Error(fmt::format("{}: has no module for size {}{}; allowed: up to {}", path_, size,
                            variant == 0 ? "" : fmt::format(" of variant {}", variant),
                            largest_size(variant)));
  }
  return *best;
}

}  // namespace rtl
}  // namespace netloom
