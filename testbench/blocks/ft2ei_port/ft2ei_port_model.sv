// What ft2ei_port has to do: its words (LIB, UIB, and ELIB, EUIB, EENABLE of each exclusion
// interval), and the definition of cyclic intervals: in the first, and in none of the others that is
// in force.
module ft2ei_port_model #(
  parameter int unsigned Width      = 6,
  parameter int unsigned Exclusions = 2,
  // Derived, not to be set.
  parameter int unsigned Words = 2 + 3 * Exclusions
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                we_i,
  input  logic [5:0]          addr_i,
  input  logic [31:0]         wdata_i,
  output logic [31:0]         rdata_o,
  output logic [Words*32-1:0] words_o,
  input  logic [Width-1:0]    destination_i,
  output logic                match_o
);

  localparam [31:0] Node = {Width{1'b1}};

  // {more than enough of the triples of an exclusion interval, the port's own interval}
  localparam [50*32-1:0] Masks  = {{16{32'd1, Node, Node}}, Node, Node};
  localparam [50*32-1:0] Resets = {{16{netloom_regs_pkg::EenableReset, netloom_regs_pkg::EuibReset,
                                       netloom_regs_pkg::ElibReset}},
                                   netloom_regs_pkg::UibReset, netloom_regs_pkg::LibReset};

  register_words #(
    .Words    (Words),
    .AddrWidth(6),
    .Masks    (Masks[Words*32-1:0]),
    .Resets   (Resets[Words*32-1:0])
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(rdata_o),
    .words_o(words_o)
  );

  logic                  included;
  logic [Exclusions:0]   excluded;  // the last one stands for none

  number_line #(
    .Width(Width)
  ) u_interval (
    .number_i(destination_i),
    .lower_i (words_o[Width-1:0]),
    .upper_i (words_o[32+Width-1:32]),
    .inside_o(included)
  );

  for (genvar i = 0; i < Exclusions; i++) begin : gen_exclusion
    logic in_exclusion;

    number_line #(
      .Width(Width)
    ) u_exclusion (
      .number_i(destination_i),
      .lower_i (words_o[(2+3*i)*32 +: Width]),
      .upper_i (words_o[(3+3*i)*32 +: Width]),
      .inside_o(in_exclusion)
    );

    assign excluded[i] = in_exclusion && words_o[(4+3*i)*32];
  end

  assign excluded[Exclusions] = 1'b0;
  assign match_o = included && excluded == '0;

endmodule
