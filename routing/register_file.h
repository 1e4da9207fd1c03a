#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "routing/register_table.h"

namespace netloom {

/// What the fabric manager writes into one register of one switch.
struct RegisterWrite {
  std::string name;
  int index = 0;  ///< 0 for a switch register, port, or port * vcs + vc
  std::uint32_t value = 0;
};

/// The registers of one switch behind byte addresses. Each instance of a register is one 32-bit
/// word; registers follow each other in the order of the table, from address 0.
class RegisterFile {
 public:
  RegisterFile(const std::string& routing_function, const SwitchShape& shape);

  enum class Status { kOk, kUnmapped, kReadOnly };

  /// Word accesses by byte address (a multiple of 4). Bits above a register's width read as 0 and
  /// are ignored in writes.
  Status read(std::uint64_t address, std::uint32_t& value) const;
  Status write(std::uint64_t address, std::uint32_t value);

  /// Byte address of an instance. Error: no such register or index.
  std::uint64_t address(const std::string& name, int index) const;
  /// Bytes that are mapped, from 0.
  std::uint64_t size() const { return 4 * words_.size(); }

  /// Value by name, for the models that the registers steer.
  std::uint32_t value(const std::string& name, int index) const;

  const std::vector<RegisterInfo>& registers() const { return registers_; }
  const SwitchShape& shape() const { return shape_; }
  int count(const RegisterInfo& info) const;

  /// Called after every write that was accepted, with name and index.
  void on_write(std::function<void(const std::string& name, int index)> callback);
  /// Gives a read-only status register its value from the model. Error: not a read-only register.
  void provide(const std::string& name, std::function<std::uint32_t(int index)> source);

 private:
  struct Instance {
    int info;   ///< index into registers_
    int index;  ///< which of that register's instances
  };

  const RegisterInfo& find(const std::string& name, std::size_t& base) const;

  std::vector<RegisterInfo> registers_;
  SwitchShape shape_;
  std::vector<std::size_t> base_;   ///< first word of each register
  std::vector<Instance> words_;
  std::vector<std::uint32_t> values_;
  std::vector<std::function<std::uint32_t(int)>> sources_;  ///< per register
  std::function<void(const std::string&, int)> callback_;
};

}  // namespace netloom
