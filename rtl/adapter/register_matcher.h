#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "routing/decision/port_matcher.h"
#include "routing/registers/register_file.h"
#include "rtl/adapter/port_register_writer.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated router with port registers (rtl/ir_router.sv, rtl/fir_router.sv) a
/// PortMatcher. An instance has `bank_ports` ports; a switch with more ports has several side by
/// side, which is right for blocks whose ports do not look at each other.
///
/// The decision is combinational. Registers are written clock cycle by clock cycle, beside the
/// cycles of the network; in these, addresses and data are random and we_i is low.
class RegisterMatcher final : public PortMatcher, public ClockedBlocks {
 public:
  struct Shape {
    int ports;                 ///< of the switch
    int bank_ports;            ///< of an instance
    const char* register_set;  ///< whose registers its ports have
    bool has_source;           ///< it looks at the source of a packet, too
  };

  RegisterMatcher(const SharedBlock& block, const netloom_module& module, const Shape& shape,
                  std::uint64_t seed);

  void reset() override;
  void registers_written(const RegisterFile& file) override;
  void match(const RouteQuery& query, std::uint64_t* ports) override;

 private:
  struct Bank {
    Bank(const SharedBlock& block, const netloom_module& module, const Shape& shape, int first_port,
         std::uint64_t seed);

    Instance instance;
    PortRegisterWriter registers;
    Pin destination, allowed_ports;
    std::optional<Pin> source;
  };

  Shape shape_;
  std::vector<std::unique_ptr<Bank>> banks_;
  SwitchClock clock_;
};

}  // namespace rtl
}  // namespace netloom
