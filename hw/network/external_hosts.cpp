#include "hw/network/external_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "hw/config/network_sizes.h"
#include "hw/kernel/quantum_clock.h"
#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace {

/// The tick of the clock, what the regions run, and the look at it: only then is it known what
/// arrives in the first cycle of a window. In others it is told as many delta cycles later, so that
/// what else happens in that time comes before it or after it wherever windows begin.
constexpr int kDeltasBeforeTold = 4;

}  // namespace

/// As the NICs of one thread see them.
class ExternalHosts::Source final : public TrafficSource {
 public:
  Source(ExternalHosts& external, TrafficSource* others) : external_(external), others_(others) {}

  Cycle first(NodeId host) override { return is_played(host) ? kNever : others_->first(host); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    if (!is_played(host)) return others_->generate(host, cycle, injector);
    std::deque<Offer>& offers = external_.hosts_[host].offers;
    for (; !offers.empty() && offers.front().cycle <= cycle; offers.pop_front()) {
      const ExternalPacket& packet = offers.front().packet;
      Message message;
      message.destination = packet.destination;
      message.phits = packet.phits;
      message.response = packet.response;
      injector.send(message, cycle);
    }
    return kNever;
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    if (!is_played(packet.destination)) return others_->delivered(packet);
    ++external_.hosts_[packet.destination].delivered;
    return kNever;
  }
  TrafficSource& for_thread(int thread, int threads) override {
    if (others_ == nullptr) return *this;
    of_threads_.push_back(
        std::make_unique<Source>(external_, &others_->for_thread(thread, threads)));
    return *of_threads_.back();
  }
  bool reacts() const override { return others_ != nullptr && others_->reacts(); }
  std::vector<NodeId> told_in_time() const override {
    std::vector<NodeId> result;
    for (NodeId host = 0; host < external_.hosts_.size(); ++host) {
      if (is_played(host)) result.push_back(host);
    }
    return result;
  }
  bool sends_control() const override { return others_ != nullptr && others_->sends_control(); }

 private:
  bool is_played(NodeId host) const { return external_.hosts_[host].played; }

  ExternalHosts& external_;
  TrafficSource* others_;  ///< null: there are no other hosts
  std::vector<std::unique_ptr<Source>> of_threads_;
};

ExternalHosts::ExternalHosts(sc_core::sc_module_name name, NodeId hosts)
    : sc_core::sc_module(name),
      hosts_(hosts),
      others_(nullptr),
      source_(std::make_unique<Source>(*this, nullptr)) {
  for (Host& host : hosts_) host.played = true;
}

ExternalHosts::ExternalHosts(sc_core::sc_module_name name, NodeId hosts,
                             const std::vector<NodeId>& played, TrafficSource& others)
    : sc_core::sc_module(name),
      hosts_(hosts),
      others_(&others),
      source_(std::make_unique<Source>(*this, &others)) {
  for (const NodeId host : played) {
    if (host >= hosts || hosts_[host].played) {
      throw Error(
          fmt::format("host {} is to be played outside of the network; allowed: each host "
                      "below {} once",
                      host, hosts));
    }
    hosts_[host].played = true;
  }
}

ExternalHosts::~ExternalHosts() = default;

TrafficSource& ExternalHosts::source() {
  return *source_;
}

void ExternalHosts::join(Network& network) {
  if (network.config().nic.reorders()) {
    throw Error(
        "nic.reorder_buffer: hosts that are played outside of the network take packets as they "
        "arrive; allowed with them: 0");
  }
  if (!network.ranks().alone()) {
    throw Error("several ranks cannot run a network whose hosts are played outside of it");
  }
  // The clock of pins divides a cycle.
  const auto& views = network.config().views;
  const bool any_pins = std::any_of(views.begin(), views.end(),
                                    [](SwitchView view) { return view != SwitchView::kFast; });
  const double needed = any_pins ? 125 : 1000;
  const double resolution = sc_core::sc_get_time_resolution().to_seconds() * 1e12;
  if (resolution > needed * 1.001) {
    throw Error(
        fmt::format("SystemC's time has a resolution of {:g} ps; allowed with a network "
                    "whose hosts are played outside of it{}: up to {:g} ps",
                    resolution, any_pins ? ", some switches with pins" : "", needed));
  }
  network_ = &network;
}

void ExternalHosts::before_end_of_elaboration() {
  if (network_ == nullptr) return;
  SC_HAS_PROCESS(ExternalHosts);
  SC_METHOD(begin_look);
  sensitive << network_->clock().tick();
  dont_initialize();
  SC_METHOD(look_ahead);
  sensitive << look_;
  dont_initialize();
  SC_METHOD(tell);
  sensitive << due_;
  dont_initialize();
}

ExternalHosts::Host& ExternalHosts::played(NodeId host) {
  if (host >= hosts_.size() || !hosts_[host].played) {
    throw Error(fmt::format("host {} is not played outside of the network", host));
  }
  return hosts_[host];
}

void ExternalHosts::play(NodeId host, ExternalHost& player) {
  Host& here = played(host);
  here.player = &player;
  here.told = here.delivered;
  const auto place = std::lower_bound(players_.begin(), players_.end(), host);
  if (place == players_.end() || *place != host) players_.insert(place, host);
}

std::uint32_t ExternalHosts::offer(NodeId host, const ExternalPacket& packet) {
  Host& from = played(host);
  if (network_ == nullptr) {
    throw Error(fmt::format("host {} offers a packet before there is a network", host));
  }
  const NetworkConfig& config = network_->config();
  const auto least = static_cast<std::uint32_t>(smallest_packet(config));
  const auto most = static_cast<std::uint32_t>(config.nic.packet_phits);
  if (packet.destination >= hosts_.size() || packet.destination == host || packet.phits < least ||
      packet.phits > most) {
    throw Error(fmt::format(
        "host {} offers a packet of {} phits to host {}; allowed: {} to {} phits, another host "
        "below {}",
        host, packet.phits, packet.destination, least, most, hosts_.size()));
  }
  const Cycle cycle = network_->cycle();
  const bool woken = !from.offers.empty() && from.offers.back().cycle == cycle;
  from.contents.emplace(from.offered, packet.content);
  from.offers.push_back({cycle, packet});
  if (!woken) network_->wake_host(host, cycle);
  return from.offered++;
}

void ExternalHosts::forget(NodeId host, std::uint32_t number) {
  played(host).contents.erase(number);
}

bool ExternalHosts::idle() const {
  return others_ == nullptr && std::all_of(hosts_.begin(), hosts_.end(),
                                           [](const Host& host) { return host.offers.empty(); });
}

void ExternalHosts::look_ahead() {
  const Cycle passing = network_->clock().passing();
  const std::size_t before = arrivals_.size();
  for (const NodeId id : players_) {
    Host& host = hosts_[id];
    if (host.told != host.delivered) {
      throw BrokenInvariant(
          fmt::format("cycle {}: {} packets have arrived at host {}, which was told of {}",
                      network_->now(), host.delivered, id, host.told));
    }
    coming_.clear();
    network_->coming_to_host(id, coming_);
    for (const Arrival& arrival : coming_) {
      if (arrival.cycle < known_until_ || arrival.cycle >= passing) continue;
      arrivals_.push_back(arrival);
      ++host.told;
    }
  }
  known_until_ = passing;
  if (arrivals_.size() == before) return;
  std::stable_sort(arrivals_.begin() + static_cast<std::ptrdiff_t>(before), arrivals_.end(),
                   [](const Arrival& a, const Arrival& b) { return a.cycle < b.cycle; });
  const sc_core::sc_time until = network_->clock().until(arrivals_.front().cycle);
  if (until == sc_core::SC_ZERO_TIME) deltas_ = kDeltasBeforeTold - 1;
  due_.notify(until);
}

void ExternalHosts::tell() {
  if (++deltas_ < kDeltasBeforeTold) {
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  deltas_ = 0;
  const Cycle now = network_->cycle();
  while (!arrivals_.empty() && arrivals_.front().cycle <= now) {
    const Arrival arrival = arrivals_.front();
    arrivals_.pop_front();
    std::shared_ptr<PacketContent> content;
    if (Host& from = hosts_[arrival.source]; from.played) {
      const auto place = from.contents.find(arrival.number);
      if (place == from.contents.end()) continue;  // forgotten
      content = std::move(place->second);
      from.contents.erase(place);
    }
    hosts_[arrival.destination].player->arrived(arrival, std::move(content));
  }
  if (!arrivals_.empty()) due_.notify(network_->clock().until(arrivals_.front().cycle));
}

}  // namespace hw
}  // namespace netloom
