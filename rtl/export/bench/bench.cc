// Runs netloom_bench, Verilated, with a clock. The exit status is 0 if all is as expected.

#include "Vnetloom_bench.h"
#include "verilated.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vnetloom_bench bench(&context);
  bench.clk_i = 0;
  bench.eval();
  while (!bench.done_o) {
    bench.clk_i = !bench.clk_i;
    bench.eval();
  }
  bench.final();
  return bench.failed_o ? 1 : 0;
}
