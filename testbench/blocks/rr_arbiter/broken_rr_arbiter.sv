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

  logic [IndexWidth-1:0] before_used;
  assign before_used = (used_index_i == '0) ? last_i : used_index_i - IndexWidth'(1);

  rr_arbiter #(
    .Requesters(Requesters)
  ) u_rr_arbiter (
    .used_index_i(before_used),
    .*
  );

endmodule
