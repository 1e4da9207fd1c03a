`include "refuse.svh"

// Least-recently-served arbiter: of those that request, grants the one whose last used grant is the
// longest ago; before anybody was served, the lowest. The grant is combinational. Only a grant that
// is used counts, at the rising edge with used_i.
//
// The order is a bit for each pair of requesters, Requesters * (Requesters - 1) / 2 of them: whether
// the lower one goes first.
//
// Source: [LIA 2025], section 3.1 (LRS).
module lrs_arbiter #(
  parameter int Requesters = 8,  // 1 or more
  // Derived.
  localparam int IndexWidth = netloom_regs_pkg::bits_for(Requesters),
  // One requester has no pair: a bit that does not change stands for none.
  localparam int Pairs      = Requesters > 1 ? Requesters * (Requesters - 1) / 2 : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [Requesters-1:0] requests_i,
  output logic [Requesters-1:0] grant_o,       // one-hot, or zero without a request
  output logic [IndexWidth-1:0] index_o,       // 0 without a request
  output logic                  valid_o,       // there is a request
  input  logic                  used_i,        // a grant is used:
  input  logic [IndexWidth-1:0] used_index_i   // that to this requester
);

  if (Requesters < 1) begin : gen_bad_requesters
    `NETLOOM_REFUSE("lrs_arbiter: Requesters; allowed: 1 or more");
  end

  logic [Pairs-1:0]      lower_first_q;       // of the pairs (0,1), (0,2), ..., (1,2), ...
  logic [Requesters-1:0] served;              // one-hot, or zero
  logic [Requesters-1:0] after [Requesters];  // row i: who of those above i comes after it
  logic [Requesters-1:0] after_lower;         // one below requests, and goes before
  logic [Requesters-1:0] after_higher;        // one above does

  assign served = Requesters'(used_i) << used_index_i;

  // The pairs of a requester with those above it are neighbours.
  for (genvar i = 0; i < Requesters; i++) begin : gen_row
    localparam int Above = Requesters - 1 - i;
    localparam int First = i*Requesters - i*(i+1)/2;

    if (Above == 0) begin : gen_last
      assign after[i]        = '0;
      assign after_higher[i] = 1'b0;
    end else begin : gen_pairs
      logic [Above-1:0] lower_first;
      assign lower_first = lower_first_q[First +: Above];

      // Who is served goes behind all others. Pairs that he is not in keep their order, without a value
      // of their own: arbiters that are always served alike then have the same inputs to this register,
      // and synthesis keeps one of them.
      for (genvar j = i + 1; j < Requesters; j++) begin : gen_pair
        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni)        lower_first_q[First+j-i-1] <= 1'b1;
          else if (served[i]) lower_first_q[First+j-i-1] <= 1'b0;
          else if (served[j]) lower_first_q[First+j-i-1] <= 1'b1;
        end
      end

      assign after[i]        = {lower_first, (i+1)'(0)};
      assign after_higher[i] = (requests_i[Requesters-1:i+1] & ~lower_first) != '0;
    end
  end

  always_comb begin
    after_lower = '0;
    for (int unsigned i = 0; i < Requesters; i++) begin
      if (requests_i[i]) after_lower = after_lower | after[i];
    end
  end

  if (Requesters == 1) begin : gen_no_pair
    assign lower_first_q = '1;

    logic unused;
    assign unused = ^{clk_i, rst_ni, lower_first_q, served};
  end

  // Who requests is granted unless another one that requests goes first.
  assign grant_o = requests_i & ~after_lower & ~after_higher;

  assign valid_o = requests_i != '0;

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < Requesters; i++) begin
      if (grant_o[i]) index_o = index_o | IndexWidth'(i);
    end
  end

endmodule
