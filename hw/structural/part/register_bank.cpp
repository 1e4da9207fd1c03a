#include "hw/structural/part/register_bank.h"

#include <fmt/format.h>

#include "routing/registers/register_file.h"

namespace netloom {
inline namespace hw {
namespace structural {

RegisterBank::RegisterBank(sc_core::sc_module_name name, SwitchParameters& of)
    : Part(name, of), value_o("value_o"), words_(words(of.plan.registers)) {
  value_o.init(words_.size(), [this](const char* /*name*/, std::size_t i) {
    return new sc_core::sc_out<std::uint32_t>(words_[i].port.c_str());
  });
  SC_HAS_PROCESS(RegisterBank);
  SC_METHOD(show);
  sensitive << written_;
}

std::vector<RegisterBank::Word> RegisterBank::words(const RegisterFile* registers) {
  std::vector<Word> result;
  if (registers == nullptr) return result;
  for (const RegisterInfo& info : registers->registers()) {
    if (info.access != RegisterAccess::kReadWrite) continue;
    const int count = registers->count(info);
    const int words = info.words(registers->shape());
    for (int index = 0; index < count; ++index) {
      for (int word = 0; word < words; ++word) {
        std::string port = info.name;
        if (count > 1) port += fmt::format("_{}", index);
        if (words > 1) port += fmt::format("_word_{}", word);
        result.push_back({port, info.name, index, word});
      }
    }
  }
  return result;
}

void RegisterBank::show() {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const Word& word = words_[i];
    value_o[i].write(switch_.plan.registers->value(word.register_name, word.index, word.word));
  }
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
