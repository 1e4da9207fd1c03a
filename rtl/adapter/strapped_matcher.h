#pragma once

#include <cstdint>

#include "routing/decision/port_matcher.h"
#include "rtl/adapter/port_bits.h"
#include "rtl/adapter/verilated_instance.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated combinational route (rtl/destro_route.sv, rtl/ruft_route.sv) a PortMatcher: no
/// registers; straps tell it once which switch it is in.
template <class Model>
class StrappedMatcher final : public PortMatcher {
 public:
  /// `drive_head(model, query)` gives the instance the inputs that depend on the head.
  StrappedMatcher(int ports, std::uint64_t seed,
                  void (*drive_head)(Model& model, const RouteQuery& query))
      : instance_(seed), drive_head_(drive_head), ports_(ports) {}

  /// The instance, to set its straps.
  Model& straps() { return *instance_; }

  void registers_written(const RegisterFile& /*file*/) override {}

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    drive_head_(*instance_, query);
    instance_->eval();
    PortBits allowed;
    add_bits(instance_->allowed_ports_o, 0, allowed.words);
    allowed.add_to(ports, ports_);
  }

 private:
  VerilatedInstance<Model> instance_;
  void (*drive_head_)(Model& model, const RouteQuery& query);
  int ports_;
};

}  // namespace rtl
}  // namespace netloom
