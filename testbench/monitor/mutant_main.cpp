// Runs a switch with a mistake among right neighbours, until its monitor says something. Exit
// status 0: it does.

#include <cstdio>
#include <cstdlib>

#include "Vmutant.h"
#include "testbench/monitor/monitor_bench.h"

/// Usage: mutant VC_SHIFT VCS LARGEST_PACKET LARGEST_FLIT IN_PHITS OUT_PHITS ONE_SIZE FULL
/// FAILING, as it is Verilated.
int main(int argc, char** argv) {
  if (argc != 10) return 2;
  const auto number = [argv](int i) { return std::atoi(argv[i]); };
  const netloom::test::Kind kind{number(1),      number(2),      number(3),
                                 number(4),      number(5),      number(6),
                                 number(7) != 0, number(8) != 0, number(9) != 0};
  netloom::test::Bench<Vmutant> bench(kind);
  bench.run(3000);
  bench.sends = false;
  bench.run(1000);
  std::printf("cycle %d: %s", bench.cycle, bench.said().c_str());
  return bench.said().empty() ? 1 : 0;
}
