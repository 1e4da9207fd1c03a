#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/types.h"
#include "routing/decision/candidates.h"
#include "routing/decision/vc_policy.h"

namespace netloom {
inline namespace routing {

/// The decision of DAVC for all output ports at once. On which VC a packet leaves is the one on
/// which it is or the next, by where it came in and where it leaves: one bit for each pair of
/// ports.
class DavcPairs {
 public:
  /// `from_host`, `to_host`: of each port, whether the link that enters comes from a host, and that
  /// which leaves leads to one.
  DavcPairs(const OutputVcs& outputs, const std::vector<bool>& from_host,
            const std::vector<bool>& to_host)
      : ports_(outputs.ports()),
        vcs_(1 << outputs.vc_shift()),
        words_(words_of_bits(to_host.size())),
        sets_((kFirstVc + index(vcs_) + index(ports_)) * words_) {
    for (int port = 0; port < ports_; ++port) {
      if (from_host[index(port)]) add(kFromHosts, port);
      if (to_host[index(port)]) {
        add(kToHosts, port);
        continue;
      }
      for (int vc = 0; vc < outputs.count(port); ++vc) add(kFirstVc + index(vc), port);
    }
  }

  /// As the registers are: `keeps(in, out)` says whether the packet stays on its VC.
  template <class Keeps>
  void build(const Keeps& keeps) {
    for (int in = 0; in < ports_; ++in) {
      std::fill_n(&sets_[of_input(in) * words_], words_, 0);
      for (int out = 0; out < ports_; ++out) {
        if (keeps(in, out)) add(of_input(in), out);
      }
    }
  }

  /// Of a head that came in by `input_port` on `vc` and may leave by `ports`. Those that lead to
  /// hosts are left over; whether there are none.
  bool add(int input_port, int vc, std::uint64_t* ports, CandidateSet& candidates) const {
    const std::uint64_t* const sets = sets_.data();
    const auto word = index(input_port) / 64;
    const bool injected = (sets[kFromHosts * words_ + word] >> (input_port % 64) & 1) != 0;
    const int from = injected ? 0 : vc;
    const bool has_next = from + 1 < vcs_;
    const std::uint64_t* const keeps = sets + of_input(input_port) * words_;
    const std::uint64_t* const have = sets + (kFirstVc + index(from)) * words_;
    std::uint64_t same[kMaxPorts / 64], next[kMaxPorts / 64];
    std::uint64_t left = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      const std::uint64_t on = ports[i] & ~sets[kToHosts * words_ + i];
      ports[i] &= sets[kToHosts * words_ + i];
      left |= ports[i];
      same[i] = on & keeps[i] & have[i];
      next[i] = has_next ? on & ~keeps[i] & have[words_ + i] : 0;
    }
    candidates.add_ports(same, std::uint64_t{1} << from);
    if (has_next) candidates.add_ports(next, std::uint64_t{2} << from);
    return left == 0;
  }

 private:
  // Sets of ports, one behind the other.
  static constexpr std::size_t kFromHosts = 0, kToHosts = 1;
  static constexpr std::size_t kFirstVc = 2;  ///< ports to switches that have VC 0, VC 1, ...
  /// The output ports by which what came in by a port stays on its VC.
  std::size_t of_input(int port) const { return kFirstVc + index(vcs_) + index(port); }

  static std::size_t index(int value) { return static_cast<std::size_t>(value); }
  void add(std::size_t set, int port) {
    sets_[set * words_ + index(port) / 64] |= std::uint64_t{1} << (port % 64);
  }

  int ports_, vcs_;
  std::size_t words_;  ///< of a set
  std::vector<std::uint64_t> sets_;
};

}  // namespace routing
}  // namespace netloom
