`include "refuse.svh"

// The type of a local hop in a group of a dragonfly: + if it leads to a higher position, odd if the
// parities of the two positions differ. Types are numbered in the order of Table I, odd-, even+,
// odd+, even-. Combinational.
//
// Source: [RLM-OLM 2013], section III-B and Table I.
module local_hop #(
  parameter int Width = 4  // bits of a position, 1 or more
) (
  input  logic [Width-1:0] from_i,
  input  logic [Width-1:0] to_i,    // another one
  output logic [1:0]       type_o
);

  if (Width < 1) begin : gen_bad_width
    `NETLOOM_REFUSE("local_hop: Width; allowed: 1 or more");
  end

  logic odd;
  logic plus;

  assign odd    = from_i[0] ^ to_i[0];
  assign plus   = from_i < to_i;
  assign type_o = {odd == plus, !odd};

endmodule
