// Asserts what "the first request from a start on, cyclically upwards" is: one that requests, and
// none that requests is nearer to the start. And that nothing else is granted.
module first_from #(
  parameter int unsigned Count      = 8,
  parameter int unsigned IndexWidth = netloom_regs_pkg::bits_for(Count)
) (
  input logic [Count-1:0]      requests_i,
  input logic [IndexWidth-1:0] start_i,
  input logic [Count-1:0]      grant_i,
  input logic [IndexWidth-1:0] index_i,
  input logic                  valid_i
);

  always_comb begin
    assert (valid_i == (requests_i != '0));
    // One-hot, or zero: no bit beside the one that index_i names.
    for (int unsigned i = 0; i < Count; i++) assert (grant_i[i] == (valid_i && index_i == i));
    assert ((grant_i & ~requests_i) == '0);
    if (!valid_i) assert (index_i == '0);
  end

  // How far it is from the start to the grant.
  logic [IndexWidth:0] to_grant;
  assign to_grant = (index_i >= start_i) ? index_i - start_i : Count + index_i - start_i;

  for (genvar i = 0; i < Count; i++) begin : gen_request
    logic [IndexWidth:0] distance;
    assign distance = (i >= start_i) ? i - start_i : Count + i - start_i;
    always_comb if (requests_i[i]) assert (to_grant <= distance);
  end

endmodule
