// What ir_port has to do: two words, and the definition of the cyclic interval.
module ir_port_model #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             we_i,
  input  logic             addr_i,
  input  logic [31:0]      wdata_i,
  output logic [31:0]      rdata_o,
  output logic [63:0]      words_o,
  input  logic [Width-1:0] destination_i,
  output logic             match_o
);

  localparam [31:0] Node = {Width{1'b1}};

  register_words #(
    .Words    (2),
    .AddrWidth(1),
    .Masks    ({Node, Node}),
    .Resets   ({netloom_regs_pkg::UibReset, netloom_regs_pkg::LibReset})
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(rdata_o),
    .words_o(words_o)
  );

  number_line #(
    .Width(Width)
  ) u_interval (
    .number_i(destination_i),
    .lower_i (words_o[Width-1:0]),
    .upper_i (words_o[32+Width-1:32]),
    .inside_o(match_o)
  );

endmodule
