// tree_route with Kind = 4 is a model of ft2ei_port for each port, without exclusion intervals below FirstUp.
module tree_route_ft2ei_spec #(
  parameter int unsigned Ports      = 3,
  parameter int unsigned FirstUp    = 1,
  parameter int unsigned NodeWidth  = 4,
  parameter int unsigned Exclusions = 2,
  parameter int unsigned AddrWidth  = netloom_regs_pkg::bits_for(Ports) + 6
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 we_i,
  input logic [AddrWidth-1:0] addr_i,
  input logic [31:0]          wdata_i,
  input logic [NodeWidth-1:0] destination_i,
  input logic [NodeWidth-1:0] source_i
);

  logic [31:0]         rdata;
  logic [Ports*32-1:0] model_rdata;
  logic [Ports-1:0]    allowed_ports, model_match;

  tree_route #(
    .Kind      (4),
    .Ports     (Ports),
    .NodeWidth (NodeWidth),
    .FirstUp   (FirstUp),
    .Exclusions(Exclusions)
  ) u_dut (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .we_i           (we_i),
    .addr_i         (addr_i),
    .wdata_i        (wdata_i),
    .rdata_o        (rdata),
    .place_i        (1'b0),
    .destination_i  (destination_i),
    .source_i       (source_i),
    .allowed_ports_o(allowed_ports)
  );

  // Named as in the block, so that the wires in it get the names of the block's registers.
  for (genvar i = 0; i < Ports; i++) begin : \u_dut.gen_ft2ei.u_router.gen_ports
    localparam int unsigned PortExclusions = (i < FirstUp) ? 0 : Exclusions;

    logic [(2+3*PortExclusions)*32-1:0] words;

    ft2ei_port_model #(
      .Width     (NodeWidth),
      .Exclusions(PortExclusions)
    ) u_model (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .we_i         (we_i && addr_i[AddrWidth-1:6] == i),
      .addr_i       (addr_i[5:0]),
      .wdata_i      (wdata_i),
      .rdata_o      (model_rdata[i*32 +: 32]),
      .words_o      (words),
      .destination_i(destination_i),
      .match_o      (model_match[i])
    );

    for (genvar j = 0; j <= PortExclusions; j++) begin : \u_port.gen_intervals
      localparam int unsigned First = (j == 0) ? 0 : 3 * j - 1;

      (* hierconn *) wire [NodeWidth-1:0] lower_q;
      (* hierconn *) wire [NodeWidth-1:0] upper_q;
      (* hierconn *) wire                 enable_q;

      always_comb begin
        assert (lower_q == words[First*32 +: 32]);
        assert (upper_q == words[(First+1)*32 +: 32]);
        if (j != 0) assert (enable_q == words[(First+2)*32]);
      end
    end

    always_comb begin
      assert (allowed_ports[i] == model_match[i]);
      if (addr_i[AddrWidth-1:6] == i) assert (rdata == model_rdata[i*32 +: 32]);
    end
  end

  initial assume (!rst_ni);

endmodule
