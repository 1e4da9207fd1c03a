#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/registers/register_file.h"
#include "routing/registers/register_table.h"

namespace netloom {
inline namespace rtl {

/// What the routing registers of a switch and its ports hold, for messages: the register file may
/// be gone by then.
class WrittenRegisters {
 public:
  /// Takes over the values; called after each write.
  void update(const RegisterFile& file);

  /// "NODE_ID = 4"; empty if it has none of its own.
  std::string of_switch() const;
  /// "LIB = 4, UIB = 7", and of an up port "ELIB[0] = 4, …"; empty if ports have none.
  std::string of_port(int port) const;

 private:
  std::string text(std::size_t register_index, int instance, const std::string& suffix) const;

  std::vector<RegisterInfo> registers_;
  SwitchShape shape_;
  std::vector<std::vector<std::uint32_t>> values_;  ///< per register: the words of its instances
};

}  // namespace rtl
}  // namespace netloom
