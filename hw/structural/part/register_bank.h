#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/structural/base/part.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The routing registers of the switch: shows what the fabric manager has written. (Of what the
/// switch finds out by itself, its other parts have signals.)
class RegisterBank : public Part {
 public:
  RegisterBank(sc_core::sc_module_name name, SwitchParameters& of);

  /// The words of registers that are written from outside, 32 bits each, lowest bits first. A port
  /// has the name of the register, with its index and its word where there are several.
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> value_o;

  /// The fabric manager has written.
  void written() { written_.notify(sc_core::SC_ZERO_TIME); }

 private:
  struct Word {
    std::string port;
    std::string register_name;
    int index;
    int word;
  };

  static std::vector<Word> words(const RegisterFile* registers);
  // The registers are the switch's, which have a reset of their own.
  void reset() override {}
  void clear_outputs() override {}
  void show();

  std::vector<Word> words_;
  sc_core::sc_event written_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
