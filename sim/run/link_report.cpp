#include "sim/run/link_report.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "sim/statistics/spread.h"

namespace netloom {
inline namespace sim {
namespace {

/// Use of a link over the measured interval.
struct LinkLoad {
  double utilisation = 0;  ///< share of the cycles in which it carried a phit
  double occupancy = 0;    ///< mean phits in the input buffer behind it
};

LinkLoad load_of(const ChannelUse& use, Cycle cycles) {
  return {per_cycle(use.phits, cycles), per_cycle(use.occupancy, cycles)};
}

LinkLoad load_of(const LinkUse& use, Cycle cycles) {
  LinkLoad sum;
  for (std::size_t vc = 0; vc < use.size(); ++vc) {
    const LinkLoad each = load_of(use[vc], cycles);
    sum.utilisation += each.utilisation;
    sum.occupancy += each.occupancy;
  }
  return sum;
}

Json mean_and_maximum(const std::vector<double>& values) {
  const std::optional<Spread> spread = spread_of(values);
  return {{"mean", spread ? Json(spread->mean) : Json(nullptr)},
          {"max", spread ? Json(spread->maximum) : Json(nullptr)}};
}

/// NICs take what arrives: there is no buffer behind the links to hosts.
bool has_buffer(const Link& link) {
  return link.to.type == Endpoint::Type::kSwitch;
}

/// Mean over the links of a kind, for each VC.
Json vcs_of_kind(const Netlist& netlist, const LinkUses& use, std::size_t kind, Cycle cycles) {
  struct Sum {
    double utilisation = 0, occupancy = 0;
    double links = 0, buffers = 0;
  };
  std::vector<Sum> sums;
  for (std::size_t i = 0; i < use.size(); ++i) {
    if (static_cast<std::size_t>(netlist.links[i].kind) != kind) continue;
    sums.resize(std::max(sums.size(), use[i].size()));
    for (std::size_t vc = 0; vc < use[i].size(); ++vc) {
      const LinkLoad load = load_of(use[i][vc], cycles);
      sums[vc].utilisation += load.utilisation;
      ++sums[vc].links;
      if (!has_buffer(netlist.links[i])) continue;
      sums[vc].occupancy += load.occupancy;
      ++sums[vc].buffers;
    }
  }
  Json result = Json::array();
  for (const Sum& sum : sums) {
    result.push_back({{"utilisation", ratio_json(sum.utilisation, sum.links)},
                      {"occupancy", ratio_json(sum.occupancy, sum.buffers)}});
  }
  return result;
}

/// Phits that the links between switches carried on each VC.
std::vector<std::uint64_t> vc_phits(const Netlist& netlist, const LinkUses& use) {
  std::vector<std::uint64_t> phits;
  for (std::size_t i = 0; i < use.size(); ++i) {
    if (netlist.links[i].kind == 0) continue;  // a host's
    phits.resize(std::max(phits.size(), use[i].size()));
    for (std::size_t vc = 0; vc < use[i].size(); ++vc) phits[vc] += use[i][vc].phits;
  }
  return phits;
}

}  // namespace

Json links_json(const Netlist& netlist, const LinkUses& use, Cycle cycles, bool details) {
  Json by_kind = Json::object();
  for (std::size_t kind = 0; kind < netlist.kinds.size(); ++kind) {
    std::vector<double> utilisation;
    std::vector<double> occupancy;
    for (std::size_t i = 0; i < use.size(); ++i) {
      if (static_cast<std::size_t>(netlist.links[i].kind) != kind) continue;
      const LinkLoad load = load_of(use[i], cycles);
      utilisation.push_back(load.utilisation);
      if (has_buffer(netlist.links[i])) occupancy.push_back(load.occupancy);
    }
    if (utilisation.empty()) continue;
    by_kind[netlist.kinds[kind]] = {{"links", utilisation.size()},
                                    {"utilisation", mean_and_maximum(utilisation)},
                                    {"occupancy", mean_and_maximum(occupancy)},
                                    {"vcs", vcs_of_kind(netlist, use, kind, cycles)}};
  }
  const std::vector<std::uint64_t> by_vc = vc_phits(netlist, use);
  Json shares = Json::array();
  const std::uint64_t all = std::accumulate(by_vc.begin(), by_vc.end(), std::uint64_t{0});
  for (const std::uint64_t each : by_vc) shares.push_back(ratio_json(each, all));
  Json result = {{"by_kind", std::move(by_kind)},
                 {"vc_shares", std::move(shares)},
                 {"vcs_used", by_vc.size() - static_cast<std::size_t>(std::count(
                                                 by_vc.begin(), by_vc.end(), std::uint64_t{0}))}};
  if (!details) return result;
  Json each = Json::array();
  for (std::size_t i = 0; i < use.size(); ++i) {
    const Link& link = netlist.links[i];
    Json vcs = Json::array();
    for (std::size_t vc = 0; vc < use[i].size(); ++vc) {
      const LinkLoad load = load_of(use[i][vc], cycles);
      vcs.push_back({{"utilisation", load.utilisation}, {"occupancy", load.occupancy}});
    }
    each.push_back({{"from", endpoint_name(netlist, link.from)},
                    {"to", endpoint_name(netlist, link.to)},
                    {"kind", netlist.kinds[static_cast<std::size_t>(link.kind)]},
                    {"vcs", std::move(vcs)}});
  }
  result["each"] = std::move(each);
  return result;
}

Json hops_json(const Netlist& netlist, const LinkUses& use, const Measurement& measurement) {
  std::vector<std::uint64_t> phits(netlist.kinds.size());
  for (std::size_t i = 0; i < use.size(); ++i) {
    for (std::size_t vc = 0; vc < use[i].size(); ++vc) {
      phits[static_cast<std::size_t>(netlist.links[i].kind)] += use[i][vc].phits;
    }
  }
  Json by_kind = Json::object();
  for (std::size_t kind = 0; kind < phits.size(); ++kind) {
    by_kind[netlist.kinds[kind]] = ratio_json(phits[kind], measurement.phits());
  }
  return {{"mean", ratio_json(measurement.hops(), measurement.packets())},
          {"by_kind", std::move(by_kind)}};
}

}  // namespace sim
}  // namespace netloom
