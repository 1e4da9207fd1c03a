#include "routing/check/crosspoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "routing/error.h"
#include "routing/netlist.h"

namespace netloom {
namespace {

/// Bit vectors over the output channels (port << vc_shift | VC) of one switch.
class SwitchCrossbar {
 public:
  SwitchCrossbar(const RoutingContext& context, const PortMap& ports, SwitchId id)
      : vc_shift_(context.vc_shift),
        words_(((static_cast<std::size_t>(ports.ports(id)) << vc_shift_) + 63) / 64),
        existing_(words_, 0),
        rows_(static_cast<std::size_t>(ports.ports(id)) << vc_shift_) {
    const Netlist& netlist = *context.netlist;
    CandidateSet existing(existing_.data(), static_cast<int>(words_), vc_shift_);
    for (int port = 0; port < ports.ports(id); ++port) {
      const int link = ports.link_out(id, port);
      if (link < 0) continue;
      const int kind = netlist.links[static_cast<std::size_t>(link)].kind;
      existing.add_vcs(port, context.vcs[static_cast<std::size_t>(kind)]);
    }
  }

  void offer(const RouteQuery& query, const std::uint64_t* offered) {
    const unsigned channel = (static_cast<unsigned>(query.input_port) << vc_shift_) |
                             static_cast<unsigned>(query.input_vc);
    std::vector<std::uint64_t>& row = rows_[channel];
    row.resize(words_, 0);
    const std::uint64_t vcs_of_port =
        ~std::uint64_t{0} >> (64 - (std::uint64_t{1} << static_cast<unsigned>(vc_shift_)));
    int ports = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      std::uint64_t rest = offered[i] & existing_[i];
      row[i] |= rest;
      for (; rest != 0; ++ports) {
        const int first = __builtin_ctzll(rest) >> vc_shift_ << vc_shift_;
        rest &= ~(vcs_of_port << first);
      }
    }
    result_.most_ports = std::max(result_.most_ports, ports);
  }

  CrosspointReport::Switch result() const {
    CrosspointReport::Switch result = result_;
    for (const std::vector<std::uint64_t>& row : rows_) {
      for (const std::uint64_t word : row) {
        result.crosspoints += static_cast<std::uint64_t>(__builtin_popcountll(word));
      }
    }
    return result;
  }

 private:
  int vc_shift_;
  std::size_t words_;
  std::vector<std::uint64_t> existing_;
  std::vector<std::vector<std::uint64_t>> rows_;  ///< per input channel; empty: no packet comes in
  CrosspointReport::Switch result_;
};

}  // namespace

CrosspointReport count_crosspoints(const RoutingContext& context, RoutingFunction& routing,
                                   int injection_vcs) {
  const int most = 1 << std::clamp(context.vc_shift, 0, 6);
  if (injection_vcs > most) {
    throw Error(
        fmt::format("crosspoints: injection_vcs is {}; allowed: 1 to {}, the VCs that the "
                    "candidate sets have room for",
                    injection_vcs, most));
  }
  const Netlist& netlist = *context.netlist;
  const PortMap ports(netlist);
  // Made at the first decision, when check_connectivity has checked the context.
  std::vector<std::unique_ptr<SwitchCrossbar>> crossbars(netlist.switches.size());
  ConnectivityOptions options;
  options.injection_vcs = injection_vcs;
  options.visit = [&](SwitchId at, const RouteQuery& query, CandidateSet offered) {
    if (!crossbars[at]) crossbars[at] = std::make_unique<SwitchCrossbar>(context, ports, at);
    crossbars[at]->offer(query, offered.words());
  };
  CrosspointReport report;
  report.connectivity = check_connectivity(context, routing, options);
  report.switches.reserve(crossbars.size());
  for (const auto& each : crossbars) {
    report.switches.push_back(each ? each->result() : CrosspointReport::Switch{});
  }
  return report;
}

}  // namespace netloom
