// The same as a SystemC module. The exit status is 0 if all is as expected, and 2 if there is
// nothing to replay.

#include <systemc>

#include "Vnetloom_bench.h"
#include "bench_files.h"

int sc_main(int /*argc*/, char* /*argv*/[]) {
  if (!bench_files_found()) return 2;
  VerilatedContext& context = *Verilated::threadContextp();
  context.fatalOnError(false);  // what a monitor says ends the run
  sc_core::sc_clock clock("clock", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> done("done");
  sc_core::sc_signal<bool> failed("failed");
  Vnetloom_bench bench("bench");
  bench.clk_i(clock);
  bench.done_o(done);
  bench.failed_o(failed);
  while (!done.read() && !context.gotError()) sc_core::sc_start(10, sc_core::SC_NS);
  bench.final();
  return failed.read() || context.gotError() ? 1 : 0;
}
