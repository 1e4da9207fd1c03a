#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/nic/traffic_source.h"
#include "routing/base/random.h"
#include "testbench/support/test_network.h"

namespace netloom::test {

/// Cycles in which golden networks are sent packets.
inline constexpr Cycle kGoldenSending = 3000;
/// Cycles after these in which they are to be empty.
inline constexpr Cycle kGoldenLimit = 50000;

/// Packets to uniformly drawn other hosts, with gaps and sizes drawn from whole numbers only: no
/// result depends on the mathematics library. Sums up every delivery in full.
class GoldenSource final : public TrafficSource {
 public:
  GoldenSource(std::uint32_t hosts, std::uint32_t smallest, std::uint32_t largest,
               std::uint32_t mean_gap, bool control)
      : smallest_(smallest), largest_(largest), mean_gap_(mean_gap), control_(control) {
    for (std::uint32_t host = 0; host < hosts; ++host) random_.emplace_back(7, host);
  }

  Cycle first(NodeId host) override { return gap(host); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    Random& random = random_[host];
    Message message;
    message.destination = random.below(static_cast<std::uint32_t>(random_.size() - 1));
    if (message.destination >= host) ++message.destination;
    message.phits = smallest_ + random.below(largest_ - smallest_ + 1);
    message.control = control_ && random.below(8) == 0;
    injector.send(message, cycle);
    const Cycle next = cycle + gap(host);
    return next < kGoldenSending ? next : kNever;
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    latency += packet.delivered - packet.generated;
    phits += packet.phits;
    std::uint64_t hash = 0;
    for (const std::uint64_t value :
         {std::uint64_t{packet.source}, std::uint64_t{packet.destination},
          std::uint64_t{packet.number}, std::uint64_t{packet.phits}, packet.generated,
          packet.injected, packet.delivered, static_cast<std::uint64_t>(packet.hops),
          std::uint64_t{packet.control}}) {
      hash = Random::mix(hash + value + 0x9E3779B97F4A7C15u);
    }
    digest += hash;
    return kNever;
  }
  bool reacts() const override { return false; }
  bool sends_control() const override { return control_; }

  std::uint64_t latency = 0;  ///< sum, from generation
  std::uint64_t phits = 0;
  std::uint64_t digest = 0;

 private:
  /// Uniform in 1 … 2 mean - 1.
  Cycle gap(NodeId host) { return 1 + random_[host].below(2 * mean_gap_ - 1); }

  std::uint32_t smallest_, largest_, mean_gap_;
  bool control_;
  std::vector<Random> random_;
};

/// A small network whose results are recorded in networks.txt.
struct GoldenNetwork {
  std::string name;
  std::function<NetworkSetup()> setup;
  std::uint32_t smallest;  ///< phits of the packets
  std::uint32_t mean_gap;  ///< cycles from message to message at each host
  bool control = false;

  /// The source of the packets; the network has to be told of their sizes by prepared().
  GoldenSource source(const NetworkSetup& of) const;
  /// setup(), with the sizes of the packets.
  NetworkSetup prepared() const;
};

/// All of them.
const std::vector<GoldenNetwork>& golden_networks();

/// One line: the name, what was delivered, and a hash of every delivery. Runs a network that has
/// been elaborated with the source, to its end.
std::string run_golden_network(const GoldenNetwork& golden, TestNetwork& network,
                               const GoldenSource& source);

}  // namespace netloom::test
