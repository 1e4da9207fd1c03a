#pragma once

#include <cstdint>

#include "routing/decision/port_matcher.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/port_bits.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated combinational route by the destination, without registers, a PortMatcher.
/// Straps tell it once which switch it is in; the class of a block sets them.
class StrappedMatcher : public PortMatcher {
 public:
  void registers_written(const RegisterFile& /*file*/) final {}

  void match(const RouteQuery& query, std::uint64_t* ports) final {
    destination_.drive(query.destination);
    drive_more(query);
    instance_.eval();
    PortBits allowed;
    allowed_ports_.add_bits(0, allowed.words);
    allowed.add_to(ports, ports_);
  }

 protected:
  /// `ports`: of the switch. Sizes of the module are ports.
  StrappedMatcher(const SharedBlock& block, const netloom_module& module, int ports,
                  std::uint64_t seed)
      : instance_(block, module, seed),
        allowed_ports_(instance_.output("allowed_ports_o", module.size)),
        ports_(ports) {}

  Pin input(const char* name, int bits) const { return instance_.input(name, bits); }

 private:
  /// Inputs that depend on the head, beside its destination.
  virtual void drive_more(const RouteQuery& /*query*/) {}

  Instance instance_;
  Pin destination_ = instance_.input("destination_i", kNodeBits);
  Pin allowed_ports_;
  int ports_;
};

}  // namespace rtl
}  // namespace netloom
