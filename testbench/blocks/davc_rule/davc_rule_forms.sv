// The three functions of davc_rule side by side, small enough to try everything and at full width.
// Bit i of the outputs is the function with number i.
module davc_rule_forms (
  input  logic [31:0] inbound_port_i,
  input  logic [31:0] outbound_port_i,
  input  logic [31:0] node_i,
  input  logic [31:0] next_node_i,
  output logic [2:0]  small_o,  // nodes and ports of 3 bits
  output logic [2:0]  full_o    // nodes of 24 bits, ports of 8
);

  for (genvar i = 0; i < 3; i++) begin : gen_functions
    davc_rule #(
      .Function (i),
      .NodeWidth(3),
      .PortWidth(3)
    ) u_small (
      .inbound_port_i (inbound_port_i[2:0]),
      .outbound_port_i(outbound_port_i[2:0]),
      .node_i         (node_i[2:0]),
      .next_node_i    (next_node_i[2:0]),
      .rises_o        (small_o[i])
    );

    davc_rule #(
      .Function (i),
      .NodeWidth(24),
      .PortWidth(8)
    ) u_full (
      .inbound_port_i (inbound_port_i[7:0]),
      .outbound_port_i(outbound_port_i[7:0]),
      .node_i         (node_i[23:0]),
      .next_node_i    (next_node_i[23:0]),
      .rises_o        (full_o[i])
    );
  end

endmodule
