#include "sim/explain/packet_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/number_from.h"
#include "sim/base/name_or_number.h"
#include "sim/base/split.h"

namespace netloom {
inline namespace sim {
std::string PacketName::text(const Netlist& netlist) const {
  const std::string to = destination ? netlist.hosts[*destination].name + ":" : "";
  return fmt::format("{}:{}{}", netlist.hosts[source].name, to, number);
}

PacketChoice parse_packet_choice(const std::string& text, const Config& config) {
  const bool by_pair = config.network.nic.reorders();
  PacketChoice choice;
  if (text.find(':') == std::string::npos && !text.empty() && !number_from<std::uint32_t>(text)) {
    if (text == "slowest") {
      choice.kind = PacketChoice::Kind::kSlowest;
    } else if (text == "deviated") {
      choice.kind = PacketChoice::Kind::kDeviated;
    } else if (text == "lost") {
      choice.kind = PacketChoice::Kind::kLost;
    } else {
      choice.kind = PacketChoice::Kind::kPathClass;
      choice.path_class = text;
    }
    return choice;
  }
  const std::vector<std::string> parts = split(text, ':');
  const std::optional<std::uint32_t> number = number_from<std::uint32_t>(parts.back());
  if (parts.size() != (by_pair ? 3 : 2) || !number) {
    throw Error(fmt::format(
        "--explain {}: which packet? Allowed: {}, slowest, deviated, lost, or a path class", text,
        by_pair ? "SOURCE:DESTINATION:NUMBER (the NICs count the packets of each pair)"
                : "SOURCE:NUMBER (the NIC of a host counts its packets from 0)"));
  }
  const auto& hosts = config.netlist.hosts;
  choice.name.source = name_or_number(parts[0], hosts, "--explain", "host");
  if (by_pair) choice.name.destination = name_or_number(parts[1], hosts, "--explain", "host");
  choice.name.number = *number;
  return choice;
}

PacketFinder::PacketFinder(const PacketChoice& choice, const RoutingFunction& routing, Cycle begin,
                           Cycle end, bool name_has_destination)
    : choice_(choice),
      routing_(routing),
      begin_(begin),
      end_(end),
      name_has_destination_(name_has_destination) {
  if (choice.kind != PacketChoice::Kind::kPathClass) return;
  const std::vector<std::string> classes = routing.path_classes();
  const auto found = std::find(classes.begin(), classes.end(), choice.path_class);
  if (found == classes.end()) {
    throw Error(fmt::format(
        "--explain {}: neither a packet nor a path class of the routing function; allowed: "
        "SOURCE:NUMBER, slowest, deviated, lost{}{}",
        choice.path_class, classes.empty() ? "" : ", ", joined(classes)));
  }
  path_class_ = static_cast<std::size_t>(found - classes.begin());
}

void PacketFinder::observe(Network& network) {
  network.at_window_end([this, &network] { end_window(network.known_until()); });
  if (choice_.kind == PacketChoice::Kind::kLost) network.observe(*this);
}

void PacketFinder::delivered(const DeliveredPacket& packet) {
  if (packet.delivered >= begin_ && packet.delivered < end_ && fits(packet)) consider(packet);
}

void PacketFinder::delivered(const ObservedSwitch& at, int output, const Flit& flit, Cycle now) {
  if (flit.cut()) lost(at, output, flit, now);
}

void PacketFinder::lost(const ObservedSwitch& /*at*/, int /*channel*/, const Flit& flit,
                        Cycle now) {
  if (flit.for_switches()) return;
  DeliveredPacket packet;
  packet.source = flit.source();
  packet.destination = flit.destination;
  packet.number = flit.tag.number;
  packet.delivered = now;
  consider(packet);
}

void PacketFinder::consider(const DeliveredPacket& packet) {
  if (!best_ || better(packet, *best_)) coming_.push_back(packet);
}

void PacketFinder::end_window(Cycle known_until) {
  const auto beyond = std::partition(
      coming_.begin(), coming_.end(),
      [known_until](const DeliveredPacket& each) { return each.delivered < known_until; });
  for (auto each = coming_.begin(); each != beyond; ++each) keep_better(best_, *each);
  coming_.erase(coming_.begin(), beyond);
}

bool PacketFinder::fits(const DeliveredPacket& packet) const {
  switch (choice_.kind) {
    case PacketChoice::Kind::kLost:
      return false;
    case PacketChoice::Kind::kDeviated:
      return packet.deviated;
    case PacketChoice::Kind::kPathClass:
      return !packet.deviated && routing_.path_class({packet.source, packet.destination,
                                                      packet.state, packet.hops}) == path_class_;
    case PacketChoice::Kind::kNamed:
    case PacketChoice::Kind::kSlowest:
      break;
  }
  return true;
}

bool PacketFinder::better(const DeliveredPacket& packet, const DeliveredPacket& other) const {
  // Hosts report in any order: the earliest, then by name.
  const auto key = [this](const DeliveredPacket& each) {
    const Cycle latency = each.delivered - each.injected;
    return std::make_tuple(choice_.kind == PacketChoice::Kind::kSlowest ? kNever - latency : 0,
                           each.delivered, each.source, each.destination, each.number);
  };
  return key(packet) < key(other);
}

void PacketFinder::keep_better(std::optional<DeliveredPacket>& best,
                               const DeliveredPacket& packet) const {
  if (!best || better(packet, *best)) best = packet;
}

std::optional<PacketName> PacketFinder::found(Ranks& ranks) const {
  std::vector<DeliveredPacket> mine;
  if (best_) mine.push_back(*best_);
  std::optional<DeliveredPacket> best;
  for (const DeliveredPacket& packet : gathered(ranks, "packets", mine)) keep_better(best, packet);
  if (!best) return std::nullopt;
  PacketName name;
  name.source = best->source;
  if (name_has_destination_) name.destination = best->destination;
  name.number = best->number;
  return name;
}

}  // namespace sim
}  // namespace netloom
