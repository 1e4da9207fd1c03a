// switch_arbiter grants the first of a line: from a pointer on, which is behind the group of the one served
// last, or, of the other kind, in the order in which they were served, who never was first. The line moves
// with the grants that are used, and with nothing else.
module switch_arbiter_spec #(
  parameter int unsigned Kind       = 0,
  parameter int unsigned Requesters = 4,
  parameter int unsigned GroupShift = 0,
  parameter int unsigned IndexWidth = netloom_regs_pkg::bits_for(Requesters),
  parameter int unsigned Pairs      = Requesters > 1 ? Requesters * (Requesters - 1) / 2 : 1
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [Requesters-1:0] requests_i,
  input logic                  used_i,
  input logic [IndexWidth-1:0] used_index_i
);

  logic [Requesters-1:0]            grant;
  logic [IndexWidth-1:0]            pointer;
  logic [IndexWidth-1:0]            model_pointer;
  logic [Requesters*IndexWidth-1:0] places;
  logic [Requesters-1:0]            model_grant;

  switch_arbiter #(
    .Kind      (Kind),
    .Requesters(Requesters),
    .GroupShift(GroupShift)
  ) u_dut (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .requests_i  (requests_i),
    .grant_o     (grant),
    .used_i      (used_i),
    .used_index_i(used_index_i),
    .pointer_o   (pointer)
  );

  arbiter_line #(
    .Kind      (Kind),
    .Requesters(Requesters),
    .GroupShift(GroupShift)
  ) u_line (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .used_i      (used_i),
    .used_index_i(used_index_i),
    .pointer_o   (model_pointer),
    .places_o    (places)
  );

  lowest_place #(
    .Count     (Requesters),
    .PlaceWidth(IndexWidth)
  ) u_first (
    .requests_i(requests_i),
    .places_i  (places),
    .grant_o   (model_grant)
  );

  initial assume (!rst_ni);

  always_comb begin
    assume (used_index_i < Requesters);
    assert (grant == model_grant);
    assert (pointer == model_pointer);
    assert (pointer < Requesters);
  end

  // Named as in the block, so that the wire in it is the block's order.
  if (Kind == 1) begin : \u_dut.gen_least_recently_served
    (* hierconn *) wire [Pairs-1:0] \u_arbiter.lower_first_q ;

    lrs_places #(
      .Requesters(Requesters)
    ) u_places (
      .lower_first_i(\u_arbiter.lower_first_q ),
      .places_i     (places)
    );
  end

endmodule
