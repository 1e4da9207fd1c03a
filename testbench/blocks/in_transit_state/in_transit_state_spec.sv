// in_transit_state, by what a packet has done in words: a global hop counts, and in the next group no local hop has
// been taken. The first local hop of a group is minimal or misrouted; behind a minimal one comes one before a global
// one, and nothing changes behind a misrouted one. To a host nothing changes.
module in_transit_state_spec #(
  parameter int unsigned Width = 16
) (
  input logic [Width-1:0] state_i,
  input logic             to_local_i,
  input logic             to_global_i,
  input logic             minimal_i
);

  logic [Width-1:0] state;

  in_transit_state #(
    .Width(Width)
  ) u_dut (
    .state_i    (state_i),
    .to_local_i (to_local_i),
    .to_global_i(to_global_i),
    .minimal_i  (minimal_i),
    .state_o    (state)
  );

  // Numbers: global hops, modulo 4, and local hops of the group in units of 4.
  logic [Width-1:0] globals;
  logic [Width-1:0] locals;

  assign globals = state_i % 4;
  assign locals  = state_i / 4 % 4;

  always_comb begin
    assume (!(to_local_i && to_global_i));
    assume (!(to_local_i && locals == 3));
    if (to_global_i) assert (state == (globals + 1) % 4);
    if (to_local_i && locals == 0) assert (state == globals + (minimal_i ? 4 : 8));
    if (to_local_i && locals == 1) assert (state == globals + 12);
    if (to_local_i && locals == 2) assert (state == globals + 8);
    if (!to_local_i && !to_global_i) assert (state == state_i);
  end

endmodule
