#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {

/// The write port of a block: we_i, addr_i and wdata_i, by which a word is written at a rising
/// edge, and rdata_o, which is the word at addr_i.
class WritePort {
 public:
  WritePort(Instance& instance, int address_bits);

  /// Drives no write.
  void idle() const { we_.drive(0); }
  /// Address and data are random: they are not to count.
  void disturb() const {
    instance_.disturb(addr_);
    instance_.disturb(wdata_);
  }

  /// The word at an address.
  std::uint32_t read(int address) const;
  /// Error: the word reads back as another one; `place` says which it is.
  void write(int address, std::uint32_t value, const std::function<std::string()>& place) const {
    write_by(we_, address, value, place);
  }
  /// By another enable than we_i.
  void write_by(const Pin& enable, int address, std::uint32_t value,
                const std::function<std::string()>& place) const;

 private:
  Instance& instance_;
  Pin we_, addr_, wdata_, rdata_;
};

}  // namespace rtl
}  // namespace netloom
