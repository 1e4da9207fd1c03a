// tree_route with Kind = 1 goes down, by the digit of its stage, to destinations that are below the switch,
// and up by that digit of the destination, or of the source; not minimally, it goes up until it is in the
// last stage or has come from above. With Kind = 2 it goes on by that digit of the destination.
module tree_route_spec #(
  parameter int unsigned Kind       = 1,
  parameter int unsigned Ports      = 4,
  parameter int unsigned NodeWidth  = 4,
  parameter int unsigned InputPort  = 0,
  parameter int unsigned DigitBits  = 1,
  parameter int unsigned BySource   = 0,
  parameter int unsigned Nonminimal = 0,
  parameter int unsigned Stages     = NodeWidth / DigitBits,
  parameter int unsigned K          = 2 ** DigitBits
) (
  input logic [4:0]           stage_i,
  input logic                 last_stage_i,
  input logic [NodeWidth-1:0] position_i,
  input logic [NodeWidth-1:0] destination_i,
  input logic [NodeWidth-1:0] source_i,
  input logic                 we_i,
  input logic [31:0]          wdata_i
);

  logic [Ports-1:0] allowed_ports;
  logic [31:0]      rdata;

  tree_route #(
    .Kind      (Kind),
    .Ports     (Ports),
    .NodeWidth (NodeWidth),
    .InputPort (InputPort),
    .DigitBits (DigitBits),
    .BySource  (BySource),
    .Nonminimal(Nonminimal)
  ) u_dut (
    .clk_i          (1'b0),
    .rst_ni         (1'b1),
    .we_i           (we_i),
    .addr_i         ('0),
    .wdata_i        (wdata_i),
    .rdata_o        (rdata),
    .place_i        ((Kind == 1) ? {position_i, last_stage_i, stage_i} : stage_i),
    .destination_i  (destination_i),
    .source_i       (source_i),
    .allowed_ports_o(allowed_ports)
  );

  integer weight;  // of the digit: K to the power of the stage
  logic   below;
  integer port;

  always_comb begin
    assume (stage_i < Stages);
    weight = 1;
    for (int unsigned s = 1; s < Stages; s++) begin
      if (stage_i >= s) weight = weight * K;
    end
    below = destination_i / weight / K == position_i / weight;
    if (Nonminimal == 1) below = last_stage_i || InputPort >= K;
    port = destination_i / weight % K;
    if (Kind == 1 && !below) port = K + (BySource == 1 ? source_i : destination_i) / weight % K;
    for (int unsigned i = 0; i < Ports; i++) assert (allowed_ports[i] == (port == i));
    assert (rdata == '0);
  end

endmodule
