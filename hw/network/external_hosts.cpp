#include "hw/network/external_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "hw/config/lookahead.h"
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
  void sent(NodeId host, std::uint32_t number, Cycle cycle) override {
    external_.hosts_[host].sent.push_back({cycle, host, number});
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
  bounded_ = network.config().nic.ejection_buffer > 0;
  if (!bounded_) return;
  players_ = source_->told_in_time();
  told_sent_after_ = cycles_until_told_sent(network.netlist(), network.config(), players_);
  const auto vcs = static_cast<std::size_t>(network.config().switches.vcs.front());
  for (const NodeId host : players_) hosts_[host].held.resize(vcs);
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
  const auto place = std::lower_bound(players_.begin(), players_.end(), host);
  if (place != players_.end() && *place == host) return;
  here.told = here.delivered;
  players_.insert(place, host);
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
  if (!bounded_) return;
  for (const NodeId each : players_) take_more(each);
}

bool ExternalHosts::idle() const {
  return others_ == nullptr && std::all_of(hosts_.begin(), hosts_.end(),
                                           [](const Host& host) { return host.offers.empty(); });
}

bool ExternalHosts::may_go_on() const {
  if (!departures_.empty() || !arrivals_.empty()) return true;
  for (const NodeId id : players_) {
    const Host& host = hosts_[id];
    if (!host.offers.empty() || !host.sent.empty()) return true;
    const bool holds = std::any_of(host.held.begin(), host.held.end(),
                                   [](const auto& held) { return !held.empty(); });
    if (holds && !host.player->waits_to_send()) return true;
  }
  return false;
}

void ExternalHosts::look_ahead() {
  const bool arrive = find_arrivals(network_->clock().passing());
  const bool leave = bounded_ && find_departures();
  if (arrive || leave) notify();
}

bool ExternalHosts::find_arrivals(Cycle passing) {
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
      // Of what is discarded only the buffer counts in which it was.
      if (arrival.cut && !bounded_) continue;
      arrivals_.push_back(arrival);
      if (!arrival.cut) ++host.told;
    }
  }
  known_until_ = passing;
  std::stable_sort(arrivals_.begin() + static_cast<std::ptrdiff_t>(before), arrivals_.end(),
                   [](const Arrival& a, const Arrival& b) { return a.cycle < b.cycle; });
  return arrivals_.size() > before;
}

bool ExternalHosts::find_departures() {
  const std::size_t before = departures_.size();
  for (const NodeId id : players_) {
    for (const Departure& each : hosts_[id].sent) {
      departures_.push_back({each.cycle + told_sent_after_, id, each.number});
    }
    hosts_[id].sent.clear();
  }
  std::stable_sort(departures_.begin() + static_cast<std::ptrdiff_t>(before), departures_.end(),
                   [](const Departure& a, const Departure& b) { return a.cycle < b.cycle; });
  return departures_.size() > before;
}

/// Of what comes first of all that is to be told.
void ExternalHosts::notify() {
  Cycle first = kNever;
  if (!arrivals_.empty()) first = arrivals_.front().cycle;
  if (!departures_.empty()) first = std::min(first, departures_.front().cycle);
  if (first == kNever) return;
  const sc_core::sc_time until = network_->clock().until(first);
  if (until == sc_core::SC_ZERO_TIME) {
    if (deltas_ > 0) return;  // tell() is about to
    deltas_ = kDeltasBeforeTold - 1;
  }
  due_.notify(until);
}

void ExternalHosts::tell() {
  if (++deltas_ < kDeltasBeforeTold) {
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  deltas_ = 0;
  const Cycle now = network_->cycle();
  while (!departures_.empty() && departures_.front().cycle <= now) {
    const Departure departure = departures_.front();
    departures_.pop_front();
    if (ExternalHost* const player = hosts_[departure.host].player) player->left(departure.number);
  }
  while (!arrivals_.empty() && arrivals_.front().cycle <= now) {
    const Arrival arrival = arrivals_.front();
    arrivals_.pop_front();
    if (bounded_) {
      hosts_[arrival.destination].held[static_cast<std::size_t>(arrival.vc)].push_back(arrival);
      take_more(arrival.destination);
    } else {
      tell_arrival(arrival);
    }
  }
  notify();
}

void ExternalHosts::tell_arrival(const Arrival& arrival) {
  std::shared_ptr<PacketContent> content;
  if (Host& from = hosts_[arrival.source]; from.played) {
    const auto place = from.contents.find(arrival.number);
    if (place == from.contents.end()) return;  // forgotten
    content = std::move(place->second);
    from.contents.erase(place);
  }
  ExternalHost* const player = hosts_[arrival.destination].player;
  if (player != nullptr) player->arrived(arrival, std::move(content));
}

void ExternalHosts::take_more(NodeId host) {
  Host& here = played(host);
  if (!bounded_ || here.taking) return;  // … or the call that is working goes on
  here.taking = true;
  const auto is_lost = [this](const Arrival& arrival) {
    const Host& from = hosts_[arrival.source];
    return arrival.cut || (from.played && from.contents.count(arrival.number) == 0);
  };
  for (bool any = true; any;) {
    any = false;
    for (std::deque<Arrival>& held : here.held) {
      if (held.empty()) continue;
      const Arrival first = held.front();
      const bool lost = is_lost(first);
      if (!lost && here.player != nullptr && !here.player->takes(first)) continue;
      held.pop_front();
      network_->take_from_host_buffer(host, first.vc, first.phits, network_->cycle());
      if (!lost) tell_arrival(first);
      any = true;
    }
  }
  here.taking = false;
}

}  // namespace hw
}  // namespace netloom
