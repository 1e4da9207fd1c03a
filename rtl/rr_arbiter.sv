`include "refuse.svh"

// Round-robin arbiter: grants the first request from its pointer on, cyclically upwards. The grant is
// combinational. Only a grant that is used moves the pointer, at the rising edge with used_i: behind
// the group of the requester that it went to.
//
// Groups are the VCs of one input port at the arbiter of a crossbar output, numbered {port, VC} with
// the VCs taking 2^group_shift_i numbers; elsewhere a requester is a group of its own, and
// group_shift_i is 0. As registers the pointers are ROUND_ROBIN_IN and ROUND_ROBIN_OUT.
//
// Source: [RLM-OLM 2013], section IV (simulated switches).
module rr_arbiter #(
  parameter int Requesters = 8,  // 1 or more
  // Derived.
  localparam int IndexWidth = netloom_regs_pkg::bits_for(Requesters)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // Straps: constant while packets are routed.
  input  logic [2:0]            group_shift_i,  // 0 ... 6
  input  logic [IndexWidth-1:0] last_i,         // highest requester, the last of its group
  input  logic [Requesters-1:0] requests_i,
  output logic [Requesters-1:0] grant_o,        // one-hot, or zero without a request
  output logic [IndexWidth-1:0] index_o,        // 0 without a request
  output logic                  valid_o,        // there is a request
  input  logic                  used_i,         // a grant is used:
  input  logic [IndexWidth-1:0] used_index_i,   // that to this requester
  output logic [IndexWidth-1:0] pointer_o       // where the search starts
);

  if (Requesters < 1) begin : gen_bad_requesters
    `NETLOOM_REFUSE("rr_arbiter: Requesters; allowed: 1 or more");
  end

  logic [IndexWidth-1:0] pointer_q;
  logic [IndexWidth-1:0] group_end;  // highest requester of the group that was served

  assign group_end = used_index_i | ~({IndexWidth{1'b1}} << group_shift_i);
  assign pointer_o = pointer_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pointer_q <= '0;
    end else if (used_i) begin
      pointer_q <= (group_end == last_i) ? '0 : group_end + IndexWidth'(1);
    end
  end

  cyclic_search #(
    .Count(Requesters)
  ) u_cyclic_search (
    .requests_i(requests_i),
    .start_i   (pointer_q),
    .grant_o   (grant_o),
    .index_o   (index_o),
    .valid_o   (valid_o)
  );

endmodule
