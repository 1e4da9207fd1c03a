// davc_rule raises the VC exactly where the label of the next channel would otherwise not be above
// that of the channel on which the packet is; and with that it always is. A label is VC, port and
// node, of which F_N leaves out the port and F_P the node.
module davc_rule_spec #(
  parameter int unsigned Function  = 2,
  parameter int unsigned NodeWidth = 6,
  parameter int unsigned PortWidth = 4
) (
  input logic [PortWidth-1:0] inbound_port_i,
  input logic [PortWidth-1:0] outbound_port_i,
  input logic [NodeWidth-1:0] node_i,
  input logic [NodeWidth-1:0] next_node_i
);

  logic rises;
  logic above_on_same;
  logic above;

  davc_rule #(
    .Function (Function),
    .NodeWidth(NodeWidth),
    .PortWidth(PortWidth)
  ) u_dut (
    .inbound_port_i (inbound_port_i),
    .outbound_port_i(outbound_port_i),
    .node_i         (node_i),
    .next_node_i    (next_node_i),
    .rises_o        (rises)
  );

  davc_label_above #(
    .Function (Function),
    .NodeWidth(NodeWidth),
    .PortWidth(PortWidth),
    .VcWidth  (1)
  ) u_on_same (
    .vc_i       (1'b0),
    .port_i     (inbound_port_i),
    .node_i     (node_i),
    .next_vc_i  (1'b0),
    .next_port_i(outbound_port_i),
    .next_node_i(next_node_i),
    .above_o    (above_on_same)
  );

  davc_label_above #(
    .Function (Function),
    .NodeWidth(NodeWidth),
    .PortWidth(PortWidth),
    .VcWidth  (1)
  ) u_chosen (
    .vc_i       (1'b0),
    .port_i     (inbound_port_i),
    .node_i     (node_i),
    .next_vc_i  (rises),
    .next_port_i(outbound_port_i),
    .next_node_i(next_node_i),
    .above_o    (above)
  );

  always_comb begin
    assert (rises == !above_on_same);
    assert (above);
  end

endmodule
