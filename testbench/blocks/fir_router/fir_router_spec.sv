// fir_router is as many models of fir_port as it has ports, whose matches reach all of them, and a
// register that keeps what was allowed in the last cycle with route_i.
module fir_router_spec #(
  parameter int unsigned Ports     = 3,
  parameter int unsigned Width     = 6,
  parameter bit          Operand   = 1'b1,
  parameter int unsigned AddrWidth = netloom_regs_pkg::bits_for(Ports) + 4
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 we_i,
  input logic [AddrWidth-1:0] addr_i,
  input logic [31:0]          wdata_i,
  input logic [Width-1:0]     destination_i,
  input logic [Width-1:0]     source_i,
  input logic                 route_i
);

  localparam int unsigned FirstRrr = Operand ? 4 : 3;
  localparam int unsigned Words    = FirstRrr + (Ports + 31) / 32;

  logic [31:0]         rdata;
  logic [Ports*32-1:0] model_rdata;
  logic [Ports-1:0]    allowed_ports, model_allowed, model_matches;
  logic [Ports-1:0]    ar, model_ar_q;

  fir_router #(
    .Ports  (Ports),
    .Width  (Width),
    .Operand(Operand)
  ) u_dut (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .we_i           (we_i),
    .addr_i         (addr_i),
    .wdata_i        (wdata_i),
    .rdata_o        (rdata),
    .destination_i  (destination_i),
    .source_i       (source_i),
    .allowed_ports_o(allowed_ports),
    .route_i        (route_i),
    .ar_o           (ar)
  );

  // Named as in the block, so that the wires in it get the names of the block's registers.
  for (genvar i = 0; i < Ports; i++) begin : \u_dut.gen_ports
    (* hierconn *) wire [Width-1:0] \u_port.lib_q ;
    (* hierconn *) wire [Width-1:0] \u_port.uib_q ;
    (* hierconn *) wire [Width-1:0] \u_port.mr_q ;
    (* hierconn *) wire             \u_port.operand_q ;
    (* hierconn *) wire [Ports-1:0] \u_port.rrr_q ;

    logic [Words*32-1:0] words;

    fir_port_model #(
      .Ports  (Ports),
      .Width  (Width),
      .Operand(Operand)
    ) u_model (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .we_i         (we_i && addr_i[AddrWidth-1:4] == i),
      .addr_i       (addr_i[3:0]),
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
      if (Operand) assert (\u_port.operand_q == words[96]);
      assert (\u_port.rrr_q == words[FirstRrr*32 +: Ports]);
      if (addr_i[AddrWidth-1:4] == i) assert (rdata == model_rdata[i*32 +: 32]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) model_ar_q <= '0;
    else if (route_i) model_ar_q <= model_allowed;
  end

  initial assume (!rst_ni);

  always_comb begin
    assert (allowed_ports == model_allowed);
    assert (ar == model_ar_q);
    if (addr_i[AddrWidth-1:4] >= Ports) assert (rdata == '0);
  end

endmodule
