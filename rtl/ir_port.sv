`include "refuse.svh"

// Interval routing at one output port: the registers LIB and UIB, and their comparison with a
// destination. This is the block `interval`; another module with the same parameter Width and the
// same ports can take its place (see netloom_rtl_block in netloom_rtl_block.cmake).
//
// Registers are written at the rising edge with we_i and read back combinationally; addresses,
// widths and reset values come from the register table by way of netloom_regs_pkg.
//
// Source: [Fat-Trees 2010], section 3.1, Figure 3.1.
module ir_port #(
  parameter int Width    = 24,   // bits of a node number, 1 ... 32
  parameter bit Subtract = 1'b0  // form of the comparison, see interval_match
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
    `NETLOOM_REFUSE("ir_port: Width; allowed: 1 ... 32");
  end

  logic [Width-1:0] lib_d, lib_q;
  logic [Width-1:0] uib_d, uib_q;
  logic             lib_we, uib_we;

  assign lib_we = we_i & (addr_i == netloom_regs_pkg::IntervalLib);
  assign uib_we = we_i & (addr_i == netloom_regs_pkg::IntervalUib);
  assign lib_d  = lib_we ? wdata_i[Width-1:0] : lib_q;
  assign uib_d  = uib_we ? wdata_i[Width-1:0] : uib_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lib_q <= netloom_regs_pkg::LibReset[Width-1:0];
      uib_q <= netloom_regs_pkg::UibReset[Width-1:0];
    end else begin
      lib_q <= lib_d;
      uib_q <= uib_d;
    end
  end

  always_comb begin
    rdata_o = '0;
    if (addr_i == netloom_regs_pkg::IntervalLib) rdata_o[Width-1:0] = lib_q;
    if (addr_i == netloom_regs_pkg::IntervalUib) rdata_o[Width-1:0] = uib_q;
  end

  interval_match #(
    .Width   (Width),
    .Subtract(Subtract)
  ) u_interval_match (
    .destination_i(destination_i),
    .lib_i        (lib_q),
    .uib_i        (uib_q),
    .match_o      (match_o)
  );

  // Bits above a register's width are ignored.
  if (Width < 32) begin : gen_unused
    logic unused_wdata;
    assign unused_wdata = ^wdata_i[31:Width];
  end

endmodule
