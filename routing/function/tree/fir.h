#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/port_matcher.h"
#include "routing/function/tree/interval_bank.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Flexible Interval Routing: the registers of all ports of one switch and their decision.
///
/// Per port: LIB and UIB (interval), MR (mask), RRR (routing restrictions, a bit per port). The
/// destination is masked with MR and compared with the cyclic interval [LIB..UIB]; a port that
/// contains it is hit. Port i is offered if it is hit and no port j is hit whose bit RRR[i][j] is
/// set: those go before it. With an OPERAND register (register set fir_source) each port masks and
/// compares either the destination (0) or the source (1).
///
/// After reset a port compares the whole destination with [0..0] and yields to none.
/// Source: [Fat-Trees 2010], section 4.2.1 and Figures 4.8, 4.9. OPERAND is not there; it costs one
/// bit per port more.
class FirPorts final : public PortMatcher {
 public:
  /// `set` is "fir" or "fir_source".
  FirPorts(int ports, const std::string& set);

  void registers_written(const RegisterFile& file) override;

  void match(const RouteQuery& query, std::uint64_t* ports) override;

  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override;

  int ports() const { return ports_; }
  /// Whether ports have the OPERAND register.
  bool has_operand() const { return has_operand_; }

 private:
  /// MR, with the ports that do not compare this operand masked to nothing.
  struct Masks {
    PortLanes destination;
    PortLanes source;
  };

  int ports_;
  bool has_operand_;
  std::size_t words_;              ///< 64-bit words of a set of ports
  std::uint32_t last_bank_ports_;  ///< ports that exist in the last bank
  std::vector<IntervalBank> intervals_;
  std::vector<Masks> masks_;
  /// The restrictions by the port that goes first: bit i of the set at j is RRR[i][j], so that what
  /// a hit at j rules out is one set. [port * words_ + word]
  std::vector<std::uint64_t> ruled_out_;
};

}  // namespace routing
}  // namespace netloom
