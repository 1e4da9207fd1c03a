// The words of a port with DAVC: PORT_ID, which software writes, then NEIGHBOUR_ID and
// NEIGHBOUR_PORT, which the handshake of the links does.
module davc_port_model #(
  parameter int unsigned Ports     = 8,
  parameter int unsigned NodeWidth = 6
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        we_i,
  input  logic        learn_i,
  input  logic [1:0]  addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  output logic [95:0] words_o
);

  localparam [31:0] Port = {netloom_regs_pkg::port_id_bits(Ports){1'b1}};
  localparam [31:0] Node = {NodeWidth{1'b1}};

  register_words #(
    .Words    (3),
    .AddrWidth(2),
    .Masks    ({32'd255, Node, Port}),
    .Resets   ({netloom_regs_pkg::NeighbourPortReset, netloom_regs_pkg::NeighbourIdReset,
                netloom_regs_pkg::PortIdReset})
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (addr_i == 2'd0 ? we_i : learn_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(rdata_o),
    .words_o(words_o)
  );

endmodule
