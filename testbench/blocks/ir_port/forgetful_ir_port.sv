// ir_port whose bit 1 of LIB is stuck at 0: the mistake that reading back has to find.
module forgetful_ir_port #(
  parameter int unsigned Width = 24
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

  logic [31:0] stuck_wdata;

  assign stuck_wdata = (addr_i == netloom_regs_pkg::IntervalLib) ? (wdata_i & ~32'd2) : wdata_i;

  ir_port #(
    .Width(Width)
  ) u_ir_port (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (stuck_wdata),
    .rdata_o      (rdata_o),
    .destination_i(destination_i),
    .match_o      (match_o)
  );

endmodule
