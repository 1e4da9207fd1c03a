#pragma once

#include <fmt/format.h>

#include "hw/structural/structural_model.h"
#include "routing/base/visible.h"
#include "rtl/view/rtl_shadow.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A switch in the structural view, with its RTL beside it (`rtl.mode: lockstep`): the model
/// decides.
class LockstepModel final : public structural::StructuralModel {
 public:
  LockstepModel(const SwitchPlan& plan, structural::Clock& clock, const SharedBlock& object,
                const SwitchKind& kind, const SwitchStraps& straps)
      : StructuralModel(plan, clock),
        shadow_(fmt::format("shadow_{}", plan.id).c_str(), modules(), object, kind, straps) {}

  void registers_written() override {
    StructuralModel::registers_written();
    shadow_.registers_written();
  }
  void will_be_written(Cycle from, std::uint64_t address, std::uint32_t value) override {
    shadow_.will_be_written(from, address, value);
  }

  const RtlShadow& shadow() const { return shadow_; }

 private:
  RtlShadow shadow_;
};

}  // namespace rtl
}  // namespace netloom
