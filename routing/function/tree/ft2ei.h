#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/port_matcher.h"
#include "routing/function/tree/interval.h"
#include "routing/function/tree/interval_bank.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// FT2EI: the registers of all ports of one switch and their decision. A port takes a destination
/// that lies in its interval [LIB..UIB] and in none of its exclusion intervals [ELIB..EUIB] that
/// are in force (EENABLE). Only up ports have exclusion intervals; after reset none is in force.
/// Source: [Fat-Trees 2010], section 3.2 and Figure 3.5.
class Ft2eiPorts final : public PortMatcher {
 public:
  /// exclusion_intervals: n_ei of each up port.
  Ft2eiPorts(int ports, int exclusion_intervals);

  void registers_written(const RegisterFile& file) override;

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    intervals_.match_destination(query.destination, ports);
    for (const Exclusion& exclusion : exclusions_) {
      const std::uint32_t excluded = exclusion.interval.hits(query.destination) & exclusion.enabled;
      ports[exclusion.bank >> 3] &= ~(std::uint64_t{excluded} << (exclusion.bank & 7) * kBankPorts);
    }
  }

  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override;

  int ports() const { return intervals_.ports(); }
  int exclusion_intervals() const { return exclusion_intervals_; }

 private:
  /// One exclusion interval of each port of a bank.
  struct Exclusion {
    IntervalBank interval;
    std::uint32_t bank = 0;
    std::uint32_t enabled = 0;  ///< bit i: in force at port i of the bank
  };

  IntervalPorts intervals_;
  int exclusion_intervals_;
  std::vector<Exclusion> exclusions_;  ///< only those with a bit in `enabled`
};

}  // namespace routing
}  // namespace netloom
