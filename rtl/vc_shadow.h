#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/decision/vc_decision.h"
#include "routing/registers/register_file.h"
#include "rtl/rtl_counters.h"
#include "rtl/rtl_identity.h"
#include "rtl/written_registers.h"

namespace netloom {

/// Lets the C++ model decide about virtual channels, and RTL beside it: every decision is compared.
class ShadowVcDecision final : public VcDecision {
 public:
  /// `counters` outlives the decision.
  ShadowVcDecision(RtlIdentity identity, std::unique_ptr<VcDecision> reference,
                   std::unique_ptr<VcDecision> rtl, RtlBlockCounters& counters);

  void registers_written(const RegisterFile& file) override;

  /// Error: the answers differ. The message says when, where, for which packet and hop, with which
  /// register values, and both answers.
  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override;
  std::string explain(const RouteQuery& head, const VcHop& hop,
                      const RegisterFile& registers) const override {
    return reference_->explain(head, hop, registers);
  }

 private:
  [[noreturn]] void report(const RouteQuery& head, const VcHop& hop, std::uint64_t reference,
                           std::uint64_t rtl) const;

  RtlIdentity identity_;
  std::unique_ptr<VcDecision> reference_;
  std::unique_ptr<VcDecision> rtl_;
  RtlBlockCounters& counters_;
  WrittenRegisters registers_;
};

/// Lets the RTL decide about virtual channels alone; the reference only explains.
class ReplacingVcDecision final : public VcDecision {
 public:
  /// `counters` outlives the decision. `reference_answers`: it is asked too, for who watches it.
  ReplacingVcDecision(std::unique_ptr<VcDecision> reference, std::unique_ptr<VcDecision> rtl,
                      RtlBlockCounters& counters, bool reference_answers);

  void registers_written(const RegisterFile& file) override;
  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override;
  std::string explain(const RouteQuery& head, const VcHop& hop,
                      const RegisterFile& registers) const override {
    return reference_->explain(head, hop, registers);
  }

 private:
  bool reference_answers_;
  std::unique_ptr<VcDecision> reference_;
  std::unique_ptr<VcDecision> rtl_;
  RtlBlockCounters& counters_;
};

}  // namespace netloom
