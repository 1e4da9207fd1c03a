// tree_route with Kind = 3 is as many models of fir_port as it has ports, whose matches reach all of them;
// their registers have the lowest four bits of the address in a port.
module tree_route_fir_spec #(
  parameter int unsigned Ports     = 3,
  parameter int unsigned NodeWidth = 4,
  parameter int unsigned Operand   = 1,
  parameter int unsigned PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 we_i,
  input logic [PortWidth-1:0] port_i,
  input logic [3:0]           register_i,
  input logic [31:0]          wdata_i,
  input logic [NodeWidth-1:0] destination_i,
  input logic [NodeWidth-1:0] source_i
);

  localparam int unsigned FirstRrr = 3 + Operand;
  localparam int unsigned Words    = FirstRrr + (Ports + 31) / 32;

  logic [31:0]         rdata;
  logic [Ports*32-1:0] model_rdata;
  logic [Ports-1:0]    allowed_ports, model_allowed, model_matches;

  tree_route #(
    .Kind     (3),
    .Ports    (Ports),
    .NodeWidth(NodeWidth),
    .Operand  (Operand)
  ) u_dut (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .we_i           (we_i),
    .addr_i         ({port_i, 2'd0, register_i}),
    .wdata_i        (wdata_i),
    .rdata_o        (rdata),
    .place_i        (1'b0),
    .destination_i  (destination_i),
    .source_i       (source_i),
    .allowed_ports_o(allowed_ports)
  );

  // Named as in the block, so that the wires in it get the names of the block's registers.
  for (genvar i = 0; i < Ports; i++) begin : \u_dut.gen_fir.u_router.gen_ports
    (* hierconn *) wire [NodeWidth-1:0] \u_port.lib_q ;
    (* hierconn *) wire [NodeWidth-1:0] \u_port.uib_q ;
    (* hierconn *) wire [NodeWidth-1:0] \u_port.mr_q ;
    (* hierconn *) wire                 \u_port.operand_q ;
    (* hierconn *) wire [Ports-1:0]     \u_port.rrr_q ;

    logic [Words*32-1:0] words;

    fir_port_model #(
      .Ports  (Ports),
      .Width  (NodeWidth),
      .Operand(Operand)
    ) u_model (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .we_i         (we_i && port_i == i),
      .addr_i       (register_i),
      .wdata_i      (wdata_i),
      .rdata_o      (model_rdata[i*32 +: 32]),
      .words_o      (words),
      .destination_i(destination_i),
      .source_i     (source_i),
      .match_o      (model_matches[i]),
      .all_matches_i(model_matches),
      .allowed_o    (model_allowed[i])
    );

    always_comb begin
      assert (\u_port.lib_q == words[31:0]);
      assert (\u_port.uib_q == words[63:32]);
      assert (\u_port.mr_q == words[95:64]);
      if (Operand == 1) assert (\u_port.operand_q == words[96]);
      assert (\u_port.rrr_q == words[FirstRrr*32 +: Ports]);
      if (port_i == i) assert (rdata == model_rdata[i*32 +: 32]);
    end
  end

  initial assume (!rst_ni);

  always_comb assert (allowed_ports == model_allowed);

endmodule
