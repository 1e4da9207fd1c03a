#include "routing/check/crosspoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "routing/base/error.h"
#include "routing/decision/candidates.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {
namespace {

/// Bit vectors over the output channels (port << vc_shift | VC) of one switch.
class SwitchCrossbar {
 public:
  SwitchCrossbar(const RoutingContext& context, const PortMap& ports, SwitchId id)
      : vc_shift_(context.vc_shift),
        words_(candidate_words(ports.ports(id), vc_shift_)),
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
    here_.assign(words_, 0);
    for (std::size_t i = 0; i < words_; ++i) {
      here_[i] = offered[i] & existing_[i];
      row[i] |= here_[i];
    }
    int ports = 0, last_port = -1;
    for_each_candidate(here_.data(), words_, vc_shift_, [&](int port, int /*vc*/) {
      if (port != last_port) ++ports;
      last_port = port;
    });
    result_.most_ports = std::max(result_.most_ports, ports);
  }

  void add_to(SharedCrossbar& shared) const {
    for (unsigned input = 0; input < rows_.size(); ++input) shared.add(input, rows_[input]);
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
  std::vector<std::uint64_t> here_;               ///< of an offer, those that exist
  std::vector<std::vector<std::uint64_t>> rows_;  ///< per input channel; empty: no packet comes in
  CrosspointReport::Switch result_;
};

}  // namespace

SharedCrossbar::SharedCrossbar(int ports, int vc_shift)
    : ports_(ports),
      vc_shift_(vc_shift),
      input_vcs_(static_cast<std::size_t>(ports), 0),
      output_vcs_(static_cast<std::size_t>(ports), 0),
      rows_(static_cast<std::size_t>(ports) << vc_shift) {}

void SharedCrossbar::add_port(int port, int input_vcs, int output_vcs) {
  int& input = input_vcs_[static_cast<std::size_t>(port)];
  int& output = output_vcs_[static_cast<std::size_t>(port)];
  input = std::max(input, input_vcs);
  output = std::max(output, output_vcs);
}

void SharedCrossbar::add(unsigned input, const std::vector<std::uint64_t>& outputs) {
  std::vector<std::uint64_t>& row = rows_[input];
  row.resize(std::max(row.size(), outputs.size()), 0);
  for (std::size_t i = 0; i < outputs.size(); ++i) row[i] |= outputs[i];
}

void SharedCrossbar::add(const SharedCrossbar& other) {
  for (unsigned input = 0; input < other.rows_.size(); ++input) add(input, other.rows_[input]);
  for (int port = 0; port < ports_; ++port) {
    add_port(port, other.input_vcs_[static_cast<std::size_t>(port)],
             other.output_vcs_[static_cast<std::size_t>(port)]);
  }
}

std::uint64_t SharedCrossbar::crosspoints() const {
  std::uint64_t count = 0;
  for (const std::vector<std::uint64_t>& row : rows_) {
    for (const std::uint64_t word : row) {
      count += static_cast<std::uint64_t>(__builtin_popcountll(word));
    }
  }
  return count;
}

std::uint64_t SharedCrossbar::crosspoints_between_ports() const {
  std::uint64_t count = 0;
  const std::size_t vcs = std::size_t{1} << vc_shift_;
  for (std::size_t in = 0; in < input_vcs_.size(); ++in) {
    for (std::size_t out = 0; out < output_vcs_.size(); ++out) {
      const std::size_t first = out << vc_shift_;
      const std::size_t last_word = (first + vcs - 1) / 64;
      const std::uint64_t mask =
          vcs >= 64 ? ~std::uint64_t{0} : ((std::uint64_t{1} << vcs) - 1) << (first & 63);
      const bool connected = std::any_of(
          rows_.begin() + static_cast<std::ptrdiff_t>(in * vcs),
          rows_.begin() + static_cast<std::ptrdiff_t>((in + 1) * vcs), [&](const auto& row) {
            for (std::size_t i = first / 64; i <= last_word && i < row.size(); ++i) {
              if ((row[i] & mask) != 0) return true;
            }
            return false;
          });
      if (connected) {
        count += static_cast<std::uint64_t>(input_vcs_[in]) *
                 static_cast<std::uint64_t>(output_vcs_[out]);
      }
    }
  }
  return count;
}

namespace {

/// The shared crossbar of switches with this many ports, made if there is none yet.
SharedCrossbar& shared_for(std::vector<SharedCrossbar>& shared, int ports, int vc_shift) {
  const auto place = std::find_if(shared.begin(), shared.end(), [&](const SharedCrossbar& each) {
    return each.ports() >= ports;
  });
  if (place != shared.end() && place->ports() == ports) return *place;
  return *shared.emplace(place, ports, vc_shift);
}

}  // namespace

CrosspointReport count_crosspoints(const RoutingContext& context, RoutingFunction& routing,
                                   int injection_vcs,
                                   const std::function<void()>& destination_done) {
  const int most = std::min(1 << std::clamp(context.vc_shift, 0, 30), kMaxVirtualChannels);
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
  options.destination_done = destination_done;
  options.visit = [&](SwitchId at, const RouteQuery& query, CandidateSet offered) {
    if (!crossbars[at]) crossbars[at] = std::make_unique<SwitchCrossbar>(context, ports, at);
    crossbars[at]->offer(query, offered.words());
  };
  CrosspointReport report;
  report.connectivity = check_connectivity(context, routing, options);
  report.switches.reserve(crossbars.size());
  const auto vcs_of = [&](int link) {
    if (link < 0) return 0;
    const Link& each = netlist.links[static_cast<std::size_t>(link)];
    return each.from.type == Endpoint::Type::kHost
               ? injection_vcs
               : context.vcs[static_cast<std::size_t>(each.kind)];
  };
  for (SwitchId id = 0; id < crossbars.size(); ++id) {
    const auto& each = crossbars[id];
    report.switches.push_back(each ? each->result() : CrosspointReport::Switch{});
    SharedCrossbar& shared = shared_for(report.shared, ports.ports(id), context.vc_shift);
    for (int port = 0; port < ports.ports(id); ++port) {
      shared.add_port(port, vcs_of(ports.link_in(id, port)), vcs_of(ports.link_out(id, port)));
    }
    if (each) each->add_to(shared);
  }
  return report;
}

}  // namespace routing
}  // namespace netloom
