// ir_router is as many models of ir_port as it has ports, each written and read at its own address.
module ir_router_spec #(
  parameter int unsigned Ports = 3,
  parameter int unsigned Width = 6,
  parameter int unsigned AddrWidth = netloom_regs_pkg::bits_for(Ports) + 1
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 we_i,
  input logic [AddrWidth-1:0] addr_i,
  input logic [31:0]          wdata_i,
  input logic [Width-1:0]     destination_i
);

  logic [31:0]         rdata;
  logic [Ports*32-1:0] model_rdata;
  logic [Ports-1:0]    allowed_ports;
  logic [Ports-1:0]    model_match;

  ir_router #(
    .Ports(Ports),
    .Width(Width)
  ) u_dut (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .we_i           (we_i),
    .addr_i         (addr_i),
    .wdata_i        (wdata_i),
    .rdata_o        (rdata),
    .destination_i  (destination_i),
    .allowed_ports_o(allowed_ports)
  );

  // Named as in the block, so that the wires in it get the names of the block's registers.
  for (genvar i = 0; i < Ports; i++) begin : \u_dut.gen_ports
    (* hierconn *) wire [Width-1:0] \u_port.lib_q ;
    (* hierconn *) wire [Width-1:0] \u_port.uib_q ;

    logic [63:0] words;

    ir_port_model #(
      .Width(Width)
    ) u_model (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .we_i         (we_i && addr_i[AddrWidth-1:1] == i),
      .addr_i       (addr_i[0]),
      .wdata_i      (wdata_i),
      .rdata_o      (model_rdata[i*32 +: 32]),
      .words_o      (words),
      .destination_i(destination_i),
      .match_o      (model_match[i])
    );

    always_comb begin
      assert (\u_port.lib_q == words[31:0]);
      assert (\u_port.uib_q == words[63:32]);
      assert (allowed_ports[i] == model_match[i]);
      if (addr_i[AddrWidth-1:1] == i) assert (rdata == model_rdata[i*32 +: 32]);
    end
  end

  initial assume (!rst_ni);

  always_comb if (addr_i[AddrWidth-1:1] >= Ports) assert (rdata == '0);

endmodule
