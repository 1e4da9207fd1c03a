#include "rtl/loadable/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace rtl {
namespace {

const netloom_port* find_port(const netloom_module& module, const char* name) {
  const netloom_port* const end = module.ports + module.port_count;
  const netloom_port* const found =
      std::find_if(module.ports, end,
                   [name](const netloom_port& port) { return std::strcmp(port.name, name) == 0; });
  return found == end ? nullptr : found;
}

}  // namespace

void Pin::drive_bits(const std::uint64_t* words, int count) const {
  if (bits_ <= 64) {
    put(words[0] & mask_);
    return;
  }
  const int own = (bits_ + 31) / 32;
  for (int i = 0; i < own; ++i) {
    wide()[i] = i / 2 < count ? static_cast<std::uint32_t>(words[i / 2] >> i % 2 * 32) : 0;
  }
  if (bits_ % 32 != 0) wide()[own - 1] &= (std::uint32_t{1} << bits_ % 32) - 1;
}

void Pin::disturb(Random& random) const {
  if (bits_ <= 64) {
    put((std::uint64_t{random.next()} << 32 | random.next()) & mask_);
    return;
  }
  const int own = (bits_ + 31) / 32;
  for (int i = 0; i < own; ++i) wide()[i] = random.next();
  if (bits_ % 32 != 0) wide()[own - 1] &= (std::uint32_t{1} << bits_ % 32) - 1;
}

void Pin::add_bits(std::size_t first, std::uint64_t* words) const {
  const auto add = [words](std::size_t place, std::uint64_t value) {
    if (value == 0) return;
    words[place / 64] |= value << place % 64;
    const std::uint64_t over = place % 64 == 0 ? 0 : value >> (64 - place % 64);
    if (over != 0) words[place / 64 + 1] |= over;
  };
  if (bits_ <= 64) {
    add(first, value());
    return;
  }
  for (int i = 0; i < (bits_ + 31) / 32; ++i) {
    add(first + 32 * static_cast<std::size_t>(i), wide()[i]);
  }
}

bool Pin::has_only_bit(int index) const {
  if (bits_ <= 64) return value() == (index < 0 ? 0 : std::uint64_t{1} << index);
  for (int i = 0; i < (bits_ + 31) / 32; ++i) {
    const bool here = index >= 0 && index / 32 == i;
    if (wide()[i] != (here ? std::uint32_t{1} << index % 32 : 0)) return false;
  }
  return true;
}

Instance::Instance(SharedBlock block, const netloom_module& module, std::uint64_t seed)
    : block_(std::move(block)),
      module_(module),
      instance_(module.create(static_cast<std::uint32_t>(Random::mix(seed) >> 32))),
      random_(seed, 0) {
  if (instance_ == nullptr) {
    throw Error(
        fmt::format("RTL block implementation '{}' ({}, size {}): its function create returns "
                    "null: it has no memory for an instance",
                    this->name(), block_->path(), module_.size));
  }
  try {
    if (has("clk_i")) {
      clock_ = input("clk_i", 1);
      clock_.drive(0);
    }
    if (has("rst_ni")) reset_ = input("rst_ni", 1);
  } catch (...) {
    module_.destroy(instance_);
    throw;
  }
}

void Instance::reset() {
  if (clock_.bits() == 0) input("clk_i", 1);  // says that it is missing
  if (reset_.bits() == 0) input("rst_ni", 1);
  // An asynchronous reset is an edge, so it has to fall.
  reset_.drive(1);
  clock();
  reset_.drive(0);
  clock();
  reset_.drive(1);
  clock();
}

bool Instance::has(const char* name) const {
  return find_port(module_, name) != nullptr;
}

Pin Instance::pin(const char* name, int bits, bool input) const {
  const netloom_port* const port = find_port(module_, name);
  const char* const way = input ? "input" : "output";
  const std::string width = bits > 0 ? fmt::format("{}", bits) : "1 to 64";
  if (port == nullptr || (port->input != 0) != input) {
    throw Error(fmt::format(
        "RTL block implementation '{}' ({}, size {}) has no {} '{}', which the "
        "block '{}' needs, with a width of {}",
        this->name(), block_->path(), module_.size, way, name, block_->decision(), width));
  }
  const int found = static_cast<int>(port->bits);
  if (bits > 0 ? found != bits : found > 64) {
    throw Error(
        fmt::format("RTL block implementation '{}' ({}, size {}): {} '{}' has a width of "
                    "{}; allowed: {}",
                    this->name(), block_->path(), module_.size, way, name, found, width));
  }
  void* const storage =
      module_.storage(instance_, static_cast<std::uint32_t>(port - module_.ports));
  if (storage == nullptr) {
    throw Error(
        fmt::format("RTL block implementation '{}' ({}, size {}): its function storage returns "
                    "null for {} '{}'",
                    this->name(), block_->path(), module_.size, way, name));
  }
  return {storage, found};
}

}  // namespace rtl
}  // namespace netloom
