`include "refuse.svh"

// ir_port that keeps the length of the interval, (UIB - LIB) mod 2^Width, in the place of UIB, so that
// a destination takes one subtraction and one comparison. To its users it is an ir_port: UIB is added
// up when it is read, and the length is subtracted when a bound is written.
//
// Source: [Fat-Trees 2010], section 3.1, Figure 3.1; the length is not in it.
module ir_port_length #(
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
    `NETLOOM_REFUSE("ir_port_length: Width; allowed: 1 ... 32");
  end

  localparam logic [Width-1:0] LengthReset =
      netloom_regs_pkg::UibReset[Width-1:0] - netloom_regs_pkg::LibReset[Width-1:0];

  logic [Width-1:0] lib_d, lib_q;
  logic [Width-1:0] length_d, length_q;
  logic [Width-1:0] uib_d, uib;
  logic             lib_we, uib_we;

  assign lib_we   = we_i & (addr_i == netloom_regs_pkg::IntervalLib);
  assign uib_we   = we_i & (addr_i == netloom_regs_pkg::IntervalUib);
  assign uib      = lib_q + length_q;
  assign lib_d    = lib_we ? wdata_i[Width-1:0] : lib_q;
  assign uib_d    = uib_we ? wdata_i[Width-1:0] : uib;
  assign length_d = uib_d - lib_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lib_q    <= netloom_regs_pkg::LibReset[Width-1:0];
      length_q <= LengthReset;
    end else if (we_i) begin
      lib_q    <= lib_d;
      length_q <= length_d;
    end
  end

  always_comb begin
    rdata_o = '0;
    if (addr_i == netloom_regs_pkg::IntervalLib) rdata_o[Width-1:0] = lib_q;
    if (addr_i == netloom_regs_pkg::IntervalUib) rdata_o[Width-1:0] = uib;
  end

  interval_length_match #(
    .Width(Width)
  ) u_interval_length_match (
    .destination_i(destination_i),
    .lib_i        (lib_q),
    .length_i     (length_q),
    .match_o      (match_o)
  );

  // Bits above a register's width are ignored.
  if (Width < 32) begin : gen_unused
    logic unused_wdata;
    assign unused_wdata = ^wdata_i[31:Width];
  end

endmodule
