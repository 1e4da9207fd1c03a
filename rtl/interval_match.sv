`include "refuse.svh"

// Whether a destination lies in the cyclic interval [lib..uib]. If lib <= uib the interval is the
// numbers from lib to uib, else those from lib to the highest number and from 0 to uib. No pair of
// bounds is empty. Combinational.
//
// Two circuits of the same function, which a test and a formal proof compare:
//   Subtract = 0  the definition: two comparisons, and a third to choose how to combine them;
//   Subtract = 1  (destination - lib) mod 2^Width <= (uib - lib) mod 2^Width: counted from lib,
//                 the destination comes no later than uib.
//
// Source: [Fat-Trees 2010], section 3.1, Figure 3.1.
module interval_match #(
  parameter int Width    = 24,  // bits of a node number, 1 ... 32
  parameter bit Subtract = 1'b0
) (
  input  logic [Width-1:0] destination_i,
  input  logic [Width-1:0] lib_i,
  input  logic [Width-1:0] uib_i,
  output logic             match_o
);

  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("interval_match: Width; allowed: 1 ... 32");
  end

  if (Subtract) begin : gen_subtract
    logic [Width-1:0] distance;
    logic [Width-1:0] length;

    assign distance = destination_i - lib_i;
    assign length   = uib_i - lib_i;
    assign match_o  = distance <= length;
  end else begin : gen_compare
    logic not_below;
    logic not_above;

    assign not_below = destination_i >= lib_i;
    assign not_above = destination_i <= uib_i;
    assign match_o   = (lib_i <= uib_i) ? (not_below & not_above) : (not_below | not_above);
  end

endmodule
