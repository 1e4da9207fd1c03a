#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/registers/register_file.h"
#include "rtl/adapter/verilated_instance.h"

namespace netloom {
inline namespace rtl {

/// Programs the port registers of a Verilated block from a register file, through the block's write
/// port (we_i, addr_i, wdata_i; rdata_o), one clock cycle each, and reads back what it has written.
///
/// Addresses are those of netloom_regs_pkg: {port, word of the port}, the writable registers of a
/// port following each other in the order of the register table, and those of an up port's
/// exclusion intervals after them, interval by interval.
template <class Model>
class PortRegisterWriter {
 public:
  /// `name` stands for the implementation in messages. `word_bits`: address bits of the words of
  /// one port. The instance, just reset, has `ports` of the switch's ports, from `first_port` on.
  PortRegisterWriter(std::string name, int word_bits, int first_port, int ports)
      : name_(std::move(name)), word_bits_(word_bits), first_port_(first_port), ports_(ports) {}

  /// The instance has been reset.
  void forget() { held_.clear(); }

  /// Error: a value reads back as another one.
  void write(VerilatedInstance<Model>& instance, const RegisterFile& file) {
    const SwitchShape& shape = file.shape();
    std::size_t at = 0;
    for (int each = 0; each < ports_; ++each) {
      const int port = first_port_ + each;
      int word = 0;
      for (const RegisterInfo& info : file.registers()) {
        if (!writable(info, RegisterScope::kPort)) continue;
        write_register(instance, file, info, port, each, word, at,
                       [&] { return info.name + " of port " + std::to_string(port); });
      }
      const int up = port - shape.first_up_port;
      if (up < 0 || up >= shape.up_ports) continue;
      for (int i = 0; i < shape.exclusion_intervals; ++i) {
        for (const RegisterInfo& info : file.registers()) {
          if (!writable(info, RegisterScope::kExclusion)) continue;
          write_register(instance, file, info, up * shape.exclusion_intervals + i, each, word, at,
                         [&] {
                           return info.name + " of exclusion interval " + std::to_string(i) +
                                  " of port " + std::to_string(port);
                         });
        }
      }
    }
  }

 private:
  /// Registers of DAVC are beside those of the block, in another one.
  static bool writable(const RegisterInfo& info, RegisterScope scope) {
    return info.scope == scope && info.access == RegisterAccess::kReadWrite &&
           std::find(info.sets.begin(), info.sets.end(), RegisterSet::kDavc) == info.sets.end();
  }

  /// Instance `index` of a register, from word `word` of the block's port `block_port` on; `at`
  /// counts all words.
  template <class Place>
  void write_register(VerilatedInstance<Model>& instance, const RegisterFile& file,
                      const RegisterInfo& info, int index, int block_port, int& word,
                      std::size_t& at, const Place& place) {
    const int words = info.words(file.shape());
    // Words of one register follow each other.
    const std::uint64_t address = file.address(info.name, index);
    for (int i = 0; i < words; ++i, ++word, ++at) {
      std::uint32_t value = 0;
      file.read(address + 4 * static_cast<std::uint64_t>(i), value);
      drive(instance->addr_i, block_port << word_bits_ | word);
      if (at == held_.size()) {
        instance->eval();
        held_.push_back(instance->rdata_o);
      }
      if (held_[at] == value) continue;
      write_word(instance, value, [&] {
        return words > 1 ? place() + " (word " + std::to_string(i) + ")" : place();
      });
      held_[at] = value;
    }
  }

  /// To where addr_i points.
  template <class Place>
  void write_word(VerilatedInstance<Model>& instance, std::uint32_t value, const Place& place) {
    instance->wdata_i = value;
    instance->we_i = 1;
    instance.clock();
    instance->we_i = 0;
    instance->eval();
    const std::uint32_t result = instance->rdata_o;
    if (result == value) return;
    throw Error("RTL block implementation '" + name_ + "': " + place() + " reads back as " +
                std::to_string(result) + " after " + std::to_string(value) + " was written");
  }

  std::string name_;
  int word_bits_;
  int first_port_;
  int ports_;
  std::vector<std::uint32_t> held_;  ///< words that the instance holds, in the order of writing
};

}  // namespace rtl
}  // namespace netloom
