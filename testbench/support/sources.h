#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "hw/nic/traffic_source.h"
#include "routing/base/random.h"

namespace netloom::test {

/// Hosts that send what a test writes down, and remember what arrives: on one thread.
class ScriptedSource : public TrafficSource {
 public:
  explicit ScriptedSource(std::size_t hosts) : script_(hosts), next_(hosts, 0) {}

  void send(NodeId source, Cycle cycle, const Message& message) {
    control_ |= message.control;
    script_[source].push_back({cycle, message});
  }

  Cycle first(NodeId host) override { return due(host); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    while (due(host) == cycle) injector.send(script_[host][next_[host]++].message, cycle);
    return due(host);
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    packets.push_back(packet);
    return kNever;
  }
  bool reacts() const override { return false; }
  bool sends_control() const override { return control_; }

  std::vector<DeliveredPacket> packets;

 private:
  struct Entry {
    Cycle cycle;
    Message message;
  };
  Cycle due(NodeId host) const {
    return next_[host] < script_[host].size() ? script_[host][next_[host]].cycle : kNever;
  }

  std::vector<std::vector<Entry>> script_;
  std::vector<std::size_t> next_;
  bool control_ = false;
};

/// The same of several threads, which keep nothing of what arrives.
class SendingOnly final : public ScriptedSource {
 public:
  using ScriptedSource::ScriptedSource;
  Cycle delivered(const DeliveredPacket& /*packet*/) override { return kNever; }
};

/// Bernoulli traffic to uniformly drawn hosts, with packet sizes between two bounds; sums up what
/// arrives, per destination, so that two runs can be compared. For networks of several threads,
/// too.
class UniformSource : public TrafficSource {
 public:
  UniformSource(std::uint32_t hosts, double load, int smallest, int largest, std::uint64_t seed)
      : smallest_(smallest), largest_(largest) {
    const double probability = load / (0.5 * (smallest + largest));
    scale_ = 1 / std::log1p(-probability);
    for (std::uint32_t host = 0; host < hosts; ++host) random_.emplace_back(seed, host);
    latency.assign(hosts, 0);
    count.assign(hosts, 0);
    digests_.assign(hosts, 0);
    phits_.assign(hosts, 0);
  }

  Cycle first(NodeId host) override { return gap(host) - 1; }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    if (cycle >= stop) return kNever;
    Random& random = random_[host];
    Message message;
    message.destination = random.below(static_cast<std::uint32_t>(random_.size() - 1));
    if (message.destination >= host) ++message.destination;
    message.phits = static_cast<std::uint32_t>(
        smallest_ +
        static_cast<int>(random.below(static_cast<std::uint32_t>(largest_ - smallest_ + 1))));
    message.control = control_share > 0 && random.uniform() < control_share;
    injector.send(message, cycle);
    return cycle + gap(host);
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    latency[packet.destination] += packet.delivered - packet.generated;
    ++count[packet.destination];
    digests_[packet.destination] +=
        Random::mix(Random::mix(std::uint64_t{packet.source} << 32 | packet.number) ^
                    packet.delivered << 24 ^ packet.destination);
    if (packet.delivered >= window_begin && packet.delivered < window_end) {
      phits_[packet.destination] += packet.phits;
    }
    return kNever;
  }
  bool reacts() const override { return false; }
  bool sends_control() const override { return control_share > 0; }

  Cycle stop = kNever;  ///< sources send nothing from here on
  double control_share = 0;
  Cycle window_begin = 0, window_end = kNever;
  /// Phits that arrived in the window.
  std::uint64_t window_phits() const { return sum(phits_); }
  /// Of all deliveries and their cycles; independent of their order.
  std::uint64_t digest() const { return sum(digests_); }
  std::vector<std::uint64_t> latency;  ///< sum per destination, from generation
  std::vector<std::uint64_t> count;

 private:
  Cycle gap(NodeId host) {
    return 1 + static_cast<Cycle>(std::log(random_[host].uniform()) * scale_);
  }

  static std::uint64_t sum(const std::vector<std::uint64_t>& values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  }

  int smallest_, largest_;
  double scale_;
  std::vector<Random> random_;
  std::vector<std::uint64_t> digests_, phits_;  ///< per destination
};

}  // namespace netloom::test
