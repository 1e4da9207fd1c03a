// The same as a SystemC module. The exit status is 0 if all is as expected, and 2 if there is
// nothing to replay.

#include <systemc>

#include "Vnetloom_bench.h"

int sc_main(int /*argc*/, char* /*argv*/[]) {
  VerilatedContext& context = *Verilated::threadContextp();
  context.fatalOnError(false);  // what a monitor says ends the run
  sc_core::sc_clock clock("clock", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> found("found");
  sc_core::sc_signal<bool> done("done");
  sc_core::sc_signal<bool> failed("failed");
  Vnetloom_bench bench("bench");
  bench.clk_i(clock);
  bench.found_o(found);
  bench.done_o(done);
  bench.failed_o(failed);
  while (!done.read() && !context.gotError()) sc_core::sc_start(10, sc_core::SC_NS);
  bench.final();
  if (!found.read()) return 2;
  return failed.read() || context.gotError() ? 1 : 0;
}
