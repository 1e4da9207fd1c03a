#pragma once

#include <fmt/format.h>

#include "hw/structural/structural_model.h"
#include "routing/base/visible.h"
#include "rtl/export/pin_recorder.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A switch in the structural view, whose pins to hosts are recorded, and what changes in it.
class RecordingModel final : public structural::StructuralModel {
 public:
  RecordingModel(const SwitchPlan& plan, structural::Clock& clock, const SwitchKind& kind,
                 const SwitchStraps& straps, const Netlist& netlist, NetworkRecording& recording)
      : StructuralModel(plan, clock),
        recorder_(fmt::format("recorder_{}", plan.id).c_str(), modules(), kind, straps, netlist,
                  recording) {}

  void will_be_written(Cycle from, std::uint64_t address, std::uint32_t value) override {
    recorder_.will_be_written(from, address, value);
  }

 private:
  PinRecorder recorder_;
};

}  // namespace rtl
}  // namespace netloom
