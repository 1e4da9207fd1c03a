// misrouting_registers has the words of the register set misrouting: a bit that says whether heads may be
// misrouted, and a threshold of so many bits; and those of restricted_misrouting: a factor and an offset, too. What is
// written is seen from the next cycle on.
module misrouting_registers_spec #(
  parameter int unsigned Width          = 8,
  parameter int unsigned CongestionRule = 0,
  parameter int unsigned AddrWidth = CongestionRule == 1 ? 2 : 1,
  parameter int unsigned Words     = CongestionRule == 1 ? 4 : 2
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 we_i,
  input logic [AddrWidth-1:0] addr_i,
  input logic [31:0]          wdata_i
);

  (* hierconn *) wire             \u_dut.enable_q ;
  (* hierconn *) wire [Width-1:0] \u_dut.threshold_q ;
  (* hierconn *) wire [15:0]      \u_dut.factor_q ;
  (* hierconn *) wire [15:0]      \u_dut.offset_q ;

  logic [31:0]         rdata;
  logic                enable;
  logic [Width-1:0]    threshold;
  logic [15:0]         factor;
  logic [15:0]         offset;
  logic [31:0]         model_rdata;
  logic [Words*32-1:0] words;
  logic [127:0]        all_words;  // those that are not there are 0

  misrouting_registers #(
    .Width         (Width),
    .CongestionRule(CongestionRule)
  ) u_dut (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .we_i       (we_i),
    .addr_i     (addr_i),
    .wdata_i    (wdata_i),
    .rdata_o    (rdata),
    .enable_o   (enable),
    .threshold_o(threshold),
    .factor_o   (factor),
    .offset_o   (offset)
  );

  localparam [31:0]  Threshold = {Width{1'b1}};
  localparam [127:0] Masks     = {32'h0000ffff, 32'h0000ffff, Threshold, 32'd1};
  localparam [127:0] Resets    = {netloom_regs_pkg::MisrouteOffsetReset, netloom_regs_pkg::MisrouteFactorReset,
                                  netloom_regs_pkg::MisrouteThresholdReset, netloom_regs_pkg::MisrouteEnableReset};

  register_words #(
    .Words    (Words),
    .AddrWidth(AddrWidth),
    .Masks    (Masks[Words*32-1:0]),
    .Resets   (Resets[Words*32-1:0])
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(model_rdata),
    .words_o(words)
  );

  assign all_words = words;

  initial assume (!rst_ni);

  always_comb begin
    assert (\u_dut.enable_q == words[0]);
    assert (\u_dut.threshold_q == words[63:32]);
    assert (rdata == model_rdata);
    assert (enable == words[0]);
    assert (threshold == words[63:32]);
    assert (\u_dut.factor_q == all_words[64 +: 32]);
    assert (\u_dut.offset_q == all_words[96 +: 32]);
    assert (factor == all_words[64 +: 32]);
    assert (offset == all_words[96 +: 32]);
  end

endmodule
