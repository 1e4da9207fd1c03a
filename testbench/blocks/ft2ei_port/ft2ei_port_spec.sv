// ft2ei_port has the registers of its model, and matches what is in its interval and in no exclusion
// interval that is in force, in all states that it can come into from reset.
module ft2ei_port_spec #(
  parameter int unsigned Width      = 6,
  parameter int unsigned Exclusions = 2
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             we_i,
  input logic [5:0]       addr_i,
  input logic [31:0]      wdata_i,
  input logic [Width-1:0] destination_i
);

  localparam int unsigned Words = 2 + 3 * Exclusions;

  logic [31:0]         rdata, model_rdata;
  logic                match, model_match;
  logic [Words*32-1:0] words;

  ft2ei_port #(
    .Width     (Width),
    .Exclusions(Exclusions)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (rdata),
    .destination_i(destination_i),
    .match_o      (match)
  );

  ft2ei_port_model #(
    .Width     (Width),
    .Exclusions(Exclusions)
  ) u_model (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (model_rdata),
    .words_o      (words),
    .destination_i(destination_i),
    .match_o      (model_match)
  );

  // Named as in the block, so that the wires in it get the names of the block's registers.
  for (genvar i = 0; i <= Exclusions; i++) begin : \u_dut.gen_intervals
    localparam int unsigned First = (i == 0) ? 0 : 3 * i - 1;

    (* hierconn *) wire [Width-1:0] lower_q;
    (* hierconn *) wire [Width-1:0] upper_q;
    (* hierconn *) wire             enable_q;

    always_comb begin
      assert (lower_q == words[First*32 +: 32]);
      assert (upper_q == words[(First+1)*32 +: 32]);
      if (i != 0) assert (enable_q == words[(First+2)*32]);
    end
  end

  initial assume (!rst_ni);

  always_comb begin
    assert (rdata == model_rdata);
    assert (match == model_match);
  end

endmodule
