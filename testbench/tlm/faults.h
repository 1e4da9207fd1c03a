#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "hw/switch/register_bus.h"
#include "testbench/support/test_network.h"

namespace netloom::test {

/// The links between two switches, one for each direction; or all of one switch to others.
inline std::vector<int> links_between(const Netlist& netlist, SwitchId one, SwitchId other) {
  std::vector<int> result;
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    const Endpoint &from = netlist.links[i].from, &to = netlist.links[i].to;
    if (from.type == Endpoint::Type::kHost || to.type == Endpoint::Type::kHost) continue;
    if ((from.index == one && to.index == other) || (from.index == other && to.index == one)) {
      result.push_back(static_cast<int>(i));
    }
  }
  return result;
}
inline std::vector<int> links_of(const Netlist& netlist, SwitchId one) {
  std::vector<int> result;
  for (SwitchId other = 0; other < netlist.switches.size(); ++other) {
    const std::vector<int> links = links_between(netlist, one, other);
    result.insert(result.end(), links.begin(), links.end());
  }
  return result;
}

/// Links fail in a cycle; in cycle 0 the registers know it.
inline void fail(NetworkSetup& setup, const std::vector<int>& links, Cycle cycle) {
  const int fault = setup.config.faults.empty() ? 0 : setup.config.faults.back().fault + 1;
  for (const int link : links) {
    setup.config.faults.push_back({cycle, link, fault});
    if (cycle == 0) setup.failed_links.push_back(link);
  }
}

/// As many cables as can fail one after another so that all switches still reach each other.
inline std::vector<std::vector<int>> spare_cables(const Netlist& netlist, std::uint64_t seed) {
  std::vector<std::pair<SwitchId, SwitchId>> cables;
  for (SwitchId one = 0; one < netlist.switches.size(); ++one) {
    for (SwitchId other = 0; other < one; ++other) {
      if (!links_between(netlist, one, other).empty()) cables.emplace_back(one, other);
    }
  }
  Random random(seed, 0);
  for (std::size_t i = cables.size(); i > 1; --i) {
    std::swap(cables[i - 1], cables[random.below(static_cast<std::uint32_t>(i))]);
  }
  // Those that join what is not joined yet stay.
  std::vector<SwitchId> part(netlist.switches.size());
  std::iota(part.begin(), part.end(), SwitchId{0});
  std::vector<std::vector<int>> result;
  for (const auto& [one, other] : cables) {
    if (part[one] == part[other]) {
      result.push_back(links_between(netlist, one, other));
    } else {
      std::replace(part.begin(), part.end(), SwitchId{part[other]}, SwitchId{part[one]});
    }
  }
  return result;
}

/// With up*/down* routing, whose registers a fabric manager writes.
inline NetworkSetup with_fabric_manager(NetworkSetup setup) {
  setup.function = "up_down";
  setup.vc_policy = "free";
  setup.config.fault_handling.way = FaultWay::kCentral;
  setup.config.fault_handling.emergency_path = false;
  return setup;
}

/// What the fabric manager does, in a SystemC process: writes what differs from the registers of
/// the network without the links that have failed by now. How many words.
inline int write_around_faults(const NetworkSetup& setup, Network& network) {
  NetworkSetup now = setup;
  for (const LinkFault& fault : setup.config.faults) {
    if (fault.cycle > 0 && fault.cycle <= network.cycle()) now.failed_links.push_back(fault.link);
  }
  const auto routing = make_routing_function(now);
  int words = 0;
  for (SwitchId id = 0; id < setup.netlist.switches.size(); ++id) {
    RegisterBus bus = network.register_bus(id);
    for (const RegisterWrite& write : routing->register_program(id)) {
      const std::uint64_t address =
          network.registers(id).address(write.name, write.index, write.word);
      std::uint32_t before = 0;
      bus.read(address, before);
      if (before == write.value) continue;
      bus.write(address, write.value);
      ++words;
    }
  }
  return words;
}

}  // namespace netloom::test
