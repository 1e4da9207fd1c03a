#include "rtl/adapter/write_port.h"

#include <fmt/format.h>

#include "routing/base/error.h"

namespace netloom {
inline namespace rtl {

WritePort::WritePort(Instance& instance, int address_bits)
    : instance_(instance),
      we_(instance.input("we_i", 1)),
      addr_(instance.input("addr_i", address_bits)),
      wdata_(instance.input("wdata_i", 32)),
      rdata_(instance.output("rdata_o", 32)) {}

std::uint32_t WritePort::read(int address) const {
  addr_.drive(address);
  instance_.eval();
  return static_cast<std::uint32_t>(rdata_.value());
}

void WritePort::write_by(const Pin& enable, int address, std::uint32_t value,
                         const std::function<std::string()>& place) const {
  addr_.drive(address);
  wdata_.drive(value);
  enable.drive(1);
  instance_.clock();
  enable.drive(0);
  const std::uint32_t result = read(address);
  if (result == value) return;
  throw Error(fmt::format("RTL block implementation '{}': {} reads back as {} after {} was written",
                          instance_.name(), place(), result, value));
}

}  // namespace rtl
}  // namespace netloom
