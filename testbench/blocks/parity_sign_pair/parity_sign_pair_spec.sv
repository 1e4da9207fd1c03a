// parity_sign_pair is [RLM-OLM 2013], Table I; and where a packet may come back to where it
// was, it may not go on to where it came from: no two hops make a circle.
module parity_sign_pair_spec #(
  parameter int unsigned Width = 4
) (
  input logic [Width-1:0] from_i,
  input logic [Width-1:0] via_i,
  input logic [Width-1:0] to_i
);

  logic allowed;
  logic expected;
  logic reverse_allowed;

  parity_sign_pair #(
    .Width(Width)
  ) u_dut (
    .from_i   (from_i),
    .via_i    (via_i),
    .to_i     (to_i),
    .allowed_o(allowed)
  );

  parity_sign_pair #(
    .Width(Width)
  ) u_reverse (
    .from_i   (via_i),
    .via_i    (from_i),
    .to_i     (via_i),
    .allowed_o(reverse_allowed)
  );

  table_one #(
    .Width(Width)
  ) u_table (
    .from_i   (from_i),
    .via_i    (via_i),
    .to_i     (to_i),
    .allowed_o(expected)
  );

  always_comb begin
    assume (via_i != from_i && via_i != to_i);
    assert (allowed == expected);
    if (to_i == from_i) assert (!(allowed && reverse_allowed));
  end

endmodule
