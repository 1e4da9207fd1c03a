// rr_arbiter grants the first request from its pointer on, and its pointer is behind the group of the
// requester whose grant was used last. No group starves: one of which a requester goes on requesting
// is granted before all others of the groups are once more, if what is granted is used.
module rr_arbiter_spec #(
  parameter int unsigned Requesters = 8,
  parameter int unsigned IndexWidth = netloom_regs_pkg::bits_for(Requesters)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [Requesters-1:0] requests_i,
  input logic                  used_i,
  input logic [IndexWidth-1:0] used_index_i
);

  // Straps do not change while packets are routed.
  (* anyconst *) logic [2:0]          group_shift;
  (* anyconst *) logic [IndexWidth:0] groups;

  logic [Requesters-1:0] grant;
  logic [IndexWidth-1:0] index;
  logic                  valid;
  logic [IndexWidth-1:0] pointer;
  logic [IndexWidth+6:0] requesters;  // of the switch
  logic [IndexWidth-1:0] last;

  always_comb begin
    requesters = '0;
    for (int unsigned shift = 0; shift < 7; shift++) begin
      if (group_shift == shift) requesters = groups * 2 ** shift;
    end
    last = requesters - 1;
  end

  rr_arbiter #(
    .Requesters(Requesters)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .group_shift_i(group_shift),
    .last_i       (last),
    .requests_i   (requests_i),
    .grant_o      (grant),
    .index_o      (index),
    .valid_o      (valid),
    .used_i       (used_i),
    .used_index_i (used_index_i),
    .pointer_o    (pointer)
  );

  // The group at which the search starts.
  logic [IndexWidth-1:0] first_q;
  logic [IndexWidth-1:0] used_group;
  logic [IndexWidth-1:0] start;

  always_comb begin
    used_group = '0;
    start      = '0;
    for (int unsigned shift = 0; shift < 7; shift++) begin
      if (group_shift == shift) begin
        used_group = used_index_i / 2 ** shift;
        start      = first_q * 2 ** shift;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) first_q <= '0;
    else if (used_i) first_q <= (used_group + 1 == groups) ? '0 : used_group + 1;
  end

  first_from #(
    .Count(Requesters)
  ) u_first (
    .requests_i(requests_i),
    .start_i   (start),
    .grant_i   (grant),
    .index_i   (index),
    .valid_i   (valid)
  );

  initial assume (!rst_ni);

  always_comb begin
    // The switch fits into the block, and only its requesters request and are served.
    assume (group_shift < 7 && groups >= 1 && groups <= Requesters && requesters <= Requesters);
    assume (requests_i >> requesters == '0);
    assume (used_index_i < requesters);
    assert (pointer == start);
    assert (first_q < groups);
  end

  // No starvation of groups.
  (* anyconst *) logic [IndexWidth-1:0] who;
  logic                                 who_requests;
  logic                                 progress;
  logic [IndexWidth:0]                  waited_q;
  logic [IndexWidth:0]                  distance;

  always_comb begin
    who_requests = 1'b0;
    for (int unsigned i = 0; i < Requesters; i++) begin
      if (requests_i[i] && i >> group_shift == who) who_requests = 1'b1;
    end
  end

  assign progress = used_i && valid && used_index_i == index;
  assign distance = (who >= first_q) ? who - first_q : groups + who - first_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited_q <= '0;
    else if (!who_requests || (progress && used_group == who)) waited_q <= '0;
    else if (used_i && !progress) waited_q <= '0;  // moved by something else: begins anew
    else if (progress) waited_q <= waited_q + 1;
  end

  always_comb begin
    assume (who < groups);
    assert (waited_q < groups);
    assert (waited_q + distance < groups);
  end

endmodule
