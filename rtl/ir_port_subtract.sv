`include "refuse.svh"

// ir_port with the subtracting form of the comparison, as a module of its own so that it can be
// named as an implementation of the block `interval`.
module ir_port_subtract #(
  parameter int Width = 24  // bits of a node number, 1 ... 32
) (
  input  logic                                           clk_i,
  input  logic                                           rst_ni,
  input  logic                                           we_i,
  input  logic [netloom_regs_pkg::IntervalAddrWidth-1:0] addr_i,
  input  logic [31:0]                                    wdata_i,
  output logic [31:0]                                    rdata_o,
  input  logic [Width-1:0]                               destination_i,
  output logic                                           match_o
);

  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("ir_port_subtract: Width; allowed: 1 ... 32");
  end

  ir_port #(
    .Width   (Width),
    .Subtract(1'b1)
  ) u_ir_port (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (rdata_o),
    .destination_i(destination_i),
    .match_o      (match_o)
  );

endmodule
