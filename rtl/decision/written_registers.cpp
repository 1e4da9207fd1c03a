#include "rtl/decision/written_registers.h"

#include <cstddef>

namespace netloom {
inline namespace rtl {

void WrittenRegisters::update(const RegisterFile& file) {
  if (registers_.empty()) {
    for (const RegisterInfo& info : file.registers()) {
      if (!info.sets.empty() && file.count(info) > 0) registers_.push_back(info);
    }
    shape_ = file.shape();
    values_.resize(registers_.size());
  }
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    // The words of all instances follow each other.
    values_[i].resize(
        static_cast<std::size_t>(file.count(registers_[i]) * registers_[i].words(shape_)));
    std::uint64_t address = file.address(registers_[i].name, 0);
    for (std::uint32_t& value : values_[i]) {
      file.read(address, value);
      address += 4;
    }
  }
}

std::string WrittenRegisters::text(std::size_t register_index, int instance,
                                   const std::string& suffix) const {
  const RegisterInfo& info = registers_[register_index];
  const int words = info.words(shape_);
  const auto first = values_[register_index].begin() + instance * words;
  return info.name + suffix + " = " +
         register_text(info, std::vector<std::uint32_t>(first, first + words));
}

std::string WrittenRegisters::of_switch() const {
  std::string result;
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    if (registers_[i].scope != RegisterScope::kSwitch) continue;
    result += (result.empty() ? "" : ", ") + text(i, 0, "");
  }
  return result;
}

std::string WrittenRegisters::of_port(int port) const {
  std::string result;
  const auto add = [&](std::size_t i, int instance, const std::string& index) {
    result += (result.empty() ? "" : ", ") + text(i, instance, index);
  };
  const int up = port - shape_.first_up_port;
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    if (registers_[i].scope == RegisterScope::kPort) {
      add(i, port, "");
    } else if (registers_[i].scope == RegisterScope::kExclusion && up >= 0 &&
               up < shape_.up_ports) {
      for (int each = 0; each < shape_.exclusion_intervals; ++each) {
        add(i, up * shape_.exclusion_intervals + each, "[" + std::to_string(each) + "]");
      }
    }
  }
  return result;
}

}  // namespace rtl
}  // namespace netloom
