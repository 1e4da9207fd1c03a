#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/registers/register_table.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What the fabric manager writes into one word of one register of one switch.
struct RegisterWrite {
  std::string name;
  /// 0 for a switch register; port; port * vcs + vc; or, with up port u counted from 0,
  /// u * exclusion_intervals + interval.
  int index = 0;
  std::uint32_t value = 0;
  int word = 0;  ///< of a register wider than 32 bits; 0 = the lowest bits
};

/// The registers of one switch behind byte addresses. Each instance of a register takes as many
/// consecutive 32-bit words as its bits need, lowest bits first; registers follow each other in the
/// order of the table, from address 0.
class RegisterFile {
 public:
  /// The registers of the set, and those of DAVC if the shape has it. Error: unknown set.
  RegisterFile(const std::string& set, const SwitchShape& shape);

  enum class Status { kOk, kUnmapped, kReadOnly };

  /// Word accesses by byte address (a multiple of 4). Bits above a register's width read as 0 and
  /// are ignored in writes.
  Status read(std::uint64_t address, std::uint32_t& value) const;
  Status write(std::uint64_t address, std::uint32_t value);

  /// One step of a register program. BrokenInvariant: no such register, index or word, or a
  /// read-only one.
  void write(const RegisterWrite& write);

  /// What the hardware finds out by itself: values of read-only registers, as one event.
  /// BrokenInvariant: no such register, index or word, one that software writes, or one that the
  /// model provides.
  void learn(const std::vector<RegisterWrite>& values);

  /// Byte address of a word of an instance. BrokenInvariant: no such register, index or word.
  std::uint64_t address(const std::string& name, int index, int word = 0) const;
  /// Bytes that are mapped, from 0.
  std::uint64_t size() const { return 4 * base_.back(); }

  /// Value of a word by name, for the models that the registers steer.
  std::uint32_t value(const std::string& name, int index, int word = 0) const;
  /// The whole value as text, in the register's form.
  std::string text(const std::string& name, int index) const;

  const std::vector<RegisterInfo>& registers() const { return *registers_; }
  const SwitchShape& shape() const { return shape_; }
  int count(const RegisterInfo& info) const { return info.count(shape_); }

  /// Called after every write of a word that was accepted, with name and index, and after learn()
  /// with those of the last value.
  void on_write(std::function<void(const std::string& name, int index)> callback);
  /// Gives a read-only status register its value from the model, and keeps none itself any more.
  /// BrokenInvariant: not a read-only register of one word.
  void provide(const std::string& name, std::function<std::uint32_t(int index)> source);

 private:
  /// What lies at an address.
  struct Word {
    std::size_t info;    ///< index into registers_
    int index;           ///< which of that register's instances
    int word;            ///< which of its words
    std::size_t place;   ///< of the word among those of the register
    std::uint32_t mask;  ///< bits that exist
  };

  /// None: unmapped.
  std::optional<Word> word_at(std::uint64_t address) const;
  const RegisterInfo& find(const std::string& name, std::size_t& base) const;

  const std::vector<RegisterInfo>* registers_;
  SwitchShape shape_;
  std::vector<std::size_t> base_;  ///< first word of each register, and of none behind the last
  std::vector<std::vector<std::uint32_t>> values_;  ///< per register; empty: it has a source
  std::vector<std::function<std::uint32_t(int)>> sources_;  ///< per register
  std::function<void(const std::string&, int)> callback_;
};

}  // namespace routing
}  // namespace netloom
