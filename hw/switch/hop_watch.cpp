#include "hw/switch/hop_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "hw/kernel/ranks.h"
#include "hw/switch/livelock_error.h"

namespace netloom {
inline namespace hw {

void HopWatch::passed(const Flit& flit, SwitchId switch_id, int port, Cycle now) {
  const std::lock_guard<std::mutex> lock(passing_);
  news_.push_back(
      {flit.source(), flit.destination, flit.tag.number, flit.hops(), now, Step{switch_id, port}});
  const Wanderers::value_type& packet = note(news_.back());
  if (packet.second.steps.size() == kShown) fail(packet);
}

HopWatch::Wanderers::value_type& HopWatch::note(const News& news) {
  const auto entry = wanderers_.try_emplace({news.source, news.destination, news.number}).first;
  Wanderer& packet = entry->second;
  if (packet.steps.empty()) packet.since = news.cycle;
  packet.hops = news.hops;
  packet.steps.push_back(news.step);
  return *entry;
}

void HopWatch::share_news(Ranks& ranks) {
  const std::vector<std::vector<News>> all = gathered_by_rank(ranks, "hops", news_);
  news_.clear();
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (static_cast<int>(rank) == ranks.rank()) continue;
    for (const News& each : all[rank]) note(each);
  }
}

void HopWatch::check() const {
  if (wanderers_.empty()) return;
  fail(*std::min_element(wanderers_.begin(), wanderers_.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.second.since, a.first) < std::make_pair(b.second.since, b.first);
  }));
}

void HopWatch::fail(const Wanderers::value_type& packet) const {
  const auto& [name, way] = packet;
  const auto& [from, to, number] = name;
  const std::string& source = netlist_.hosts[from].name;
  const std::string& destination = netlist_.hosts[to].name;
  std::string steps;
  for (const Step& step : way.steps) {
    const Endpoint output{Endpoint::Type::kSwitch, step.switch_id, step.port};
    steps += (steps.empty() ? "" : " -> ") + endpoint_name(netlist_, output);
  }
  throw LivelockError(
      fmt::format("livelock: packet {} from {} to {} has passed {} switches; the longest way that "
                  "the routing function has passes {}, and {} are allowed (simulation.hop_factor). "
                  "In cycle {} it had passed {}, and it went on by {}",
                  number, source, destination, way.hops, limit_.longest_way, limit_.limit,
                  way.since, limit_.limit + 1, steps),
      fmt::format("{}:{}{}", source, numbers_per_pair_ ? destination + ":" : "", number));
}

}  // namespace hw
}  // namespace netloom
