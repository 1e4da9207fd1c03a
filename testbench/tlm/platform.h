#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testbench/tlm/fabric_support.h"

namespace netloom::test {

/// A network with a memory and an initiator at each host, and checkers of the protocol between
/// those and the fabric. SystemC allows one per process.
template <unsigned int kBusWidth = 32>
struct Platform {
  static constexpr std::uint64_t kMemory = 0x1000;  ///< bytes of each, at 0x10000 times the host

  /// `config`: the map is filled here, if it is empty.
  explicit Platform(const NetworkSetup& setup_in, TlmFabricConfig config = {})
      : setup(setup_in), routing(make_routing_function(setup)) {
    const auto hosts = static_cast<NodeId>(setup.netlist.hosts.size());
    if (config.map.empty()) {
      for (NodeId host = 0; host < hosts; ++host) {
        config.map.push_back({base(host), kMemory, host, true});
      }
    }
    fabric = std::make_unique<TlmFabric<kBusWidth>>(
        "fabric", network_from(setup.netlist, *routing, setup.config), config);
    for (NodeId host = 0; host < hosts; ++host) {
      const auto name = [host](const char* what) { return fmt::format("{}_{}", what, host); };
      initiators.push_back(std::make_unique<Initiator<kBusWidth>>(name("initiator").c_str()));
      memories.push_back(std::make_unique<Memory<kBusWidth>>(name("memory").c_str(), kMemory));
      for (const char* side : {"before", "behind"}) {
        checkers.push_back(std::make_unique<ProtocolChecker<kBusWidth>>(name(side).c_str()));
      }
      auto& before = **(checkers.end() - 2);
      auto& behind = *checkers.back();
      initiators.back()->socket.bind(before.from_initiator);
      before.to_target.bind(fabric->target_sockets[host]);
      fabric->initiator_sockets[host].bind(behind.from_initiator);
      behind.to_target.bind(memories.back()->socket);
    }
  }

  static std::uint64_t base(NodeId host) { return 0x10000 * (std::uint64_t{host} + 1); }

  /// What is not as it should be when all is done; empty: nothing.
  std::string complaints() const {
    std::string text;
    for (const auto& each : checkers) {
      for (const std::string& violation : each->violations()) text += violation + "\n";
      if (each->open() > 0) text += fmt::format("{}: {} open\n", each->name(), each->open());
    }
    for (const auto& each : initiators) {
      if (each->payloads.in_use != 0) {
        text += fmt::format("{}: {} payloads in use\n", each->name(), each->payloads.in_use);
      }
    }
    if (fabric->pool().in_use() != 0) {
      text += fmt::format("fabric: {} payloads in use\n", fabric->pool().in_use());
    }
    if (fabric->outstanding() != 0) {
      text += fmt::format("fabric: {} transactions outstanding\n", fabric->outstanding());
    }
    return text;
  }

  NetworkSetup setup;
  std::unique_ptr<RoutingFunction> routing;
  std::unique_ptr<TlmFabric<kBusWidth>> fabric;
  std::vector<std::unique_ptr<Initiator<kBusWidth>>> initiators;
  std::vector<std::unique_ptr<Memory<kBusWidth>>> memories;
  std::vector<std::unique_ptr<ProtocolChecker<kBusWidth>>> checkers;  ///< two of each host
};

/// In ns.
inline double now() {
  return sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS);
}

/// Runs `program` in a thread until nothing happens any more.
template <unsigned int kBusWidth>
void run(Platform<kBusWidth>& platform, const std::function<void()>& program) {
  Program thread("program", program);
  if (platform.setup.config.views.empty()) {
    sc_core::sc_start();
  } else {  // whose clock does not rest
    while (!thread.done) sc_core::sc_start(1000, sc_core::SC_NS);
  }
  EXPECT_TRUE(thread.done);
  EXPECT_EQ(platform.complaints(), "");
}

}  // namespace netloom::test
