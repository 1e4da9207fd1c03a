#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "routing/registers/register_file.h"
#include "rtl/adapter/write_port.h"

namespace netloom {
inline namespace rtl {

/// Programs the port registers of a block's instance from a register file, through the write port,
/// one clock cycle each, and reads back what it has written.
///
/// Addresses are those of netloom_regs_pkg: {port, word of the port}, the writable registers of a
/// port following each other in the order of the register table, and those of an up port's
/// exclusion intervals after them, interval by interval.
class PortRegisterWriter {
 public:
  /// `word_bits`: address bits of the words of one port, `bank_ports` the ports that the instance
  /// has, `ports` those that the switch has of them, from `first_port` on.
  PortRegisterWriter(Instance& instance, int word_bits, int bank_ports, int first_port, int ports);

  /// Drives no write. Before the instance is reset.
  void idle() { port_.idle(); }
  /// The instance has been reset.
  void forget() { held_.clear(); }
  /// Address and data are random.
  void disturb() { port_.disturb(); }

  /// Error: a value reads back as another one.
  void write(const RegisterFile& file);

 private:
  using Place = std::function<std::string()>;

  void write_register(const RegisterFile& file, const RegisterInfo& info, int index, int block_port,
                      int& word, std::size_t& at, const Place& place);

  WritePort port_;
  int word_bits_;
  int first_port_;
  int ports_;
  std::vector<std::uint32_t> held_;  ///< words that the instance holds, in the order of writing
};

}  // namespace rtl
}  // namespace netloom
