// What of a network runs where and when: on ranks, on threads, in regions, window by window.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <numeric>
#include <utility>

#include "hw/network/network_impl.h"
#include "routing/base/random.h"

namespace netloom {
inline namespace hw {
namespace {

/// Cycles of a quantum in which only what is coming is fetched ahead.
constexpr int kShortQuantum = 3;

/// Channels that a thread runs up to which fetching ahead costs as much time as it saves: in short
/// quanta, and in others. (With links of one cycle, a torus of 10,240 took 1.05 of the time with
/// it, a tree of 24,576 0.8.)
constexpr std::size_t kChannelsNearCacheShort = 16000;
constexpr std::size_t kChannelsNearCache = 3500;

/// The numbers below `count`, with a seed other than 0 in an order that is drawn.
std::vector<std::uint32_t> in_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  if (seed != 0) {
    Random random(seed, 0);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
  }
  return order;
}

/// Channels of the thread that runs most, of those of all ranks.
std::size_t largest_share(const Netlist& netlist, const Partition& partition, int vc_shift) {
  std::map<std::pair<int, int>, std::size_t> channels;
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    const std::size_t region = index(partition.region_of[id]);
    channels[{partition.rank_of[region], partition.thread_of[region]}] +=
        index(netlist.switches[id].ports) << vc_shift;
  }
  std::size_t most = 0;
  for (const auto& share : channels) most = std::max(most, share.second);
  return most;
}

}  // namespace

Fetching Network::Impl::fetching_of(const Netlist& netlist, int quantum) const {
  const bool is_short = quantum <= kShortQuantum;
  const std::size_t near = is_short ? kChannelsNearCacheShort : kChannelsNearCache;
  if (largest_share(netlist, partition, vc_shift) <= near) return Fetching::kNothing;
  return is_short ? Fetching::kComing : Fetching::kEverything;
}

std::vector<SwitchId> Network::Impl::running_order() const {
  const std::uint64_t seed = config.simulation.shuffle;
  std::vector<SwitchId> order = in_order(switches.size(), seed);
  order.erase(std::remove_if(order.begin(), order.end(), [this](SwitchId id) { return !has(id); }),
              order.end());
  const std::vector<std::uint32_t> place = in_order(index(partition.regions), seed);
  std::stable_sort(order.begin(), order.end(), [&](SwitchId a, SwitchId b) {
    return place[index(partition.region_of[a])] < place[index(partition.region_of[b])];
  });
  std::stable_sort(order.begin(), order.end(),
                   [this](SwitchId a, SwitchId b) { return thread_of(a) < thread_of(b); });
  return order;
}

void Network::Impl::make_regions(int quantum) {
  if (partition.threads > 1) {
    threads = std::make_unique<RegionThreads>("region_threads_", *clock, partition.threads);
  }
  if (!ranks.alone()) {
    const auto region_of = [this](SwitchId id) -> Region& {
      return *regions[index(partition.region_of[id])];
    };
    rank_mail = std::make_unique<RankMail>(
        ranks, partition.threads,
        RankMail::Receivers{
            [this, region_of](SwitchId to, int channel, const Flit& flit) {
              region_of(to).outside(0).add_flit(switches[to]->model(), flit, flit.arrival, channel);
            },
            [this, region_of](SwitchId to, int channel, std::uint32_t phits, Cycle cycle) {
              region_of(to).outside(0).add_credit(switches[to]->model(), cycle, channel, phits);
            }});
  }
  for (int region = 0; region < partition.regions; ++region) {
    if (partition.rank_of[index(region)] != ranks.rank()) {
      regions.emplace_back();
      continue;
    }
    regions.push_back(std::make_unique<Region>(
        fmt::format("region_{}", region).c_str(), *clock, static_cast<Cycle>(quantum), fetching,
        partition.thread_of[index(region)], partition.threads));
    if (threads) threads->add(*regions.back());
  }
  clock->at_window_end([this] { end_window(); });
}

void Network::Impl::place_active_cycles(const std::vector<SwitchId>& order) {
  const std::size_t words = calendar.length / 64;
  std::vector<std::size_t> counts(index(partition.threads));
  for (const SwitchId id : order) ++counts[index(thread_of(id))];
  std::vector<std::uint64_t*> next;
  for (int thread = 0; thread < partition.threads; ++thread) {
    next.push_back(
        shares[index(thread)]->arena.array<std::uint64_t>(counts[index(thread)] * words));
  }
  for (const SwitchId id : order) {
    active_cycles[id] = next[index(thread_of(id))];
    next[index(thread_of(id))] += words;
  }
}

LinkMail Network::Impl::mail_between(SwitchId from, SwitchId to) {
  Region& sender = *regions[index(partition.region_of[from])];
  Region& receiver = *regions[index(partition.region_of[to])];
  const auto fast = [this](SwitchId id) { return config.view(id) == SwitchView::kFast; };
  // Switches of other views take their mail whenever it comes.
  if (&sender == &receiver || !fast(from) || !fast(to)) {
    return {&sender.inside(), &receiver.inside(), false};
  }
  return {&receiver.outside(sender.thread()), &sender.outside(receiver.thread()), true};
}

void Network::Impl::end_window() {
  if (rank_mail) {
    RankMail::News mine;
    // The failure of the first cycle and lowest switch.
    if (clock->failed()) mine.failure = clock->failed_in() << 32 | clock->failed_at();
    if (hop_watch->has_news()) mine.nothing_else = 0;
    const RankMail::News all = rank_mail->exchange(mine);
    if (all.failure < mine.failure) {
      clock->fail(all.failure >> 32, static_cast<SwitchId>(all.failure),
                  std::make_exception_ptr(FailedElsewhere("a switch of another rank has failed")));
    }
    if (all.nothing_else == 0) hop_watch->share_news(ranks);
  }
  for (const auto& region : regions) {
    if (region) region->close_window();
  }
  for (const auto& work : at_window_end) work();
}

void Network::Impl::take_all_mail() {
  for (const auto& region : regions) {
    if (region) region->take_mail();
  }
}

}  // namespace hw
}  // namespace netloom
