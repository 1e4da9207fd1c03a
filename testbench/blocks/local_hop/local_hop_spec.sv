// local_hop tells the four types of hops apart.
module local_hop_spec #(
  parameter int unsigned Width = 4
) (
  input logic [Width-1:0] from_i,
  input logic [Width-1:0] to_i
);

  logic [1:0] hop_type;
  logic       same_parity;

  local_hop #(
    .Width(Width)
  ) u_dut (
    .from_i(from_i),
    .to_i  (to_i),
    .type_o(hop_type)
  );

  assign same_parity = (from_i % 2) == (to_i % 2);

  always_comb begin
    assume (from_i != to_i);
    assert ((hop_type == 0) == (!same_parity && to_i < from_i));
    assert ((hop_type == 1) == (same_parity && to_i > from_i));
    assert ((hop_type == 2) == (!same_parity && to_i > from_i));
    assert ((hop_type == 3) == (same_parity && to_i < from_i));
  end

endmodule
