`include "refuse.svh"

// Dynamic Assignment of Virtual Channels in a switch: for a head at an input port, by which output
// ports it stays on its VC and by which it goes up to the next one. A packet that would have to go
// beyond the last VC may not take the port: VCs never wrap and are never used again. This is the
// block `davc_vc`. Combinational from input_port_i to the outputs.
//
// Ports from and to hosts take no part: a packet from a host is on VC 0, and what the outputs say of
// a port to a host is without meaning.
//
// Registers are those of the register set davc, with addresses, widths and reset values from
// netloom_regs_pkg. addr_i is {0, port, word of the port} or {1, 0, word of the switch}. Software
// writes NODE_ID and PORT_ID at the rising edge with we_i; the handshake of links that come up
// writes NEIGHBOUR_ID (of an output port) and NEIGHBOUR_PORT (of an input port) at the rising edge
// with learn_i. A write of one kind to a register of the other is ignored. All are read back
// combinationally.
//
// Source: [DAVC 2018], section 5.
module davc_vc #(
  parameter int Function  = 2,   // 0: F_N; 1: F_P; 2: F_NP (davc_rule)
  parameter int Ports     = 8,   // 1 ... 256
  parameter int NodeWidth = 24,  // bits of the id of a switch, 1 ... 32
  parameter int Vcs       = 64,  // most VCs of a link, 2 or more
  // Derived.
  localparam int PortWidth     = netloom_regs_pkg::port_id_bits(Ports),
  localparam int RegisterWidth = netloom_regs_pkg::DavcAddrWidth,
  localparam int AddrWidth     = 1 + PortWidth + RegisterWidth,
  localparam int VcWidth       = netloom_regs_pkg::bits_for(Vcs)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 we_i,
  input  logic                 learn_i,        // not with we_i
  input  logic [AddrWidth-1:0] addr_i,
  input  logic [31:0]          wdata_i,
  output logic [31:0]          rdata_o,
  // Where the head is.
  input  logic [PortWidth-1:0] input_port_i,
  input  logic [VcWidth-1:0]   input_vc_i,
  // What it may take.
  output logic [Ports-1:0]     stay_ports_o,   // on its VC
  output logic [Ports-1:0]     rise_ports_o,   // on next_vc_o
  output logic [VcWidth-1:0]   next_vc_o
);

  if (Function < 0 || Function > 2) begin : gen_bad_function
    `NETLOOM_REFUSE("davc_vc: Function; allowed: 0 ... 2");
  end
  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("davc_vc: Ports; allowed: 1 ... 256");
  end
  if (NodeWidth < 1 || NodeWidth > 32) begin : gen_bad_node_width
    `NETLOOM_REFUSE("davc_vc: NodeWidth; allowed: 1 ... 32");
  end
  if (Vcs < 2) begin : gen_bad_vcs
    `NETLOOM_REFUSE("davc_vc: Vcs; allowed: 2 or more");
  end

  localparam int NeighbourWidth = netloom_regs_pkg::NeighbourPortBits;

  logic [NodeWidth-1:0]            node_id_q;
  logic [Ports*NeighbourWidth-1:0] neighbour_ports;
  logic [NeighbourWidth-1:0]       inbound_port;
  logic [Ports-1:0]                rises;
  logic                            next_exists;

  // Access to the registers.
  logic                     of_switch;
  logic [PortWidth-1:0]     port;
  logic [RegisterWidth-1:0] word;
  logic [Ports*32-1:0]      port_rdata;
  logic                     node_id_selected;

  assign {of_switch, port, word} = addr_i;
  assign node_id_selected =
      of_switch && port == '0 && word == RegisterWidth'(netloom_regs_pkg::DavcSwitchNodeId);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      node_id_q <= netloom_regs_pkg::NodeIdReset[NodeWidth-1:0];
    end else if (we_i && node_id_selected) begin
      node_id_q <= wdata_i[NodeWidth-1:0];
    end
  end

  always_comb begin
    rdata_o = '0;
    if (node_id_selected) rdata_o[NodeWidth-1:0] = node_id_q;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (!of_switch && port == PortWidth'(i)) rdata_o = port_rdata[i*32 +: 32];
    end
  end

  // The sender's port of the packet.
  always_comb begin
    inbound_port = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (input_port_i == PortWidth'(i)) begin
        inbound_port = neighbour_ports[i*NeighbourWidth +: NeighbourWidth];
      end
    end
  end

  for (genvar i = 0; i < Ports; i++) begin : gen_ports
    logic                 selected;
    logic [PortWidth-1:0] port_id;
    logic [NodeWidth-1:0] neighbour_id;

    assign selected = !of_switch && port == PortWidth'(i);

    davc_port #(
      .Ports    (Ports),
      .NodeWidth(NodeWidth)
    ) u_port (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .we_i            (we_i & selected),
      .learn_i         (learn_i & selected),
      .addr_i          (word),
      .wdata_i         (wdata_i),
      .rdata_o         (port_rdata[i*32 +: 32]),
      .port_id_o       (port_id),
      .neighbour_id_o  (neighbour_id),
      .neighbour_port_o(neighbour_ports[i*NeighbourWidth +: NeighbourWidth])
    );

    davc_rule #(
      .Function (Function),
      .NodeWidth(NodeWidth),
      .PortWidth(NeighbourWidth)
    ) u_rule (
      .inbound_port_i (inbound_port),
      .outbound_port_i(NeighbourWidth'(port_id)),
      .node_i         (node_id_q),
      .next_node_i    (neighbour_id),
      .rises_o        (rises[i])
    );
  end

  assign next_vc_o    = input_vc_i + VcWidth'(1);
  assign next_exists  = input_vc_i < VcWidth'(Vcs - 1);
  assign stay_ports_o = ~rises;
  assign rise_ports_o = rises & {Ports{next_exists}};

endmodule
