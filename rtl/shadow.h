#pragma once

#include <cstdint>
#include <memory>

#include "routing/decision/port_matcher.h"
#include "routing/registers/register_file.h"
#include "rtl/rtl_counters.h"
#include "rtl/rtl_identity.h"
#include "rtl/written_registers.h"

namespace netloom {

/// Lets the C++ model decide, and RTL beside it: every decision is compared.
class ShadowPortMatcher final : public PortMatcher {
 public:
  /// `counters` outlives the matcher.
  ShadowPortMatcher(RtlIdentity identity, std::unique_ptr<PortMatcher> reference,
                    std::unique_ptr<PortMatcher> rtl, RtlBlockCounters& counters);

  void registers_written(const RegisterFile& file) override;

  /// Error: the answers differ. The message says when, where, for which packet, with which register
  /// values, and both answers.
  void match(const RouteQuery& query, std::uint64_t* ports) override;
  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    reference_->explain(query, registers, explanation);
  }

 private:
  [[noreturn]] void report(const RouteQuery& query, const std::uint64_t* reference,
                           const std::uint64_t* rtl) const;

  RtlIdentity identity_;
  std::unique_ptr<PortMatcher> reference_;
  std::unique_ptr<PortMatcher> rtl_;
  RtlBlockCounters& counters_;
  int words_;
  WrittenRegisters registers_;
};

/// Lets the RTL decide alone; the reference only explains.
class ReplacingPortMatcher final : public PortMatcher {
 public:
  /// `counters` outlives the matcher. `ports`: of the switch. `reference_answers`: it is asked too,
  /// for who watches it.
  ReplacingPortMatcher(std::unique_ptr<PortMatcher> reference, std::unique_ptr<PortMatcher> rtl,
                       RtlBlockCounters& counters, int ports, bool reference_answers);

  void registers_written(const RegisterFile& file) override;
  void match(const RouteQuery& query, std::uint64_t* ports) override;
  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    reference_->explain(query, registers, explanation);
  }

 private:
  int words_;
  bool reference_answers_;
  std::unique_ptr<PortMatcher> reference_;
  std::unique_ptr<PortMatcher> rtl_;
  RtlBlockCounters& counters_;
};

}  // namespace netloom
