// davc_port has the words of the register set davc: the first written by software, the two after it
// by the handshake of the links, and each by nobody else.
module davc_port_spec #(
  parameter int unsigned Ports     = 8,
  parameter int unsigned NodeWidth = 6,
  parameter int unsigned PortWidth = netloom_regs_pkg::port_id_bits(Ports)
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        we_i,
  input logic        learn_i,
  input logic [1:0]  addr_i,
  input logic [31:0] wdata_i
);

  (* hierconn *) wire [PortWidth-1:0] \u_dut.port_id_q ;
  (* hierconn *) wire [NodeWidth-1:0] \u_dut.neighbour_id_q ;
  (* hierconn *) wire [7:0]           \u_dut.neighbour_port_q ;

  logic [31:0]          rdata;
  logic [31:0]          model_rdata;
  logic [95:0]          words;
  logic [PortWidth-1:0] port_id;
  logic [NodeWidth-1:0] neighbour_id;
  logic [7:0]           neighbour_port;

  davc_port #(
    .Ports    (Ports),
    .NodeWidth(NodeWidth)
  ) u_dut (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .we_i            (we_i),
    .learn_i         (learn_i),
    .addr_i          (addr_i),
    .wdata_i         (wdata_i),
    .rdata_o         (rdata),
    .port_id_o       (port_id),
    .neighbour_id_o  (neighbour_id),
    .neighbour_port_o(neighbour_port)
  );

  davc_port_model #(
    .Ports    (Ports),
    .NodeWidth(NodeWidth)
  ) u_model (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i),
    .learn_i(learn_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(model_rdata),
    .words_o(words)
  );

  initial assume (!rst_ni);

  always_comb begin
    assert (\u_dut.port_id_q == words[31:0]);
    assert (\u_dut.neighbour_id_q == words[63:32]);
    assert (\u_dut.neighbour_port_q == words[95:64]);
    assert (rdata == model_rdata);
    assert (port_id == words[31:0]);
    assert (neighbour_id == words[63:32]);
    assert (neighbour_port == words[95:64]);
  end

endmodule
