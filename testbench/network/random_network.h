#pragma once

#include <cstdint>
#include <string>

#include "hw/network/network.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

namespace netloom::test {

/// A random tree of switches with hosts (so that no routing can deadlock), random link latencies,
/// and every switch parameter drawn at random: what the property tests and the comparisons of
/// equivalent runs have in common. The same seed gives the same case.
struct RandomCase {
  Netlist netlist;
  NetworkConfig config;
  double load = 0.5;
  int smallest = 1;
  int largest = 1;
  double control_share = 0;

  explicit RandomCase(std::uint64_t seed);

  /// Takes back what the specialised cores are not for; what is left of the draws is theirs.
  void specialise();

  /// One line that says what was drawn, for failure messages.
  std::string description() const;
};

/// What a run came to.
struct Outcome {
  NetworkCounters counters;
  std::uint64_t digest = 0;
  CoreDescription core;
  int threads = 1;
  std::string conservation;  ///< empty: it holds
};

/// Runs the case with uniform traffic for `cycles` with sources, then up to `drain` without.
Outcome run_case(const RandomCase& test_case, Cycle cycles, Cycle drain);

}  // namespace netloom::test
