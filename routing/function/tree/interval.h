#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/port_matcher.h"
#include "routing/function/tree/interval_bank.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The interval registers LIB and UIB of all ports of one switch, and their comparison with a
/// destination. After reset all bounds are 0: every port matches node 0 and no other.
class IntervalPorts final : public PortMatcher {
 public:
  explicit IntervalPorts(int ports);

  void registers_written(const RegisterFile& file) override;

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    match_destination(query.destination, ports);
  }

  /// As match(), callable without a virtual call.
  void match_destination(NodeId destination, std::uint64_t* ports) const {
    constexpr std::size_t kBanks = 64 / kBankPorts;  // of a word
    const IntervalBank* const banks = banks_.data();
    const std::size_t count = banks_.size();
    for (std::size_t first = 0; first < count; first += kBanks) {
      const std::size_t end = std::min(first + kBanks, count);
      std::uint64_t word = 0;
      for (std::size_t i = first; i < end; ++i) {
        word |= std::uint64_t{banks[i].hits(destination)} << (i - first) * kBankPorts;
      }
      ports[first / kBanks] |= end == count ? word & last_word_ports_ : word;
    }
  }

  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override;

  int ports() const { return ports_; }
  std::uint32_t lib(int port) const { return bank_of(port).lib.lane[port % kBankPorts]; }
  std::uint32_t uib(int port) const {
    return lib(port) + bank_of(port).length.lane[port % kBankPorts];
  }
  void set(int port, std::uint32_t lib, std::uint32_t uib);

 private:
  const IntervalBank& bank_of(int port) const {
    return banks_[static_cast<std::size_t>(port / kBankPorts)];
  }

  int ports_;
  std::uint64_t last_word_ports_;  ///< ports that exist in the last word
  std::vector<IntervalBank> banks_;
};

}  // namespace routing
}  // namespace netloom
