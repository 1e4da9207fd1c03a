`include "refuse.svh"

// The registers of the misrouting trigger: MISROUTE_ENABLE and MISROUTE_THRESHOLD.
//
// Source: docs/reference/registers.md, register set misrouting.
module misrouting_registers #(
  parameter int Width = 8  // bits of the threshold, 1 ... 32
) (
  input  logic                                                   clk_i,
  input  logic                                                   rst_ni,
  input  logic                                                   we_i,
  input  logic [netloom_regs_pkg::MisroutingSwitchAddrWidth-1:0] addr_i,
  input  logic [31:0]                                            wdata_i,
  output logic [31:0]                                            rdata_o,
  output logic                                                   enable_o,
  output logic [Width-1:0]                                       threshold_o  // percent
);

  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("misrouting_registers: Width; allowed: 1 ... 32");
  end

  logic             of_enable;
  logic             enable_q;
  logic [Width-1:0] threshold_q;

  assign of_enable = addr_i == netloom_regs_pkg::MisroutingSwitchMisrouteEnable;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q    <= netloom_regs_pkg::MisrouteEnableReset[0];
      threshold_q <= netloom_regs_pkg::MisrouteThresholdReset[Width-1:0];
    end else if (we_i) begin
      if (of_enable) enable_q <= wdata_i[0];
      else threshold_q <= wdata_i[Width-1:0];
    end
  end

  assign rdata_o     = of_enable ? 32'(enable_q) : 32'(threshold_q);
  assign enable_o    = enable_q;
  assign threshold_o = threshold_q;

  logic unused;
  assign unused = ^wdata_i;

endmodule
