`include "refuse.svh"

// An arbiter of a switch's allocator, of either kind: round robin (rr_arbiter) or least recently served
// (lrs_arbiter).
//
// Source: docs/timing.md, "Who goes first".
module switch_arbiter #(
  parameter int Kind       = 0,  // 0: round robin; 1: least recently served
  parameter int Requesters = 8,  // 1 or more
  parameter int GroupShift = 0,  // see rr_arbiter, 0 ... 6
  // Derived.
  localparam int IndexWidth = netloom_regs_pkg::bits_for(Requesters)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [Requesters-1:0] requests_i,
  output logic [Requesters-1:0] grant_o,       // one-hot, or zero without a request
  input  logic                  used_i,        // a grant is used:
  input  logic [IndexWidth-1:0] used_index_i,  // that to this requester
  output logic [IndexWidth-1:0] pointer_o      // of round robin: where the search starts; else 0
);

  if (Kind < 0 || Kind > 1) begin : gen_bad_kind
    `NETLOOM_REFUSE("switch_arbiter: Kind; allowed: 0 ... 1");
  end
  if (Requesters < 1) begin : gen_bad_requesters
    `NETLOOM_REFUSE("switch_arbiter: Requesters; allowed: 1 or more");
  end
  if (GroupShift < 0 || GroupShift > 6) begin : gen_bad_group_shift
    `NETLOOM_REFUSE("switch_arbiter: GroupShift; allowed: 0 ... 6");
  end

  logic [IndexWidth-1:0] index;
  logic                  valid;
  logic                  unused;

  assign unused = ^{index, valid};

  if (Kind == 0) begin : gen_round_robin
    rr_arbiter #(
      .Requesters(Requesters)
    ) u_arbiter (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .group_shift_i(3'(GroupShift)),
      .last_i       (IndexWidth'(Requesters - 1)),
      .requests_i   (requests_i),
      .grant_o      (grant_o),
      .index_o      (index),
      .valid_o      (valid),
      .used_i       (used_i),
      .used_index_i (used_index_i),
      .pointer_o    (pointer_o)
    );
  end else begin : gen_least_recently_served
    lrs_arbiter #(
      .Requesters(Requesters)
    ) u_arbiter (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .requests_i  (requests_i),
      .grant_o     (grant_o),
      .index_o     (index),
      .valid_o     (valid),
      .used_i      (used_i),
      .used_index_i(used_index_i)
    );

    assign pointer_o = '0;
  end

endmodule
