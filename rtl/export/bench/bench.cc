// Runs netloom_bench, Verilated, with a clock. The exit status is 0 if all is as expected, and 2 if
// there is nothing to replay.

#include "Vnetloom_bench.h"
#include "verilated.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.fatalOnError(false);  // what a monitor says ends the run
  Vnetloom_bench bench(&context);
  bench.clk_i = 0;
  bench.eval();
  while (!bench.done_o && !context.gotError()) {
    bench.clk_i = !bench.clk_i;
    bench.eval();
  }
  bench.final();
  if (!bench.found_o) return 2;
  return bench.failed_o || context.gotError() ? 1 : 0;
}
