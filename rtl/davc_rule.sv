`include "refuse.svh"

// Whether a packet goes up to the next virtual channel by Dynamic Assignment of Virtual Channels:
// F_N, F_P or F_NP, from identifiers alone. Combinational.
//
// Source: [DAVC 2018], section 5, Algorithms 1 to 3.
module davc_rule #(
  parameter int Function  = 2,   // 0: F_N, node ids; 1: F_P, port ids; 2: F_NP, both
  parameter int NodeWidth = 24,  // bits of the id of a node (a switch), 1 ... 32
  parameter int PortWidth = 8    // bits of the id of a port, 1 ... 32
) (
  input  logic [PortWidth-1:0] inbound_port_i,   // by which the sender sent the packet
  input  logic [PortWidth-1:0] outbound_port_i,  // by which it is to leave
  input  logic [NodeWidth-1:0] node_i,           // where it is
  input  logic [NodeWidth-1:0] next_node_i,      // behind the outbound port
  output logic                 rises_o
);

  if (Function < 0 || Function > 2) begin : gen_bad_function
    `NETLOOM_REFUSE("davc_rule: Function; allowed: 0 ... 2");
  end
  if (NodeWidth < 1 || NodeWidth > 32) begin : gen_bad_node_width
    `NETLOOM_REFUSE("davc_rule: NodeWidth; allowed: 1 ... 32");
  end
  if (PortWidth < 1 || PortWidth > 32) begin : gen_bad_port_width
    `NETLOOM_REFUSE("davc_rule: PortWidth; allowed: 1 ... 32");
  end

  if (Function == 0) begin : gen_node
    assign rises_o = next_node_i <= node_i;

    logic unused_ports;
    assign unused_ports = ^{inbound_port_i, outbound_port_i};
  end else if (Function == 1) begin : gen_port
    assign rises_o = outbound_port_i <= inbound_port_i;

    logic unused_nodes;
    assign unused_nodes = ^{node_i, next_node_i};
  end else begin : gen_node_port
    // One comparison: the port is the higher part of the label.
    assign rises_o = {outbound_port_i, next_node_i} <= {inbound_port_i, node_i};
  end

endmodule
