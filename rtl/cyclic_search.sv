`include "refuse.svh"

// The first request at or after a start, cyclically upwards: of the requests from start_i on the
// lowest, or, if there is none, the lowest of all. One-hot, as a number, and whether there is any.
// Combinational.
//
// Source: [Fat-Trees 2010], section 4.3.1, Figure 4.12 (rotative search).
module cyclic_search #(
  parameter int Count = 8,  // requests, 1 or more
  // Derived.
  localparam int IndexWidth = netloom_regs_pkg::bits_for(Count)
) (
  input  logic [Count-1:0]      requests_i,
  input  logic [IndexWidth-1:0] start_i,    // 0 ... Count-1
  output logic [Count-1:0]      grant_o,    // one-hot, or zero without a request
  output logic [IndexWidth-1:0] index_o,    // 0 without a request
  output logic                  valid_o     // there is a request
);

  if (Count < 1) begin : gen_bad_count
    `NETLOOM_REFUSE("cyclic_search: Count; allowed: 1 or more");
  end

  logic [Count-1:0] from_start;
  logic [Count-1:0] searched;

  assign from_start = requests_i & ({Count{1'b1}} << start_i);
  assign searched   = (from_start != '0) ? from_start : requests_i;
  // Of a number and its negative only the lowest one is common.
  assign grant_o    = searched & (~searched + Count'(1));
  assign valid_o    = requests_i != '0;

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < Count; i++) begin
      if (grant_o[i]) index_o = index_o | IndexWidth'(i);
    end
  end

endmodule
