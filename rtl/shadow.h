#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/port_matcher.h"
#include "routing/types.h"

namespace netloom {

/// What the RTL did in a run; one for all switches.
struct RtlCounters {
  std::uint64_t decisions = 0;   ///< made by RTL (shadow: and compared)
  std::uint64_t mismatches = 0;  ///< decisions that differed from the reference; the run ends at
                                 ///< the first
};

/// Lets the C++ model decide, and RTL beside it: every decision is compared.
class ShadowPortMatcher final : public PortMatcher {
 public:
  struct Identity {
    std::string implementation;  ///< name of the RTL
    std::string block;
    std::string switch_name;
    SwitchId switch_id = 0;
    int ports = 0;
  };

  ShadowPortMatcher(Identity identity, std::unique_ptr<PortMatcher> reference,
                    std::unique_ptr<PortMatcher> rtl, std::shared_ptr<RtlCounters> counters);

  void registers_written(const RegisterFile& file) override;

  /// Error: the answers differ. The message says when, where, for which packet, with which register
  /// values, and both answers.
  void match(const RouteQuery& query, std::uint64_t* ports) override;

 private:
  [[noreturn]] void report(const RouteQuery& query, const std::uint64_t* reference,
                           const std::uint64_t* rtl) const;

  Identity identity_;
  std::unique_ptr<PortMatcher> reference_;
  std::unique_ptr<PortMatcher> rtl_;
  std::shared_ptr<RtlCounters> counters_;
  int words_;
  // Copies of what software wrote at each port, for the message: the register file may be gone.
  std::vector<std::string> register_names_;
  std::vector<std::uint32_t> register_values_;  ///< [port * names + register]
};

/// Lets the RTL decide alone.
class ReplacingPortMatcher final : public PortMatcher {
 public:
  ReplacingPortMatcher(std::unique_ptr<PortMatcher> rtl, std::shared_ptr<RtlCounters> counters);

  void registers_written(const RegisterFile& file) override;
  void match(const RouteQuery& query, std::uint64_t* ports) override;

 private:
  std::unique_ptr<PortMatcher> rtl_;
  std::shared_ptr<RtlCounters> counters_;
};

}  // namespace netloom
