// fir_port has the registers of its model, with as many words of RRR as its ports take, matches the
// masked number, of the destination or the source, as it does, and gives way to the same ports, in all
// states that it can come into from reset.
module fir_port_spec #(
  parameter int unsigned Ports   = 3,
  parameter int unsigned Width   = 6,
  parameter bit          Operand = 1'b1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             we_i,
  input logic [3:0]       addr_i,
  input logic [31:0]      wdata_i,
  input logic [Width-1:0] destination_i,
  input logic [Width-1:0] source_i,
  input logic [Ports-1:0] all_matches_i
);

  localparam int unsigned FirstRrr = Operand ? 4 : 3;
  localparam int unsigned Words    = FirstRrr + (Ports + 31) / 32;

  (* hierconn *) wire [Width-1:0] \u_dut.lib_q ;
  (* hierconn *) wire [Width-1:0] \u_dut.uib_q ;
  (* hierconn *) wire [Width-1:0] \u_dut.mr_q ;
  (* hierconn *) wire             \u_dut.operand_q ;
  (* hierconn *) wire [Ports-1:0] \u_dut.rrr_q ;

  logic [31:0]         rdata, model_rdata;
  logic                match, model_match;
  logic                allowed, model_allowed;
  logic [Words*32-1:0] words;

  fir_port #(
    .Ports  (Ports),
    .Width  (Width),
    .Operand(Operand)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (rdata),
    .destination_i(destination_i),
    .source_i     (source_i),
    .match_o      (match),
    .all_matches_i(all_matches_i),
    .allowed_o    (allowed)
  );

  fir_port_model #(
    .Ports  (Ports),
    .Width  (Width),
    .Operand(Operand)
  ) u_model (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (model_rdata),
    .words_o      (words),
    .destination_i(destination_i),
    .source_i     (source_i),
    .match_o      (model_match),
    .all_matches_i(all_matches_i),
    .allowed_o    (model_allowed)
  );

  initial assume (!rst_ni);

  always_comb begin
    assert (\u_dut.lib_q == words[31:0]);
    assert (\u_dut.uib_q == words[63:32]);
    assert (\u_dut.mr_q == words[95:64]);
    if (Operand) assert (\u_dut.operand_q == words[96]);
    assert (\u_dut.rrr_q == words[FirstRrr*32 +: Ports]);
    assert (rdata == model_rdata);
    assert (match == model_match);
    assert (allowed == model_allowed);
  end

endmodule
