`include "refuse.svh"

// The registers that Dynamic Assignment of Virtual Channels has at one port of a switch: its own id,
// and what the link-up handshake has found out about the other ends of its links.
//
// addr_i is a word address of the register set davc in netloom_regs_pkg. Software writes PORT_ID at
// the rising edge with we_i, the handshake NEIGHBOUR_ID and NEIGHBOUR_PORT with learn_i. All are read
// back combinationally.
//
// Source: [DAVC 2018], section 5.
module davc_port #(
  parameter int Ports     = 8,   // of the switch, 1 ... 256
  parameter int NodeWidth = 24,  // bits of the id of a switch, 1 ... 32
  // Derived.
  localparam int PortWidth      = netloom_regs_pkg::port_id_bits(Ports),
  localparam int NeighbourWidth = netloom_regs_pkg::NeighbourPortBits
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       we_i,
  input  logic                                       learn_i,
  input  logic [netloom_regs_pkg::DavcAddrWidth-1:0] addr_i,
  input  logic [31:0]                                wdata_i,
  output logic [31:0]                                rdata_o,
  output logic [PortWidth-1:0]                       port_id_o,
  output logic [NodeWidth-1:0]                       neighbour_id_o,
  output logic [NeighbourWidth-1:0]                  neighbour_port_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("davc_port: Ports; allowed: 1 ... 256");
  end
  if (NodeWidth < 1 || NodeWidth > 32) begin : gen_bad_node_width
    `NETLOOM_REFUSE("davc_port: NodeWidth; allowed: 1 ... 32");
  end

  logic [PortWidth-1:0]      port_id_q;
  logic [NodeWidth-1:0]      neighbour_id_q;
  logic [NeighbourWidth-1:0] neighbour_port_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      port_id_q        <= netloom_regs_pkg::PortIdReset[PortWidth-1:0];
      neighbour_id_q   <= netloom_regs_pkg::NeighbourIdReset[NodeWidth-1:0];
      neighbour_port_q <= netloom_regs_pkg::NeighbourPortReset[NeighbourWidth-1:0];
    end else begin
      if (we_i && addr_i == netloom_regs_pkg::DavcPortId) begin
        port_id_q <= wdata_i[PortWidth-1:0];
      end
      if (learn_i && addr_i == netloom_regs_pkg::DavcNeighbourId) begin
        neighbour_id_q <= wdata_i[NodeWidth-1:0];
      end
      if (learn_i && addr_i == netloom_regs_pkg::DavcNeighbourPort) begin
        neighbour_port_q <= wdata_i[NeighbourWidth-1:0];
      end
    end
  end

  always_comb begin
    rdata_o = '0;
    if (addr_i == netloom_regs_pkg::DavcPortId)        rdata_o[PortWidth-1:0]      = port_id_q;
    if (addr_i == netloom_regs_pkg::DavcNeighbourId)   rdata_o[NodeWidth-1:0]      = neighbour_id_q;
    if (addr_i == netloom_regs_pkg::DavcNeighbourPort) rdata_o[NeighbourWidth-1:0] = neighbour_port_q;
  end

  assign port_id_o        = port_id_q;
  assign neighbour_id_o   = neighbour_id_q;
  assign neighbour_port_o = neighbour_port_q;

  // Bits above a register's width are ignored.
  if (NodeWidth < 32) begin : gen_unused
    localparam int Used = (NodeWidth > NeighbourWidth) ? NodeWidth : NeighbourWidth;
    logic unused_wdata;
    assign unused_wdata = ^wdata_i[31:Used];
  end

endmodule
