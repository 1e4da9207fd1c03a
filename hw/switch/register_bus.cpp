#include "hw/switch/register_bus.h"

#include <algorithm>
#include <exception>
#include <optional>

namespace netloom {
inline namespace hw {
namespace {

/// The bits that exist of a word that software writes; none: there is no such word, or hardware
/// alone writes it.
std::optional<std::uint32_t> writable_bits(const RegisterFile& file, std::uint64_t address) {
  std::uint64_t first = 0;  // address of the register
  for (const RegisterInfo& info : file.registers()) {
    const auto words = static_cast<std::uint64_t>(info.words(file.shape()));
    const std::uint64_t bytes = 4 * words * static_cast<std::uint64_t>(file.count(info));
    if (address - first < bytes) {  // wraps before the register
      if (info.access == RegisterAccess::kReadOnly) return std::nullopt;
      return info.word_mask(file.shape(), static_cast<int>((address - first) / 4 % words));
    }
    first += bytes;
  }
  return std::nullopt;
}

}  // namespace

bool RegisterQueue::carry_out(Cycle cycle, QuantumClock& clock) {
  while (any_before(cycle + 1)) {
    const Write write = writes_.front();
    writes_.pop_front();
    try {
      write.file->write(write.address, write.value);
    } catch (...) {
      clock.fail(cycle, write.switch_id, std::current_exception());
      return false;
    }
  }
  return true;
}

const std::uint32_t* RegisterQueue::last(const RegisterFile& file, std::uint64_t address) const {
  const auto found = std::find_if(writes_.rbegin(), writes_.rend(), [&](const Write& each) {
    return each.file == &file && each.address == address;
  });
  return found == writes_.rend() ? nullptr : &found->value;
}

RegisterFile::Status RegisterBus::read(std::uint64_t address, std::uint32_t& value) const {
  const RegisterFile::Status status = file_->read(address, value);
  if (queue_ == nullptr || status != RegisterFile::Status::kOk) return status;
  if (const std::uint32_t* const waiting = queue_->last(*file_, address)) value = *waiting;
  return status;
}

RegisterFile::Status RegisterBus::write(std::uint64_t address, std::uint32_t value) {
  if (queue_ == nullptr) return file_->write(address, value);
  if (clock_->stands()) {
    queue_->carry_out(clock_->end(), *clock_);
    return file_->write(address, value);
  }
  std::uint32_t before = 0;
  const RegisterFile::Status status = file_->read(address, before);
  if (status != RegisterFile::Status::kOk) return status;
  const std::optional<std::uint32_t> bits = writable_bits(*file_, address);
  if (!bits) return RegisterFile::Status::kReadOnly;
  queue_->add(clock_->cycle(), switch_id_, *file_, address, value & *bits);
  return status;
}

}  // namespace hw
}  // namespace netloom
