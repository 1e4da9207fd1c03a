// The strict order of channels of DAVC: whether the label of the next one, which is its VC, the port
// by which it leaves, and the node behind, is above that of another.
// Source: [DAVC 2018], section 4.1, the relation <_n.
module davc_label_above #(
  parameter int unsigned Function  = 2,
  parameter int unsigned NodeWidth = 6,
  parameter int unsigned PortWidth = 4,
  parameter int unsigned VcWidth   = 1
) (
  input  logic [VcWidth-1:0]   vc_i,
  input  logic [PortWidth-1:0] port_i,
  input  logic [NodeWidth-1:0] node_i,
  input  logic [VcWidth-1:0]   next_vc_i,
  input  logic [PortWidth-1:0] next_port_i,
  input  logic [NodeWidth-1:0] next_node_i,
  output logic                 above_o
);

  always_comb begin
    above_o = 1'b0;
    if (next_vc_i != vc_i) above_o = next_vc_i > vc_i;
    else if (Function != 0 && next_port_i != port_i) above_o = next_port_i > port_i;
    else if (Function != 1 && next_node_i != node_i) above_o = next_node_i > node_i;
  end

endmodule
