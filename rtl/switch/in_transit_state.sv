`include "refuse.svh"

// What in-transit adaptive routing in dragonflies notes in the header of a packet, before and behind a hop:
// bits 0 and 1 the global hops so far, bits 2 and 3 the local hops in the group in which it is:
//   0  none;
//   1  a minimal one;
//   2  a misrouted one, and perhaps the minimal one behind it;
//   3  a minimal one, and one that a global one has to follow.
// To a host it stays as it is. Combinational.
//
// Source: [RLM-OLM 2013], section III.
module in_transit_state #(
  parameter int Width = 16  // bits of the state, those above the fourth 0 behind a hop to a switch, 4 or more
) (
  input  logic [Width-1:0] state_i,
  // The hop.
  input  logic             to_local_i,
  input  logic             to_global_i,
  input  logic             minimal_i,    // it is on the minimal way
  output logic [Width-1:0] state_o
);

  if (Width < 4) begin : gen_bad_width
    `NETLOOM_REFUSE("in_transit_state: Width; allowed: 4 or more");
  end

  logic [1:0] global_hops;
  logic [1:0] local_hops;

  assign global_hops = state_i[1:0];
  assign local_hops  = state_i[3:2];

  always_comb begin
    state_o = state_i;
    if (to_global_i) begin
      state_o      = '0;
      state_o[1:0] = global_hops + 2'd1;
    end else if (to_local_i) begin
      case (local_hops)
        2'd0:    state_o = Width'({minimal_i ? 2'd1 : 2'd2, global_hops});
        2'd2:    state_o = Width'({2'd2, global_hops});
        default: state_o = Width'({2'd3, global_hops});
      endcase
    end
  end

endmodule
