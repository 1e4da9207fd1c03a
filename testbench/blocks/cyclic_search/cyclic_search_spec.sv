// cyclic_search grants the first request from its start on. And where a pointer behind the last
// grant is the start, as in a round-robin arbiter, nobody starves: who goes on requesting is granted
// before Count - 1 others are.
module cyclic_search_spec #(
  parameter int unsigned Count      = 8,
  parameter int unsigned IndexWidth = netloom_regs_pkg::bits_for(Count)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Count-1:0] requests_i,
  input logic             used_i,    // the grant is used, and the pointer moves
  input logic [Count-1:0] free_start_i,
  input logic             rotate_i   // 1 = start at the pointer, 0 = anywhere
);

  logic [IndexWidth-1:0] start, pointer_q;
  logic [Count-1:0]      grant;
  logic [IndexWidth-1:0] index;
  logic                  valid;

  assign start = rotate_i ? pointer_q : free_start_i[IndexWidth-1:0];

  cyclic_search #(
    .Count(Count)
  ) u_dut (
    .requests_i(requests_i),
    .start_i   (start),
    .grant_o   (grant),
    .index_o   (index),
    .valid_o   (valid)
  );

  first_from #(
    .Count(Count)
  ) u_first (
    .requests_i(requests_i),
    .start_i   (start),
    .grant_i   (grant),
    .index_i   (index),
    .valid_i   (valid)
  );

  (* anyconst *) logic [IndexWidth-1:0] who;  // any one of them
  logic [IndexWidth:0]                  waited_q;
  logic [IndexWidth:0]                  distance;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pointer_q <= '0;
      waited_q  <= '0;
    end else begin
      if (used_i && valid && rotate_i) pointer_q <= (index == Count - 1) ? '0 : index + 1;
      if (!requests_i[who] || (used_i && grant[who])) waited_q <= '0;
      else if (used_i && valid && rotate_i) waited_q <= waited_q + 1;
    end
  end

  assign distance = (who >= pointer_q) ? who - pointer_q : Count + who - pointer_q;

  initial assume (!rst_ni);

  always_comb begin
    assume (start < Count);
    assume (who < Count);
    assert (pointer_q < Count);
    assert (waited_q <= Count - 1);
    // What makes it so: every grant to another one brings the pointer nearer.
    assert (waited_q + distance <= Count - 1);
  end

endmodule
