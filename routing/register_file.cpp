#include "routing/register_file.h"

#include <utility>

#include "routing/error.h"

namespace netloom {
namespace {

std::uint32_t width_mask(const RegisterInfo& info, const SwitchShape& shape) {
  const int bits = info.bits(shape);
  return bits >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << bits) - 1;
}

}  // namespace

RegisterFile::RegisterFile(const std::string& routing_function, const SwitchShape& shape)
    : registers_(registers_of(routing_function)), shape_(shape), sources_(registers_.size()) {
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    base_.push_back(words_.size());
    const RegisterInfo& info = registers_[i];
    const int instances = count(info);
    for (int index = 0; index < instances; ++index) {
      words_.push_back({static_cast<int>(i), index});
      values_.push_back(info.reset & width_mask(info, shape_));
    }
  }
}

RegisterFile::Status RegisterFile::read(std::uint64_t address, std::uint32_t& value) const {
  const std::uint64_t word = address / 4;
  if (address % 4 != 0 || word >= words_.size()) return Status::kUnmapped;
  const Instance& instance = words_[word];
  const auto info = static_cast<std::size_t>(instance.info);
  const auto& source = sources_[info];
  value = source ? source(instance.index) & width_mask(registers_[info], shape_) : values_[word];
  return Status::kOk;
}

RegisterFile::Status RegisterFile::write(std::uint64_t address, std::uint32_t value) {
  const std::uint64_t word = address / 4;
  if (address % 4 != 0 || word >= words_.size()) return Status::kUnmapped;
  const Instance& instance = words_[word];
  const RegisterInfo& info = registers_[static_cast<std::size_t>(instance.info)];
  if (info.access == RegisterAccess::kReadOnly) return Status::kReadOnly;
  values_[word] = value & width_mask(info, shape_);
  if (callback_) callback_(info.name, instance.index);
  return Status::kOk;
}

std::uint64_t RegisterFile::address(const std::string& name, int index) const {
  std::size_t base = 0;
  const RegisterInfo& info = find(name, base);
  const int instances = count(info);
  if (index < 0 || index >= instances) {
    throw Error("register " + name + " has no instance " + std::to_string(index) +
                "; allowed: 0 to " + std::to_string(instances - 1));
  }
  return 4 * (base + static_cast<std::size_t>(index));
}

std::uint32_t RegisterFile::value(const std::string& name, int index) const {
  std::uint32_t result = 0;
  read(address(name, index), result);
  return result;
}

int RegisterFile::count(const RegisterInfo& info) const {
  switch (info.scope) {
    case RegisterScope::kSwitch:
      return 1;
    case RegisterScope::kPort:
      return shape_.ports;
    case RegisterScope::kPortVc:
      return shape_.ports * shape_.vcs;
  }
  return 0;
}

void RegisterFile::on_write(std::function<void(const std::string& name, int index)> callback) {
  callback_ = std::move(callback);
}

void RegisterFile::provide(const std::string& name,
                           std::function<std::uint32_t(int index)> source) {
  std::size_t base = 0;
  const RegisterInfo& info = find(name, base);
  if (info.access != RegisterAccess::kReadOnly) {
    throw Error("register " + name + " is written by software, the model cannot provide its value");
  }
  sources_[static_cast<std::size_t>(words_[base].info)] = std::move(source);
}

const RegisterInfo& RegisterFile::find(const std::string& name, std::size_t& base) const {
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    if (registers_[i].name == name) {
      base = base_[i];
      return registers_[i];
    }
  }
  std::string known;
  for (const RegisterInfo& info : registers_) known += (known.empty() ? "" : ", ") + info.name;
  throw Error("unknown register '" + name + "'; known: " + known);
}

}  // namespace netloom
