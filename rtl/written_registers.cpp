#include "rtl/written_registers.h"

#include <cstddef>

namespace netloom {

void WrittenRegisters::update(const RegisterFile& file) {
  if (registers_.empty()) {
    for (const RegisterInfo& info : file.registers()) {
      const bool of_port =
          info.scope == RegisterScope::kPort || info.scope == RegisterScope::kExclusion;
      if (of_port && info.access == RegisterAccess::kReadWrite && file.count(info) > 0) {
        registers_.push_back(info);
      }
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

std::string WrittenRegisters::of_port(int port) const {
  std::string result;
  const auto add = [&](std::size_t i, int instance, const std::string& index) {
    const int words = registers_[i].words(shape_);
    const auto first = values_[i].begin() + instance * words;
    result += (result.empty() ? "" : ", ") + registers_[i].name + index + " = " +
              register_text(registers_[i], std::vector<std::uint32_t>(first, first + words));
  };
  const int up = port - shape_.first_up_port;
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    if (registers_[i].scope == RegisterScope::kPort) {
      add(i, port, "");
    } else if (up >= 0 && up < shape_.up_ports) {
      for (int each = 0; each < shape_.exclusion_intervals; ++each) {
        add(i, up * shape_.exclusion_intervals + each, "[" + std::to_string(each) + "]");
      }
    }
  }
  return result;
}

}  // namespace netloom
