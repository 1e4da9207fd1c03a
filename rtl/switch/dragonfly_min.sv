`include "refuse.svh"

// Minimal routing in dragonflies (l-g-l): the ports by which a packet comes nearer to its destination. In
// the destination's group that is one, to its switch or to the node itself; in another group those that
// group_ports_i has for the destination's group, to it or to switches of this group that have links there.
// Combinational.
//
// Nodes are numbered switch by switch, switches group by group; ports are those of nodes, of the other
// switches of the group in their order, and global ones.
//
// Source: [RLM-OLM 2013], section II.
module dragonfly_min #(
  parameter int NodesPerSwitch   = 2,  // p, 1 ... 256
  parameter int SwitchesPerGroup = 4,  // a, 2 ... 255
  parameter int Groups           = 9,  // g, 2 or more
  parameter int Ports            = 7,  // those that there are not are never allowed, 1 ... 256
  parameter int NodeWidth        = 7,  // bits of a node number, 1 ... 24
  // Derived.
  localparam int GroupWidth    = netloom_regs_pkg::bits_for(Groups),
  localparam int PositionWidth = netloom_regs_pkg::bits_for(SwitchesPerGroup)
) (
  // Straps: constant while packets are routed.
  input  logic [GroupWidth-1:0]    group_i,        // of this switch
  input  logic [PositionWidth-1:0] position_i,     // in its group
  input  logic [Groups*Ports-1:0]  group_ports_i,  // ports to each group, group 0 lowest
  input  logic [NodeWidth-1:0]     destination_i,
  output logic [Ports-1:0]         allowed_ports_o,
  output logic                     same_group_o    // the destination is in this group
);

  if (NodesPerSwitch < 1 || NodesPerSwitch > 256) begin : gen_bad_nodes_per_switch
    `NETLOOM_REFUSE("dragonfly_min: NodesPerSwitch; allowed: 1 ... 256");
  end
  if (SwitchesPerGroup < 2 || SwitchesPerGroup > 255) begin : gen_bad_switches_per_group
    `NETLOOM_REFUSE("dragonfly_min: SwitchesPerGroup; allowed: 2 ... 255");
  end
  if (Groups < 2) begin : gen_bad_groups
    `NETLOOM_REFUSE("dragonfly_min: Groups; allowed: 2 or more");
  end
  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("dragonfly_min: Ports; allowed: 1 ... 256");
  end
  if (NodeWidth < 1 || NodeWidth > 24) begin : gen_bad_node_width
    `NETLOOM_REFUSE("dragonfly_min: NodeWidth; allowed: 1 ... 24");
  end

  logic [31:0]      node;      // at its switch
  logic [31:0]      number;    // of its switch
  logic [31:0]      group;
  logic [31:0]      position;
  logic [Ports-1:0] to_group;

  assign node         = 32'(destination_i) % 32'(NodesPerSwitch);
  assign number       = 32'(destination_i) / 32'(NodesPerSwitch);
  assign group        = number / 32'(SwitchesPerGroup);
  assign position     = number % 32'(SwitchesPerGroup);
  assign same_group_o = group == 32'(group_i);

  always_comb begin
    to_group = '0;
    for (int unsigned i = 0; i < Groups; i++) begin
      if (group == i) to_group = group_ports_i[i*Ports +: Ports];
    end
  end

  always_comb begin
    if (!same_group_o) begin
      allowed_ports_o = to_group;
    end else if (position == 32'(position_i)) begin
      allowed_ports_o = Ports'(1) << node;
    end else begin
      allowed_ports_o =
          Ports'(1) << (32'(NodesPerSwitch) + position - ((position > 32'(position_i)) ? 32'd1 : 32'd0));
    end
  end

endmodule
