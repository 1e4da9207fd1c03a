// misrouting_registers has the words of the register set misrouting: a bit that says whether heads may be
// misrouted, and a threshold of so many bits. What is written is seen from the next cycle on.
module misrouting_registers_spec #(
  parameter int unsigned Width = 8
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        we_i,
  input logic        addr_i,
  input logic [31:0] wdata_i
);

  (* hierconn *) wire             \u_dut.enable_q ;
  (* hierconn *) wire [Width-1:0] \u_dut.threshold_q ;

  logic [31:0]      rdata;
  logic             enable;
  logic [Width-1:0] threshold;
  logic [31:0]      model_rdata;
  logic [63:0]      words;

  misrouting_registers #(
    .Width(Width)
  ) u_dut (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .we_i       (we_i),
    .addr_i     (addr_i),
    .wdata_i    (wdata_i),
    .rdata_o    (rdata),
    .enable_o   (enable),
    .threshold_o(threshold)
  );

  localparam [31:0] Threshold = {Width{1'b1}};

  register_words #(
    .Words    (2),
    .AddrWidth(1),
    .Masks    ({Threshold, 32'd1}),
    .Resets   ({netloom_regs_pkg::MisrouteThresholdReset, netloom_regs_pkg::MisrouteEnableReset})
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(model_rdata),
    .words_o(words)
  );

  initial assume (!rst_ni);

  always_comb begin
    assert (\u_dut.enable_q == words[0]);
    assert (\u_dut.threshold_q == words[63:32]);
    assert (rdata == model_rdata);
    assert (enable == words[0]);
    assert (threshold == words[63:32]);
  end

endmodule
