#include "hw/structural/kind/routing_unit.h"

#include <algorithm>
#include <iterator>

#include "routing/decision/candidates.h"
#include "routing/decision/vc_classes.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

ChannelList members(const std::vector<std::uint64_t>& words, int shift) {
  ChannelList result;
  for_each_candidate(words.data(), words.size(), shift,
                     [&](int port, int vc) { result.push_back(port << shift | vc); });
  return result;
}

ChannelList both(const ChannelList& a, const ChannelList& b) {
  ChannelList result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// The members that `leaves` says nothing of.
template <class Leaves>
ChannelList without(const ChannelList& channels, Leaves leaves) {
  ChannelList result;
  std::copy_if(channels.begin(), channels.end(), std::back_inserter(result),
               [&](int channel) { return !leaves(channel); });
  return result;
}

}  // namespace

void RoutingUnit::find_candidates(Request& request, int input) const {
  const RouteQuery query = switch_.query(input, request.flit, now());
  const SwitchRouter& router = *switch_.plan.router;
  const int shift = switch_.plan.vc_shift;
  const auto ask = [&](auto&& question) {
    std::vector<std::uint64_t> words(candidate_words(switch_.ports(), shift), 0);
    CandidateSet set(words.data(), static_cast<int>(words.size()), shift);
    question(set);
    return members(words, shift);
  };
  if (router.trigger() == nullptr) {
    request.candidates = ask([&](CandidateSet& set) { router.route(query, set); });
  } else {
    request.minimal = ask([&](CandidateSet& set) { router.minimal(query, set); });
    request.candidates =
        both(ask([&](CandidateSet& set) { router.route(query, set); }), request.minimal);
  }
  if (switch_.plan.bubble) {
    request.entering = ask([&](CandidateSet& set) { router.entering(query, set); });
  }
  if (!switch_.failed.any()) return;
  if (request.flit.deviated()) {
    // Back up by another way than it came down.
    const ChannelList onward = without(request.candidates, [&](int output) {
      const int port = switch_.port(output);
      return switch_.failed.known(port) || port == switch_.port(input);
    });
    if (!onward.empty()) request.candidates = onward;
  }
  keep_off_failed_links(request, input);
}

void RoutingUnit::keep_off_failed_links(Request& request, int input) const {
  request.candidates = without(
      request.candidates, [&](int output) { return switch_.failed.known(switch_.port(output)); });
  if (!request.candidates.empty()) return;
  const int from = switch_.port(input);
  for (const int port : switch_.failed.emergency_ports(from)) {
    const VcRange vcs =
        vcs_of_same_class(switch_.vc(input), switch_.shape(from).input_vcs,
                          switch_.shape(port).output_vcs, switch_.plan.config->nic.classes);
    for (int vc = vcs.first; vc < vcs.end; ++vc) {
      request.candidates.push_back(switch_.channel(port, vc));
    }
  }
  if (!request.candidates.empty()) request.flit.set_deviated(true);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
