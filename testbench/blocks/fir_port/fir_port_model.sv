// What fir_port has to do: its words (LIB, UIB, MR, OPERAND if there is one, and as many of RRR as
// it takes for a bit per port), the definition of the cyclic interval for the masked number, and
// giving way, port by port.
module fir_port_model #(
  parameter int unsigned Ports   = 3,
  parameter int unsigned Width   = 6,
  parameter bit          Operand = 1'b1,
  // Derived, not to be set.
  parameter int unsigned RrrWords = (Ports + 31) / 32,
  parameter int unsigned FirstRrr = Operand ? 4 : 3,
  parameter int unsigned Words    = FirstRrr + RrrWords
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                we_i,
  input  logic [3:0]          addr_i,
  input  logic [31:0]         wdata_i,
  output logic [31:0]         rdata_o,
  output logic [Words*32-1:0] words_o,
  input  logic [Width-1:0]    destination_i,
  input  logic [Width-1:0]    source_i,
  output logic                match_o,
  input  logic [Ports-1:0]    all_matches_i,
  output logic                allowed_o
);

  localparam [31:0]            Node       = {Width{1'b1}};
  localparam [RrrWords*32-1:0] RrrMask    = {Ports{1'b1}};
  localparam [RrrWords*32-1:0] RrrReset   = {RrrWords{netloom_regs_pkg::RrrReset}};
  localparam [95:0]            NodeResets = {netloom_regs_pkg::MrReset, netloom_regs_pkg::UibReset,
                                             netloom_regs_pkg::LibReset};

  register_words #(
    .Words    (Words),
    .AddrWidth(4),
    .Masks    (Operand ? {RrrMask, 32'd1, Node, Node, Node} : {RrrMask, Node, Node, Node}),
    .Resets   (Operand ? {RrrReset, netloom_regs_pkg::OperandReset, NodeResets}
                       : {RrrReset, NodeResets})
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(rdata_o),
    .words_o(words_o)
  );

  logic [Width-1:0] number;
  logic             by_source;

  assign by_source = Operand && words_o[3*32];

  always_comb begin
    for (int unsigned i = 0; i < Width; i++) begin
      number[i] = 1'b0;
      if (words_o[2*32 + i]) number[i] = by_source ? source_i[i] : destination_i[i];
    end
  end

  number_line #(
    .Width(Width)
  ) u_interval (
    .number_i(number),
    .lower_i (words_o[Width-1:0]),
    .upper_i (words_o[32+Width-1:32]),
    .inside_o(match_o)
  );

  always_comb begin
    allowed_o = match_o;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (words_o[FirstRrr*32 + i] && all_matches_i[i]) allowed_o = 1'b0;
    end
  end

endmodule
