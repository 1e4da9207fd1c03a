// rr_arbiter with a deliberate mistake, which the shadow comparison has to find: it goes on at the
// requester that was served, not behind it.
module broken_rr_arbiter #(
  parameter int unsigned Requesters = 8,
  parameter int unsigned IndexWidth = netloom_regs_pkg::bits_for(Requesters)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            group_shift_i,
  input  logic [IndexWidth-1:0] last_i,
  input  logic [Requesters-1:0] requests_i,
  output logic [Requesters-1:0] grant_o,
  output logic [IndexWidth-1:0] index_o,
  output logic                  valid_o,
  input  logic                  used_i,
  input  logic [IndexWidth-1:0] used_index_i,
  output logic [IndexWidth-1:0] pointer_o
);

  logic [IndexWidth-1:0] pointer_q;

  assign pointer_o = pointer_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pointer_q <= '0;
    end else if (used_i) begin
      pointer_q <= used_index_i;
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

  logic unused;
  assign unused = &{group_shift_i, last_i};

endmodule
