`include "refuse.svh"

// Whether a destination lies in the cyclic interval that begins with LIB and has so many nodes after
// it: UIB - LIB, modulo 2^Width. One subtraction and one comparison. Combinational.
//
// Source: [Fat-Trees 2010], section 3.1, Figure 3.1; the length is not in it.
module interval_length_match #(
  parameter int Width = 24  // bits of a node number, 1 ... 32
) (
  input  logic [Width-1:0] destination_i,
  input  logic [Width-1:0] lib_i,
  input  logic [Width-1:0] length_i,
  output logic             match_o
);

  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("interval_length_match: Width; allowed: 1 ... 32");
  end

  logic [Width-1:0] distance;

  assign distance = destination_i - lib_i;
  assign match_o  = distance <= length_i;

endmodule
