#include "routing/registers/register_file.h"

#include <algorithm>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace routing {

namespace {

/// Of all words of a register.
std::vector<std::uint32_t> reset_values(const RegisterInfo& info, const SwitchShape& shape) {
  const auto words = static_cast<std::size_t>(info.words(shape));
  std::vector<std::uint32_t> values(static_cast<std::size_t>(info.count(shape)) * words);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = info.reset & info.word_mask(shape, static_cast<int>(i % words));
  }
  return values;
}

}  // namespace

RegisterFile::RegisterFile(const std::string& set, const SwitchShape& shape)
    : registers_(&registers_of(set, shape.davc)), shape_(shape), sources_(registers_->size()) {
  std::size_t base = 0;
  for (const RegisterInfo& info : *registers_) {
    base_.push_back(base);
    const auto words = static_cast<std::size_t>(info.words(shape_));
    base += static_cast<std::size_t>(count(info)) * words;
    values_.emplace_back();
    if (info.access == RegisterAccess::kReadWrite) values_.back() = reset_values(info, shape_);
  }
  base_.push_back(base);
}

std::optional<RegisterFile::Word> RegisterFile::word_at(std::uint64_t address) const {
  const std::uint64_t place = address / 4;
  if (address % 4 != 0 || place >= base_.back()) return std::nullopt;
  // The last one that begins there or before: those before it that begin there have no words.
  const auto behind = std::upper_bound(base_.begin(), base_.end(), place);
  Word word{};
  word.info = static_cast<std::size_t>(behind - base_.begin()) - 1;
  word.place = place - base_[word.info];
  const RegisterInfo& info = (*registers_)[word.info];
  const int words = info.words(shape_);
  word.index = static_cast<int>(word.place) / words;
  word.word = static_cast<int>(word.place) % words;
  word.mask = info.word_mask(shape_, word.word);
  return word;
}

RegisterFile::Status RegisterFile::read(std::uint64_t address, std::uint32_t& value) const {
  const std::optional<Word> word = word_at(address);
  if (!word) return Status::kUnmapped;
  const auto& source = sources_[word->info];
  const std::vector<std::uint32_t>& values = values_[word->info];
  if (source) {
    value = source(word->index) & word->mask;
  } else {
    value = values.empty() ? (*registers_)[word->info].reset & word->mask : values[word->place];
  }
  return Status::kOk;
}

RegisterFile::Status RegisterFile::write(std::uint64_t address, std::uint32_t value) {
  const std::optional<Word> word = word_at(address);
  if (!word) return Status::kUnmapped;
  const RegisterInfo& info = (*registers_)[word->info];
  if (info.access == RegisterAccess::kReadOnly) return Status::kReadOnly;
  values_[word->info][word->place] = value & word->mask;
  if (callback_) callback_(info.name, word->index);
  return Status::kOk;
}

void RegisterFile::write(const RegisterWrite& entry) {
  if (write(address(entry.name, entry.index, entry.word), entry.value) != Status::kOk) {
    throw BrokenInvariant("register " + entry.name + " is read-only and cannot be programmed");
  }
}

void RegisterFile::learn(const std::vector<RegisterWrite>& values) {
  for (const RegisterWrite& entry : values) {
    const Word word = *word_at(address(entry.name, entry.index, entry.word));
    if ((*registers_)[word.info].access != RegisterAccess::kReadOnly) {
      throw BrokenInvariant("register " + entry.name +
                            " is written by software, hardware does not learn it");
    }
    if (sources_[word.info]) {
      throw BrokenInvariant("register " + entry.name +
                            " has its value from the model, nothing else sets it");
    }
    std::vector<std::uint32_t>& values_of = values_[word.info];
    if (values_of.empty()) values_of = reset_values((*registers_)[word.info], shape_);
    values_of[word.place] = entry.value & word.mask;
  }
  if (callback_ && !values.empty()) callback_(values.back().name, values.back().index);
}

std::uint64_t RegisterFile::address(const std::string& name, int index, int word) const {
  std::size_t base = 0;
  const RegisterInfo& info = find(name, base);
  const auto check = [&name](const char* what, int value, int allowed) {
    if (value >= 0 && value < allowed) return;
    throw BrokenInvariant("register " + name + " has no " + what + " " + std::to_string(value) +
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
    throw BrokenInvariant("register " + name +
                          " is written by software, the model cannot provide its value");
  }
  if (info.words(shape_) > 1) {
    throw BrokenInvariant("register " + name + " is wider than the word that a model can provide");
  }
  sources_[static_cast<std::size_t>(&info - registers_->data())] = std::move(source);
}

const RegisterInfo& RegisterFile::find(const std::string& name, std::size_t& base) const {
  for (std::size_t i = 0; i < registers_->size(); ++i) {
    if ((*registers_)[i].name == name) {
      base = base_[i];
      return (*registers_)[i];
    }
  }
  std::string known;
  for (const RegisterInfo& info : *registers_) known += (known.empty() ? "" : ", ") + info.name;
  throw BrokenInvariant("unknown register '" + name + "'; known: " + known);
}

}  // namespace routing
}  // namespace netloom
