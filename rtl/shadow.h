#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/port_matcher.h"
#include "routing/register_file.h"
#include "routing/register_table.h"
#include "rtl/rtl_counters.h"
#include "rtl/rtl_identity.h"

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

 private:
  [[noreturn]] void report(const RouteQuery& query, const std::uint64_t* reference,
                           const std::uint64_t* rtl) const;
  /// "LIB = 4, UIB = 7", and of an up port "ELIB[0] = 4, …".
  std::string registers_of(int port) const;

  RtlIdentity identity_;
  std::unique_ptr<PortMatcher> reference_;
  std::unique_ptr<PortMatcher> rtl_;
  RtlBlockCounters& counters_;
  int words_;
  // What software wrote at each port, for the message: the register file may be gone.
  std::vector<RegisterInfo> registers_;
  SwitchShape shape_;
  std::vector<std::vector<std::uint32_t>> values_;  ///< per register: the words of its instances
};

/// Lets the RTL decide alone.
class ReplacingPortMatcher final : public PortMatcher {
 public:
  /// `counters` outlives the matcher.
  ReplacingPortMatcher(std::unique_ptr<PortMatcher> rtl, RtlBlockCounters& counters);

  void registers_written(const RegisterFile& file) override;
  void match(const RouteQuery& query, std::uint64_t* ports) override;

 private:
  std::unique_ptr<PortMatcher> rtl_;
  RtlBlockCounters& counters_;
};

}  // namespace netloom
