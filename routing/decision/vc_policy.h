#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/registry.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/candidates.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A VC policy, as `routing.vcs.policy` names it.
struct VcPolicyEntry {
  static constexpr const char* kKind = "VC policy";

  std::string meaning;  ///< which VCs a packet may take
  /// Of a link with `count` VCs (1 to 64), those that a routing function without a VC rule of its
  /// own offers: bit v for VC v. Null: a policy of particular routing functions, or one that is put
  /// around them.
  std::uint64_t (*offered)(int count) = nullptr;
};

using VcPolicyRegistry = Registry<VcPolicyEntry>;

/// The policies that say themselves what a link offers, and davc, which goes around any of them, as
/// messages list them: "davc, free, single".
std::string open_vc_policies();

/// Error: not one of the policies that say what a link offers; `function` ("ecmp") is named in the
/// message.
const VcPolicyEntry& find_open_vc_policy(const std::string& name, const std::string& function);

/// Whether a routing function with this policy offers one VC only on every link, so that packets
/// on the same way stay in line.
bool offers_one_vc(const VcPolicyEntry& policy, const VcCounts& vcs);

/// The VCs that a switch's outputs offer under a policy, as bit masks per port; ports without a
/// link offer none.
class OutputVcs {
 public:
  /// Error: `context.vcs` has no count for a kind, or one that does not fit into the candidate
  /// sets.
  OutputVcs(const RoutingContext& context, const PortMap& ports, const VcPolicyEntry& policy,
            SwitchId switch_id)
      : vc_shift_(context.vc_shift), masks_(static_cast<std::size_t>(ports.ports(switch_id))) {
    const Netlist& netlist = *context.netlist;
    for (int port = 0; port < ports.ports(switch_id); ++port) {
      const int link = ports.link_out(switch_id, port);
      if (link < 0) continue;
      const auto kind =
          static_cast<std::size_t>(netlist.links[static_cast<std::size_t>(link)].kind);
      const int most = std::min(1 << vc_shift_, kMaxVcChoices);
      if (kind >= context.vcs.size() || context.vcs[kind] < 1 || context.vcs[kind] > most) {
        throw Error("the number of virtual channels of links of the kind '" + netlist.kinds[kind] +
                    "' must be 1 to " + std::to_string(most));
      }
      masks_[static_cast<std::size_t>(port)] = policy.offered(context.vcs[kind]);
    }
  }

  int ports() const { return static_cast<int>(masks_.size()); }
  int vc_shift() const { return vc_shift_; }
  /// VCs that may be taken.
  int count(int port) const { return __builtin_popcountll(mask(port)); }
  /// Bit v: VC v may be taken.
  std::uint64_t mask(int port) const { return masks_[static_cast<std::size_t>(port)]; }

  /// Adds the port's VCs to the bit vector of a candidate set.
  void add(int port, std::uint64_t* words) const {
    // The VCs of a port never cross a word: 2^vc_shift divides 64, or there are at most 64 of them.
    const unsigned bit = static_cast<unsigned>(port) << vc_shift_;
    words[bit >> 6] |= masks_[static_cast<std::size_t>(port)] << (bit & 63);
  }
  void add(int port, CandidateSet& candidates) const { add(port, candidates.words()); }
  /// Of these VCs those that the port offers.
  void add(int port, std::uint64_t vcs, CandidateSet& candidates) const {
    const unsigned bit = static_cast<unsigned>(port) << vc_shift_;
    candidates.words()[bit >> 6] |= (mask(port) & vcs) << (bit & 63);
  }

 private:
  int vc_shift_;
  std::vector<std::uint64_t> masks_;
};

}  // namespace routing
}  // namespace netloom
