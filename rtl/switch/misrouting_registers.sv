`include "refuse.svh"

// The registers of the misrouting trigger: MISROUTE_ENABLE and MISROUTE_THRESHOLD, and where it is restricted
// MISROUTE_FACTOR and MISROUTE_OFFSET.
//
// Source: docs/reference/registers.md, register sets misrouting and restricted_misrouting.
module misrouting_registers #(
  parameter int Width          = 8,  // bits of the threshold, 1 ... 32
  parameter int CongestionRule = 0,  // 1: it is restricted; 0 ... 1
  // Derived.
  localparam int AddrWidth   = (CongestionRule == 1) ? netloom_regs_pkg::RestrictedMisroutingSwitchAddrWidth
                                                     : netloom_regs_pkg::MisroutingSwitchAddrWidth,
  localparam int FactorWidth = netloom_regs_pkg::MisrouteFactorBits,
  localparam int OffsetWidth = netloom_regs_pkg::MisrouteOffsetBits
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   we_i,
  input  logic [AddrWidth-1:0]   addr_i,
  input  logic [31:0]            wdata_i,
  output logic [31:0]            rdata_o,
  output logic                   enable_o,
  output logic [Width-1:0]       threshold_o,  // percent
  output logic [FactorWidth-1:0] factor_o,     // percent; 0 where it is not restricted
  output logic [OffsetWidth-1:0] offset_o      // phits; 0 where it is not restricted
);

  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("misrouting_registers: Width; allowed: 1 ... 32");
  end
  if (CongestionRule < 0 || CongestionRule > 1) begin : gen_bad_congestion_rule
    `NETLOOM_REFUSE("misrouting_registers: CongestionRule; allowed: 0 ... 1");
  end

  logic                   of_enable;
  logic                   of_threshold;
  logic                   enable_q;
  logic [Width-1:0]       threshold_q;
  logic [FactorWidth-1:0] factor_q;
  logic [OffsetWidth-1:0] offset_q;
  logic [31:0]            restriction;  // that is read

  // These two words are the first ones of both register sets.
  assign of_enable    = addr_i == AddrWidth'(netloom_regs_pkg::MisroutingSwitchMisrouteEnable);
  assign of_threshold = addr_i == AddrWidth'(netloom_regs_pkg::MisroutingSwitchMisrouteThreshold);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q    <= netloom_regs_pkg::MisrouteEnableReset[0];
      threshold_q <= netloom_regs_pkg::MisrouteThresholdReset[Width-1:0];
    end else if (we_i) begin
      if (of_enable) enable_q <= wdata_i[0];
      else if (of_threshold) threshold_q <= wdata_i[Width-1:0];
    end
  end

  if (CongestionRule == 0) begin : gen_unrestricted
    assign factor_q    = '0;
    assign offset_q    = '0;
    assign restriction = '0;
  end else begin : gen_restricted
    logic of_factor;
    logic of_offset;

    assign of_factor = addr_i == netloom_regs_pkg::RestrictedMisroutingSwitchMisrouteFactor;
    assign of_offset = addr_i == netloom_regs_pkg::RestrictedMisroutingSwitchMisrouteOffset;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        factor_q <= netloom_regs_pkg::MisrouteFactorReset[FactorWidth-1:0];
        offset_q <= netloom_regs_pkg::MisrouteOffsetReset[OffsetWidth-1:0];
      end else if (we_i) begin
        if (of_factor) factor_q <= wdata_i[FactorWidth-1:0];
        if (of_offset) offset_q <= wdata_i[OffsetWidth-1:0];
      end
    end

    assign restriction = of_factor ? 32'(factor_q) : 32'(offset_q);
  end

  assign rdata_o     = of_enable ? 32'(enable_q) : of_threshold ? 32'(threshold_q) : restriction;
  assign enable_o    = enable_q;
  assign threshold_o = threshold_q;
  assign factor_o    = factor_q;
  assign offset_o    = offset_q;

  logic unused;
  assign unused = ^wdata_i;

endmodule
