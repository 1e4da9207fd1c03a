#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/register_file.h"
#include "routing/register_table.h"

namespace netloom {

/// What software wrote into the port registers of a switch, for messages: the register file may be
/// gone by then.
class WrittenRegisters {
 public:
  /// Takes over the values; called after each write.
  void update(const RegisterFile& file);

  /// "LIB = 4, UIB = 7", and of an up port "ELIB[0] = 4, …"; empty if ports have none.
  std::string of_port(int port) const;

 private:
  std::vector<RegisterInfo> registers_;
  SwitchShape shape_;
  std::vector<std::vector<std::uint32_t>> values_;  ///< per register: the words of its instances
};

}  // namespace netloom
