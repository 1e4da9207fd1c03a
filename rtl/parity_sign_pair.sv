`include "refuse.svh"

// Whether a packet may take the two local hops from -> via -> to of a group: Table I. With the types
// numbered in the order by which the table is made, odd- = 0, even+ = 1, odd+ = 2, even- = 3, a pair
// is allowed if the second number is not below the first, so that no sequence of allowed pairs comes
// back to the type it began with. Combinational.
//
// Source: [RLM-OLM 2013], section III-B and Table I.
module parity_sign_pair #(
  parameter int Width = 4  // bits of a position, 1 or more
) (
  input  logic [Width-1:0] from_i,
  input  logic [Width-1:0] via_i,     // neither from_i nor to_i
  input  logic [Width-1:0] to_i,
  output logic             allowed_o
);

  if (Width < 1) begin : gen_bad_width
    `NETLOOM_REFUSE("parity_sign_pair: Width; allowed: 1 or more");
  end

  logic [1:0] first;
  logic [1:0] second;

  local_hop #(
    .Width(Width)
  ) u_first (
    .from_i(from_i),
    .to_i  (via_i),
    .type_o(first)
  );

  local_hop #(
    .Width(Width)
  ) u_second (
    .from_i(via_i),
    .to_i  (to_i),
    .type_o(second)
  );

  assign allowed_o = second >= first;

endmodule
