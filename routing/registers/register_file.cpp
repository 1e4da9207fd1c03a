#include "routing/registers/register_file.h"

#include <utility>

#include "routing/base/error.h"

namespace netloom {
RegisterFile::RegisterFile(RegisterSet set, const SwitchShape& shape)
    : registers_(registers_of(set, shape.davc)), shape_(shape), sources_(registers_.size()) {
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    base_.push_back(words_.size());
    const RegisterInfo& info = registers_[i];
    const int instances = count(info);
    const int words = info.words(shape_);
    for (int index = 0; index < instances; ++index) {
      for (int word = 0; word < words; ++word) {
        const std::uint32_t mask = info.word_mask(shape_, word);
        words_.push_back({static_cast<int>(i), index, word, mask});
        values_.push_back(info.reset & mask);
      }
    }
  }
}

RegisterFile::Status RegisterFile::read(std::uint64_t address, std::uint32_t& value) const {
  const std::uint64_t place = address / 4;
  if (address % 4 != 0 || place >= words_.size()) return Status::kUnmapped;
  const Word& word = words_[place];
  const auto& source = sources_[static_cast<std::size_t>(word.info)];
  value = source ? source(word.index) & word.mask : values_[place];
  return Status::kOk;
}

RegisterFile::Status RegisterFile::write(std::uint64_t address, std::uint32_t value) {
  const std::uint64_t place = address / 4;
  if (address % 4 != 0 || place >= words_.size()) return Status::kUnmapped;
  const Word& word = words_[place];
  const RegisterInfo& info = registers_[static_cast<std::size_t>(word.info)];
  if (info.access == RegisterAccess::kReadOnly) return Status::kReadOnly;
  values_[place] = value & word.mask;
  if (callback_) callback_(info.name, word.index);
  return Status::kOk;
}

void RegisterFile::write(const RegisterWrite& entry) {
  if (write(address(entry.name, entry.index, entry.word), entry.value) != Status::kOk) {
    throw Error("register " + entry.name + " is read-only and cannot be programmed");
  }
}

void RegisterFile::learn(const std::vector<RegisterWrite>& values) {
  for (const RegisterWrite& entry : values) {
    const std::uint64_t place = address(entry.name, entry.index, entry.word) / 4;
    const Word& word = words_[place];
    if (registers_[static_cast<std::size_t>(word.info)].access != RegisterAccess::kReadOnly) {
      throw Error("register " + entry.name + " is written by software, hardware does not learn it");
    }
    values_[place] = entry.value & word.mask;
  }
  if (callback_ && !values.empty()) callback_(values.back().name, values.back().index);
}

std::uint64_t RegisterFile::address(const std::string& name, int index, int word) const {
  std::size_t base = 0;
  const RegisterInfo& info = find(name, base);
  const auto check = [&name](const char* what, int value, int allowed) {
    if (value >= 0 && value < allowed) return;
    throw Error("register " + name + " has no " + what + " " + std::to_string(value) +
                (allowed == 0 ? "; a switch of this shape has none"
                              : "; allowed: 0 to " + std::to_string(allowed - 1)));
  };
  const int words = info.words(shape_);
  check("instance", index, count(info));
  check("word", word, words);
  return 4 * (base + static_cast<std::size_t>(index * words + word));
}

std::uint32_t RegisterFile::value(const std::string& name, int index, int word) const {
  std::uint32_t result = 0;
  read(address(name, index, word), result);
  return result;
}

std::string RegisterFile::text(const std::string& name, int index) const {
  std::size_t base = 0;
  const RegisterInfo& info = find(name, base);
  std::vector<std::uint32_t> words;
  for (int word = 0; word < info.words(shape_); ++word) words.push_back(value(name, index, word));
  return register_text(info, words);
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
  if (info.words(shape_) > 1) {
    throw Error("register " + name + " is wider than the word that a model can provide");
  }
  sources_[static_cast<std::size_t>(&info - registers_.data())] = std::move(source);
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
