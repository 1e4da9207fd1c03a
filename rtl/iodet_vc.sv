`include "refuse.svh"

// The virtual channel of a hop with in-order deterministic routing (IODET) in meshes and tori: the
// destination's coordinate in the dimension that the packet travels, modulo the number of VCs. With
// a dateline, half of the VCs of a link are of class 0, for packets that have yet to go over the
// border of the ring, and half of class 1, for those that have not; the rule holds in each class.
// This is the block `iodet_vc`. Combinational.
//
// Source: [IODET 2013], section 3; the dateline is not in it.
module iodet_vc #(
  parameter int Dimensions = 2,   // 1 or more
  parameter int Width      = 16,  // bits of a coordinate, 1 or more
  parameter int Vcs        = 64,  // most VCs of a link, 1 or more
  // Derived.
  localparam int DimensionWidth = netloom_regs_pkg::bits_for(Dimensions),
  localparam int CountWidth     = netloom_regs_pkg::bits_for(Vcs + 1)
) (
  // Straps: constant while packets are routed.
  input  logic [Dimensions*Width-1:0] position_i,     // of the switch, dimension 0 lowest
  input  logic [CountWidth-1:0]       class_vcs_i,    // VCs of a class, 1 or more
  input  logic                        dateline_i,     // there are two classes
  // The head, and the hop that it is to take.
  input  logic [Dimensions*Width-1:0] destination_i,
  input  logic [DimensionWidth-1:0]   dimension_i,
  input  logic                        plus_i,         // to the next higher coordinate
  output logic [Vcs-1:0]              vcs_o           // one-hot
);

  if (Dimensions < 1) begin : gen_bad_dimensions
    `NETLOOM_REFUSE("iodet_vc: Dimensions; allowed: 1 or more");
  end
  if (Width < 1) begin : gen_bad_width
    `NETLOOM_REFUSE("iodet_vc: Width; allowed: 1 or more");
  end
  if (Vcs < 1) begin : gen_bad_vcs
    `NETLOOM_REFUSE("iodet_vc: Vcs; allowed: 1 or more");
  end

  logic [Width-1:0]      here;
  logic [Width-1:0]      there;
  logic [CountWidth-1:0] remainder;
  logic                  goes_over;  // the border: what lies ahead is behind
  logic [CountWidth-1:0] vc;

  always_comb begin
    here  = '0;
    there = '0;
    for (int unsigned i = 0; i < Dimensions; i++) begin
      if (dimension_i == DimensionWidth'(i)) begin
        here  = position_i[i*Width +: Width];
        there = destination_i[i*Width +: Width];
      end
    end
  end

  modulo #(
    .Width       (Width),
    .DivisorWidth(CountWidth)
  ) u_modulo (
    .dividend_i (there),
    .divisor_i  (class_vcs_i),
    .remainder_o(remainder)
  );

  assign goes_over = plus_i ? there < here : there > here;
  assign vc        = (dateline_i & ~goes_over) ? remainder + class_vcs_i : remainder;
  assign vcs_o     = Vcs'(1) << vc;

endmodule
