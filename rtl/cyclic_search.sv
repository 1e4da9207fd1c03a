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

  // Both are looked for at once, so that the depth is logarithmic: in each step, twice as many requests
  // below are taken together.
  logic [Count-1:0] from_start;
  logic [Count-1:0] below_from;  // from the start on, there is a lower request
  logic [Count-1:0] below;       // there is a lower request

  assign from_start = requests_i & ({Count{1'b1}} << start_i);

  always_comb begin
    below_from = from_start << 1;
    below      = requests_i << 1;
    for (int unsigned step = 0; step < IndexWidth; step++) begin
      below_from = below_from | (below_from << (1 << step));
      below      = below | (below << (1 << step));
    end
  end

  assign grant_o = (from_start & ~below_from) | (requests_i & ~below & {Count{from_start == '0}});
  assign valid_o    = requests_i != '0;

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < Count; i++) begin
      if (grant_o[i]) index_o = index_o | IndexWidth'(i);
    end
  end

endmodule
