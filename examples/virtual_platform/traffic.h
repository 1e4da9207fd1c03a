#pragma once

#include <cstdint>
#include <systemc>

/// What a host has done at others, over the network.
struct Traffic {
  std::uint64_t transactions = 0;
  std::uint64_t bytes = 0;   ///< of data
  sc_core::sc_time latency;  ///< of all transactions together: network, both ways, and memory

  void add(std::uint64_t data, const sc_core::sc_time& taken) {
    ++transactions;
    bytes += data;
    latency += taken;
  }
};
